"""Pyramids and how they stand on one another.

A stack is a string of pieces from the bottom up, each a colour letter and its pips: ``G3G2G1K3``. Lengths are
millimetres, heights are above the board. Colours are red, yellow, green, blue, black (K), clear, orange, purple, cyan
(N) and white. Dimensions are the published ones (5/8 in + 3/8 in a pip high, 11/32 in + 7/32 in a pip wide); the
stacking rise differs between editions and is a parameter everywhere.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vision.errors import VisionError

COLOURS = "RYGBKCOPNW"
BASE_MM = {1: 14.29, 2: 19.84, 3: 25.40}
HEIGHT_MM = {1: 25.40, 2: 34.93, 3: 44.45}
USUAL_RISE_MM: Final = 8.8
"""Mean stacking rise of published and measured sets, for a set that has not been measured."""
RISE_SPREAD_MM: Final = 1.3
"""Standard deviation of the stacking rise among sets."""

_STACK = re.compile(rf"(?:[{COLOURS}][123])*")


class Solid(NamedTuple):
    """A pyramid in a stack: `base` is its side, `foot` and `apex` are heights above the board."""

    colour: str
    pips: int
    base: float
    foot: float
    apex: float


def pieces(stack: str) -> list[str]:
    """Return the pieces of a stack from the bottom up."""
    return [stack[i : i + 2] for i in range(0, len(stack), 2)]


@lru_cache(maxsize=2048)
def solids(stack: str, rise: float) -> tuple[Solid, ...]:
    """Return the pyramids of a stack from the bottom up; `rise` is the set's stacking rise in mm.

    All walls have one slope, so a piece set on another rests with its apex `rise` above the apex below, whatever the
    two sizes, unless the board holds it up first. Raises VisionError for a malformed stack.
    """
    if not _STACK.fullmatch(stack):
        raise VisionError("vision.stack.bad", stack=stack, colours=COLOURS)
    standing: list[Solid] = []
    for colour, digit in zip(stack[::2], stack[1::2], strict=True):
        pips = int(digit)
        height = HEIGHT_MM[pips]
        apex = max(standing[-1].apex + rise, height) if standing else height
        standing.append(Solid(colour, pips, BASE_MM[pips], apex - height, apex))
    return tuple(standing)


def extremes(stack: Sequence[Solid], x: float, y: float) -> list[tuple[float, float, float]]:
    """Return base corners and apexes of a stack's pieces that stand at (x, y), mm: its outline is their hull."""
    spots: list[tuple[float, float, float]] = []
    for solid in stack:
        half = solid.base / 2
        spots += [(x + sx * half, y + sy * half, solid.foot) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        spots.append((x, y, solid.apex))
    return spots


def corners(
    stack: str, rise: float, at: tuple[float, float], *, without: str = "", topmost: int = 0
) -> list[tuple[float, float, float]]:
    """Return base corners and apexes of a stack that stands at `at`, mm: its outline is their hull.

    `without` leaves out pieces of one colour; `topmost` takes only so many pieces from the top, 0 all of them.
    """
    return extremes([solid for solid in solids(stack, rise)[-topmost:] if solid.colour != without], *at)
