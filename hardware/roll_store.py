"""Rolls on the disk: stored before they are acknowledged, known again when they are repeated."""

import errno
import json
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import Any, Self

from hardware.dice import DiceRoll, Die, Provenance, VoidRoll
from hardware.errors import DeviceError

Kept = DiceRoll | VoidRoll


class RollStore:
    """All rolls heard of, in order; on the disk, where a path is given: one JSON object a line."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises DeviceError where the file holds something else, OSError where it cannot be written.

        A last line that was torn by a power cut was never acknowledged: it is dropped, and the device repeats the roll.
        """
        self.rolls: list[Kept] = []
        self._last: dict[tuple[str, str], int] = {}
        self._known: dict[tuple[str, str, int], Kept] = {}
        self._path, self._size, self._torn = path, 0, False
        self._file: FileIO | None = None
        if path is not None:
            self._file = path.open("a+b", buffering=0)
            self._size = self._read(path)
            self._file.truncate(self._size)

    def keep(self, roll: Kept) -> bool:
        """Store a roll; when this returns the disk has it. False where it was known already.

        Raises DeviceError where the disk does not take it; the store is then as before.
        """
        if roll.key in self._known:
            return False
        if self._file is not None:
            self._write(self._file, json.dumps(to_json(roll), separators=(",", ":")).encode() + b"\n")
        self._add(roll)
        return True

    def get(self, key: tuple[str, str, int]) -> Kept | None:
        """The roll stored with that key, if any."""
        return self._known.get(key)

    def last(self, name: str, epoch: str) -> int | None:
        """The highest number stored of a source's epoch."""
        return self._last.get((name, epoch))

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Kept]:
        return iter(self.rolls)

    def _write(self, file: FileIO, line: bytes) -> None:
        try:
            if self._torn:
                file.truncate(self._size)
            self._torn = True
            if file.write(line) != len(line):  # a full disk may take the beginning of it
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        except OSError as error:
            raise DeviceError("hardware.store.full", path=str(self._path), error=error.strerror) from error
        self._torn = False
        self._size += len(line)

    def _add(self, roll: Kept) -> None:
        self.rolls.append(roll)
        self._known[roll.key] = roll
        name, epoch, number = roll.key
        self._last[name, epoch] = max(number, self._last.get((name, epoch), 0))

    def _read(self, path: Path) -> int:
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                self._add(from_json(json.loads(line)))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise DeviceError("hardware.store.line", path=str(path), line=number, error=str(error)) from error
        return whole


def to_json(roll: Kept) -> dict[str, Any]:
    source = {"kind": roll.source.kind, "name": roll.source.name, "durable": roll.source.durable}
    common = {
        "source": source,
        "epoch": roll.epoch,
        "number": roll.number,
        "time": round(roll.time, 3),
        "raw": roll.raw,
    }
    if isinstance(roll, VoidRoll):
        return {"void": roll.why, **common}
    dice = [[die.colour, die.value, die.certainty] for die in roll.dice]
    return {"dice": dice, "arm": roll.arm, **common}


def from_json(content: dict[str, Any]) -> Kept:
    """Raises ValueError, KeyError or TypeError for anything that to_json() did not write."""
    source = Provenance(**content["source"])
    epoch, number, time, raw = content["epoch"], content["number"], content["time"], content["raw"]
    if "void" in content:
        return VoidRoll(source, epoch, number, content["void"], time, raw)
    dice = tuple(Die(colour, value, certainty) for colour, value, certainty in content["dice"])
    return DiceRoll(source, epoch, number, dice, time, content["arm"], raw)


def read_rolls(path: Path) -> list[Kept]:
    """The rolls in a file, which is only read. Raises DeviceError where there is none."""
    if not path.is_file():
        raise DeviceError("hardware.store.missing", path=str(path))
    store = RollStore()
    store._read(path)
    return store.rolls
