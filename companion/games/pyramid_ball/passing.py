"""The line of a pass: from centre to centre, in whole numbers.

With squares two units wide the centres are at even coordinates and every square is the open box of one unit to each
side of its centre. A pass goes through a square when it meets that open box; to touch a corner is not to go through.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from companion.games.pyramid_ball.board import LENGTH, WIDTH


@lru_cache(maxsize=1 << 12)
def squares_crossed(start: int, end: int) -> tuple[int, ...]:
    """The squares that a pass goes through between those of thrower and receiver, in the order it enters them."""
    entered = []
    for square in range(WIDTH * LENGTH):
        if square not in (start, end):
            inside = _inside(start, end, square)
            if inside is not None:
                entered.append((inside, square))
    return tuple(square for _, square in sorted(entered))


def _inside(start: int, end: int, square: int) -> Fraction | None:
    """The part of the way (0..1) after which the pass enters the square; None if it passes by or only touches it."""
    enters, leaves = Fraction(0), Fraction(1)
    places = (divmod(each, WIDTH) for each in (start, end, square))
    for origin, goal, at in zip(*places, strict=True):
        run, centre = 2 * (goal - origin), 2 * (at - origin)
        if run == 0:
            if centre != 0:
                return None
            continue
        near, far = sorted((Fraction(centre - 1, run), Fraction(centre + 1, run)))
        enters, leaves = max(enters, near), min(leaves, far)
    return enters if enters < leaves else None


def interceptors(start: int, end: int, defenders: Iterable[int]) -> tuple[int, ...]:
    """Which of the squares `defenders` the pass goes through, the one it enters first in front (PB-12)."""
    held = set(defenders)
    return tuple(square for square in squares_crossed(start, end) if square in held)
