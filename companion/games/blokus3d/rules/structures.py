"""The four structures of Blokus 3D: which squares of the ten by ten board are built on, and how high."""

from collections.abc import Mapping
from functools import cache
from typing import Literal

Structure = Literal["tower", "corner", "steps", "pyramid"]
Square = tuple[int, int]

BOARD = 10
# How many may play.
PLAYERS = (2, 3, 4)

# As seen from the near edge: the far row first. A digit is the height of its step, H one that only the cap limits.
_MASKS: Mapping[Structure, str] = {
    "tower": """
        ..........
        ..........
        ...HHHH...
        ...HHHH...
        ...HHHH...
        ...HHHH...
        ...HHHH...
        ..........
        ..........
        ..........""",
    "corner": """
        ..........
        ..HHHHHH..
        ..HHHHHH..
        ..HHHHHH..
        ..HHH.....
        ..HHH.....
        ..HHH.....
        ..HHH.....
        ..HHH.....
        ..........""",
    "steps": """
        ..........
        ....88....
        ....77....
        ...6666...
        ...5555...
        ..444444..
        ..333333..
        .22222222.
        .11111111.
        ..........""",
    "pyramid": """
        ..........
        .11111111.
        .12222221.
        .12333321.
        .12344321.
        .12344321.
        .12333321.
        .12222221.
        .11111111.
        ..........""",
}
# The greatest height for two, three and four players.
_CAPS: Mapping[Structure, tuple[int, int, int]] = {
    "tower": (4, 6, 8),
    "corner": (2, 3, 4),
    "steps": (4, 5, 8),
    "pyramid": (4, 4, 4),
}
STRUCTURES: tuple[Structure, ...] = ("tower", "corner", "steps", "pyramid")
# Two players build the near half of the pyramid only, its tall side at the middle line (B3-10).
_HALF = range(1, 5)


@cache
def limits(structure: Structure, players: int) -> Mapping[Square, int]:
    """Return the height limit of every square (x to the right, y away, from 0) of a structure for 2, 3 or 4 players."""
    cap = _CAPS[structure][players - 2]
    found = {}
    for y, row in enumerate(reversed(_MASKS[structure].split())):
        for x, height in enumerate(row):
            if height != "." and not (structure == "pyramid" and players == 2 and y not in _HALF):
                found[x, y] = cap if height == "H" else min(cap, int(height))
    return found
