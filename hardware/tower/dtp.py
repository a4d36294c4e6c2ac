"""Parses lines of the dice tower's protocol DTP/1, strictly.

A line is ``body*CCCCCCCC``: printable ASCII, one space between tokens, and the CRC-32 (zlib's polynomial) of the body
in eight upper-case hexadecimal digits. A roll is ``ROLL id key=value ...`` with ``d=R5,G2,-``: a colour letter and a
value for every bay, ``-`` for an empty one.
"""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware.dice import DiceRoll, Die, values_of
from hardware.errors import DeviceError
from hardware.tower.codes import Message

_LINE = re.compile(r"([\x20-\x7e]*)\*([0-9A-F]{8})")
_DIE = re.compile(r"([A-Z?])([1-6?])")
_WHY = re.compile(r"[a-z-]{1,16}")
_CLEARNESS = re.compile(r"[0-9]{1,3}")
# Highest clearness of a die, in the field q of a roll.
CLEAREST = 99
# Highest number of a roll, highest token of a turn, most milliseconds that a tower can count (49 days).
LAST_NUMBER, LAST_TOKEN, LONGEST_AGO = 2**32 - 1, 2**16 - 1, 2**32 - 1


@dataclass(frozen=True)
class TowerRoll:
    """A roll as the tower announced it."""

    number: int
    dice: tuple[Die, ...]
    epoch: str | None = None
    """None if the line names none."""
    arm: int = 0
    """Token of the turn; 0 for none."""
    ago: int = 0
    """Milliseconds since the dice came to rest; 0 if not sent."""
    odd: tuple[tuple[str, str], ...] = ()
    """Name and text of `arm` or `ago` if impossible; they then count as not sent."""

    def values(self) -> dict[str, int]:
        """Return the value of each colour's die. Raises DeviceError where one is in doubt or two have the same
        colour."""
        return values_of(self.dice)


@dataclass(frozen=True)
class TowerVoid:
    """A roll that does not count, as the tower announced it; for `epoch`, `ago` and `odd` see TowerRoll."""

    number: int
    why: str
    epoch: str | None = None
    ago: int = 0
    odd: tuple[tuple[str, str], ...] = ()


def frame(body: str) -> str:
    """Return a body with its checksum, without the line's end."""
    return f"{body}*{zlib.crc32(body.encode('ascii')):08X}"


def unframe(line: str) -> str:
    """Return the body of one line (with or without its end). Raises DeviceError where the line or its checksum is
    wrong."""
    found = _LINE.fullmatch(line.rstrip("\r\n"))
    if not found:
        raise DeviceError("hardware.line.shape", line=repr(line))
    body, crc = found.groups()
    if frame(body) != line.rstrip("\r\n"):
        raise DeviceError("hardware.line.damaged", line=repr(line), crc=crc)
    return body


def fields_of(words: Iterable[str]) -> dict[str, str]:
    """Return the ``key=value`` pairs among the words of a body."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def parse_roll(body: str) -> TowerRoll:
    """Parse the body of a ROLL line. Raises DeviceError for anything else."""
    number, fields = _announced(Message.ROLL, body)
    if "d" not in fields:
        raise DeviceError("hardware.roll.no_dice", number=number)
    dice = _dice(number, fields["d"], fields.get("q"))
    arm, ago, odd = _optional(fields)
    return TowerRoll(number, dice, fields.get("epoch"), arm, ago, odd)


def agrees(roll: DiceRoll) -> bool:
    """Return True if a stored roll matches the tower's own line with it, where there is one."""
    if roll.raw is None:
        return True
    try:
        told = parse_roll(unframe(roll.raw))
    except DeviceError:
        return False
    dice = [(die.colour, die.value) for die in roll.dice]
    return told.number == roll.number and [(die.colour, die.value) for die in told.dice] == dice


def parse_void(body: str) -> TowerVoid:
    """Parse the body of a VOID line. Raises DeviceError for anything else."""
    number, fields = _announced(Message.VOID, body)
    if not _WHY.fullmatch(fields.get("why", "")):
        raise DeviceError("hardware.roll.no_reason", number=number)
    _, ago, odd = _optional(fields)
    return TowerVoid(number, fields["why"], fields.get("epoch"), ago, odd)


def number_of(text: str) -> int | None:
    """Return the number of a roll; None for an impossible one."""
    return _number(text, LAST_NUMBER) or None


def read_roll(text: str) -> TowerRoll:
    """Return the one roll among the lines received, every die certain; repetitions and other lines are skipped.

    Raises DeviceError for a damaged line, for no roll, for two different ones, and for dice in doubt.
    """
    bodies = [unframe(line) for line in text.splitlines() if line]
    rolls = [parse_roll(body) for body in bodies if body.startswith(Message.ROLL)]
    if not rolls:
        raise DeviceError("hardware.roll.missing", text=repr(text))
    first = rolls[0]
    if any((roll.number, roll.values()) != (first.number, first.values()) for roll in rolls):
        raise DeviceError("hardware.roll.several", text=repr(text))
    for name, told in first.odd:
        raise DeviceError("hardware.roll.number", name=name, text=repr(told))
    return first


def _announced(verb: str, body: str) -> tuple[int, Mapping[str, str]]:
    words = body.split(" ")
    number = number_of(words[1]) if len(words) > 1 and words[0] == verb else None
    if number is None:
        raise DeviceError("hardware.roll.none", line=repr(body), verb=str(verb))
    names = [word.partition("=")[0] for word in words[2:]]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise DeviceError("hardware.roll.twice", number=number, name=twice)
    return number, fields_of(words[2:])


def _optional(fields: Mapping[str, str]) -> tuple[int, int, tuple[tuple[str, str], ...]]:
    """Return `arm` and `ago`, 0 where not sent or impossible, and the name and text of impossible ones."""
    most = {"arm": LAST_TOKEN, "ago": LONGEST_AGO}
    told = {name: _number(fields.get(name, "0"), limit) for name, limit in most.items()}
    odd = tuple((name, fields[name]) for name, number in told.items() if number is None)
    return told["arm"] or 0, told["ago"] or 0, odd


def _number(text: str, most: int) -> int | None:
    """Return a number from 0 to `most`, None for anything else."""
    if not text.isdecimal() or len(text) > len(str(most)):
        return None
    return int(text) if int(text) <= most else None


def _dice(number: int, bays: str, clearness: str | None) -> tuple[Die, ...]:
    """Parse the dice of ``R5,G?,-,B2``, and how clearly they were read: ``91,0,0,88``."""
    shown = bays.split(",")
    clear: Sequence[str] = clearness.split(",") if clearness else [str(CLEAREST)] * len(shown)
    if len(clear) != len(shown) or not all(_CLEARNESS.fullmatch(each) for each in clear):
        raise DeviceError("hardware.roll.clearness", number=number, text=repr(clearness))
    dice = tuple(_die(number, bay, int(each)) for bay, each in zip(shown, clear, strict=True) if bay != "-")
    if not dice:
        raise DeviceError("hardware.roll.no_dice", number=number)
    return dice


def _die(number: int, bay: str, clearness: int) -> Die:
    found = _DIE.fullmatch(bay)
    if not found:
        raise DeviceError("hardware.roll.bay", number=number, text=repr(bay))
    colour, value = found.groups()
    certainty = 0.0 if "?" in bay else min(clearness, CLEAREST) / CLEAREST
    return Die(None if colour == "?" else colour, None if value == "?" else int(value), certainty)
