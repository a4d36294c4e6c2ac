"""Files of rolls as bad disks, editors and second programs leave them: no roll is read that was not written."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from hardware.dice import DiceRoll, Die, Provenance
from hardware.errors import DeviceError
from hardware.roll_store import RollStore, StoredRoll
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.spoiling import flip

ROLLS: Final = 20


def write_rolls(path: Path) -> list[StoredRoll]:
    """A file of twenty rolls. Returns them."""
    source = Provenance("tower", "0123456789", durable=True)
    with RollStore(path) as store:
        for number in range(1, ROLLS + 1):
            dice = tuple(Die(colour, 1 + (number * 7 + place) % 6, 1.0) for place, colour in enumerate("RYGB"))
            store.save(DiceRoll(source, "AAAA0001", number, dice, 1000.0 + number, 0, None))
        return list(store)


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A file a round, made bad in one of several ways; now and then two programs open it."""
    findings = Findings()
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "rolls.jsonl"
        written = write_rolls(path)
        whole = path.read_bytes()
        for _ in rounds:
            for left in folder.iterdir():
                left.unlink()
            kind = rng.choice(list(_WAYS))
            data = _WAYS[kind](rng, whole)
            path.write_bytes(data)
            try:
                whole_again, fault = _read(path, written, kind)
            except DeviceError:
                whole_again, fault = False, None
            except Exception as error:
                whole_again, fault = False, f"{type(error).__name__}: {error}"
            (findings.taken if whole_again else findings.refused)[kind] += 1
            if fault:
                findings.faults.append(f"{kind}: {fault} {data!r:.300}")
    return findings


def _read(path: Path, written: list[StoredRoll], kind: str) -> tuple[bool, str | None]:
    """Whether all rolls are read of a file, and what is wrong about what is read, if anything. Raises DeviceError where
    it is refused."""
    torn = not path.read_bytes().endswith(b"\n")
    with RollStore(path) as store:
        rolls, told = list(store), bool(store.problems)
        second = _claimed_twice(path)
    fault = None
    if second:
        fault = "a second program may write it"
    elif any(roll not in written for roll in rolls):
        fault = "a roll is read that was not written"
    elif len({roll.key for roll in rolls}) != len(rolls):
        fault = "a roll is there twice"
    elif len(rolls) < len(written) and (kind in _HARMLESS or not (told or torn or kind == "lines")):
        fault = f"{len(written) - len(rolls)} rolls are lost and nobody is told"
    return len(rolls) == len(written), fault


def _claimed_twice(path: Path) -> bool:
    try:
        RollStore(path).close()
    except DeviceError:
        return False
    return True


def _flipped(rng: Random, data: bytes) -> bytes:
    for _ in range(rng.choice((1, 1, 2, 5))):
        data = flip(rng, data)
    return data


def _cut(rng: Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))] + rng.choice((b"", b"\x00" * 50, b"\x00" * 50 + b"\n", b"{"))


def _lines(rng: Random, data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    rng.shuffle(lines)
    return b"".join(lines)


def _around(rng: Random, data: bytes) -> bytes:
    """What editors and power cuts put around lines, which is no damage."""
    lines = data.splitlines()
    ends = [rng.choice((b"\n", b"\r\n", b" \n", b"\n\n", b"\n\r\n", b"\x00\n")) for _ in lines]
    doubled = [line + end if rng.random() < 0.9 else (line + b"\n") * 2 for line, end in zip(lines, ends, strict=True)]
    return rng.choice((b"", b"\xef\xbb\xbf", b"\n")) + b"".join(doubled)


def _whole(_rng: Random, data: bytes) -> bytes:
    return data


_WAYS: Final[dict[str, Callable[[Random, bytes], bytes]]] = {
    "bits": _flipped,
    "cut": _cut,
    "lines": _lines,
    "around": _around,
    "whole": _whole,
}
_HARMLESS: Final = ("around", "whole")
