"""Rolls on the disk: stored before they are acknowledged, recognised when they are repeated."""

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from hardware.dice import DiceEvent, DiceRoll, Die, Notice, Provenance, VoidRoll
from hardware.durable_lines import LineFile, back_up, bare, checked, sealed, write_whole
from hardware.errors import DeviceError, Fact, fact
from hardware.tower.dtp import agrees

StoredRoll = DiceRoll | VoidRoll
Key = tuple[str, str, int]
# Highest number of a roll, and highest face of a die, of any device.
LAST_NUMBER, LAST_FACE = 2**63 - 1, 6


class RollStore:
    """All rolls received, in order; on the disk, if a path is given, as lines of `hardware.durable_lines`.

    `problems` says what was wrong with the file: damaged lines are lost one by one, and the file is rewritten with the
    damaged one kept beside it. Lines of earlier versions have no checksum; they are compared with the tower's own
    line, which has one.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open the store. Raises DeviceError where the file holds no rolls at all or another process writes it, OSError
        where it cannot be written.

        A last line torn by a power cut was never acknowledged: it is dropped, and the device repeats the roll.
        """
        self.rolls: list[StoredRoll] = []
        self.problems: tuple[Fact, ...] = ()
        self._last: dict[tuple[str, str], int] = {}
        self._known: dict[Key, StoredRoll] = {}
        self._path = path
        self._lines: LineFile | None = None
        if path is not None:
            path.touch()
            self._open(path)

    def save(self, roll: StoredRoll) -> bool:
        """Store a roll; when this returns, it is on the disk. Returns False if it was known already.

        Raises DeviceError where the disk does not take it; the store is then unchanged.
        """
        if roll.key in self._known:
            return False
        if self._lines is not None:
            self._write(self._lines, _line(roll))
        self._add(roll)
        return True

    def save_or_warn(self, roll: StoredRoll) -> list[DiceEvent]:
        """Store a roll that its source cannot repeat. Returns it, after a notice where the disk does not take it."""
        try:
            self.save(roll)
        except DeviceError as error:
            return [Notice(error.fact, fault=True), roll]
        return [roll]

    def get(self, key: Key) -> StoredRoll | None:
        """Return the roll stored with that key, if any."""
        return self._known.get(key)

    def last(self, name: str, epoch: str) -> int | None:
        """Return the highest number stored of a source's epoch."""
        return self._last.get((name, epoch))

    def close(self) -> None:
        if self._lines is not None:
            self._lines.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[StoredRoll]:
        return iter(self.rolls)

    def _open(self, path: Path) -> None:
        self._lines = self._claimed(path)
        try:
            data = path.read_bytes()
            whole, lost = self._read(path, _in_lines(data))
            if lost:
                beside = back_up(path)
                self.problems = (fact("hardware.store.lost", path=str(path), n=lost, beside=str(beside)),)
            if lost or _in_lines(data) != data:
                data = b"".join(map(_line, self.rolls))
                write_whole(path, data)
                self._lines.close()
                self._lines, whole = self._claimed(path), len(data)
            self._lines.cut_at(whole)
        except BaseException:
            self._lines.close()
            raise

    def _claimed(self, path: Path) -> LineFile:
        try:
            return LineFile(path)
        except BlockingIOError as error:
            raise DeviceError("hardware.store.claimed", path=str(path)) from error

    def _write(self, lines: LineFile, line: bytes) -> None:
        try:
            lines.restore()
            lines.append(line)
        except OSError as error:
            raise DeviceError("hardware.store.full", path=str(self._path), error=error.strerror) from error

    def _add(self, roll: StoredRoll) -> None:
        self.rolls.append(roll)
        self._known[roll.key] = roll
        name, epoch, number = roll.key
        self._last[name, epoch] = max(number, self._last.get((name, epoch), 0))

    def _read(self, path: Path, data: bytes) -> tuple[int, int]:
        """Read the rolls of a file. Returns the bytes of complete lines, and the number of lost lines: damaged ones,
        and zeros before a line with content, which are never written. Raises DeviceError where no line is a roll."""
        whole = data.rfind(b"\n") + 1
        lost, zeroed, first = 0, 0, None
        contradicted: set[Key] = set()
        for number, line in enumerate(data[:whole].split(b"\n"), 1):
            zeroed += line.startswith(b"\0")
            if not bare(line):
                continue
            lost, zeroed = lost + zeroed, 0
            try:
                roll = self._roll(bare(line))
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                lost, first = lost + 1, first or number
                continue
            if roll.key not in self._known:
                self._add(roll)
            elif self._known[roll.key] != roll:
                contradicted.add(roll.key)
        if first and not self.rolls:
            raise DeviceError("hardware.store.line", path=str(path), line=first)
        if contradicted:
            self.rolls = [roll for roll in self.rolls if roll.key not in contradicted]
            self._known = {roll.key: roll for roll in self.rolls}
        return whole, lost + len(contradicted)

    def _roll(self, line: bytes) -> StoredRoll:
        """Read the roll of a line. Raises ValueError and the like for what is none, or was changed."""
        text = checked(line)
        if text is None and b'"crc":' in line:
            raise ValueError("its checksum is wrong")
        roll = from_json(json.loads(text or line))
        if text is None and isinstance(roll, DiceRoll) and not agrees(roll):
            raise ValueError("its dice are not those that the tower had told")
        return roll


def _line(roll: StoredRoll) -> bytes:
    return sealed(json.dumps(to_json(roll), separators=(",", ":")).encode())


def to_json(roll: StoredRoll) -> dict[str, Any]:
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


def from_json(content: dict[str, Any]) -> StoredRoll:
    """Read what to_json() wrote. Raises ValueError, KeyError or TypeError for anything else."""
    source = Provenance(**content["source"])
    epoch, number, time, raw = content["epoch"], content["number"], content["time"], content["raw"]
    if not (isinstance(epoch, str) and type(number) is int and 0 <= number <= LAST_NUMBER and math.isfinite(time)):
        raise ValueError("its number, epoch or time is none")
    if not isinstance(source.name, str) or not isinstance(raw, str | None):
        raise TypeError("its source is none")
    if "void" in content:
        return VoidRoll(source, epoch, number, content["void"], time, raw)
    dice = tuple(_die(*die) for die in content["dice"])
    return DiceRoll(source, epoch, number, dice, time, content["arm"], raw)


def _die(colour: Any, value: Any, certainty: Any) -> Die:
    if not (colour is None or isinstance(colour, str)) or not (
        value is None or (type(value) is int and 1 <= value <= LAST_FACE)
    ):
        raise ValueError(f"{colour!r} {value!r} is no die")
    return Die(colour, value, certainty)


def read_rolls(path: Path, tell: Callable[[Fact], object] = lambda _lost: None) -> list[StoredRoll]:
    """Read the rolls of a file without opening it for writing. `tell` is called if some are lost. Raises DeviceError
    where there is none."""
    if not path.is_file():
        raise DeviceError("hardware.store.missing", path=str(path))
    store = RollStore()
    _, lost = store._read(path, _in_lines(path.read_bytes()))
    if lost:
        tell(fact("hardware.store.damaged", path=str(path), n=lost))
    return store.rolls


def _in_lines(data: bytes) -> bytes:
    """Convert line ends of carriage returns alone, which some editors write."""
    return data if b"\n" in data else data.replace(b"\r", b"\n")
