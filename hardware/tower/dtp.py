"""Lines of the dice tower's protocol DTP/1, read strictly.

A line is ``body*CCCCCCCC``: printable ASCII, one space between tokens, and the CRC-32 (zlib's polynomial) of the
body in eight upper-case hexadecimal digits. A roll is ``ROLL id key=value ...`` with ``d=R5,G2,-``: a colour letter
and a value for every bay, ``-`` for an empty one.
"""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from hardware.errors import DeviceError

_LINE = re.compile(r"([\x20-\x7e]*)\*([0-9A-F]{8})")
_DIE = re.compile(r"([A-Z])([1-6])")


@dataclass(frozen=True)
class TowerRoll:
    """A roll as the tower announced it: its number, and the value shown by the die of each colour (a letter)."""

    number: int
    dice: Mapping[str, int]


def frame(body: str) -> str:
    """A body with its checksum, without the line's end."""
    return f"{body}*{zlib.crc32(body.encode('ascii')):08X}"


def unframe(line: str) -> str:
    """The body of one line (its end may be left on). Raises DeviceError where the line or its checksum is wrong."""
    found = _LINE.fullmatch(line.rstrip("\r\n"))
    if not found:
        raise DeviceError(f"{line!r} is no line from a tower: it must read BODY*CRC, with 8 hexadecimal digits")
    body, crc = found.groups()
    if frame(body) != line.rstrip("\r\n"):
        raise DeviceError(f"a line from the tower is damaged: {line!r} carries checksum {crc}, its text has another")
    return body


def parse_roll(body: str) -> TowerRoll:
    """The roll in the body of a ROLL line. Raises DeviceError for anything else."""
    tokens = body.split(" ")
    if tokens[0] != "ROLL" or len(tokens) < 2 or not tokens[1].isdecimal():
        raise DeviceError(f"{body!r} is no roll: expected ROLL and its number")
    fields = dict(token.split("=", 1) for token in tokens[2:] if "=" in token)
    if "d" not in fields:
        raise DeviceError(f"roll {tokens[1]} tells no dice (d=...)")
    dice: dict[str, int] = {}
    for bay in fields["d"].split(","):
        if bay == "-":
            continue
        die = _DIE.fullmatch(bay)
        if not die:
            raise DeviceError(f"roll {tokens[1]} has {bay!r} where a die such as R5 was expected")
        if die[1] in dice:
            raise DeviceError(f"roll {tokens[1]} has two dice of colour {die[1]}")
        dice[die[1]] = int(die[2])
    return TowerRoll(int(tokens[1]), dice)


def read_roll(text: str) -> TowerRoll:
    """The one roll among the lines received; a repetition of it and lines of other kinds are passed over.

    Raises DeviceError for a damaged line, for no roll, and for two different ones.
    """
    bodies = [unframe(line) for line in text.splitlines() if line]
    rolls = [parse_roll(body) for body in bodies if body.startswith("ROLL")]
    if not rolls:
        raise DeviceError(f"no roll among the lines from the tower: {text!r}")
    if any(roll != rolls[0] for roll in rolls):
        raise DeviceError(f"more than one roll among the lines from the tower: {text!r}")
    return rolls[0]
