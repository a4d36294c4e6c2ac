"""The line of a pass: from centre to centre, in whole numbers.

With squares two units wide the centres are at even coordinates and every square is the open box of one unit to each
side of its centre. A pass goes through a square when it meets that open box; to touch a corner is not to go through.
"""

from collections.abc import Iterable
from functools import lru_cache

from companion.games.pyramid_ball.rules.board import WIDTH


@lru_cache(maxsize=1 << 12)
def squares_crossed(start: int, end: int) -> tuple[int, ...]:
    """Return the squares that a pass goes through between those of thrower and receiver, in the order it enters
    them."""
    (y0, x0), (y1, x1) = divmod(start, WIDTH), divmod(end, WIDTH)
    entered = []
    for y in range(min(y0, y1), max(y0, y1) + 1):
        for x in range(min(x0, x1), max(x0, x1) + 1):
            inside = _inside((2 * (x1 - x0), 2 * (y1 - y0)), (2 * (x - x0), 2 * (y - y0)))
            if inside is not None and (x, y) not in ((x0, y0), (x1, y1)):
                entered.append((inside, WIDTH * y + x))
    return tuple(square for _, square in sorted(entered))


def _inside(run: tuple[int, int], centre: tuple[int, int]) -> int | None:
    """Return how far along a pass that runs by `run` it enters the square around `centre`, both counted from its start;
    None if it passes by or only touches it. The whole way is |run x| * |run y| long, or the one that is not zero."""
    whole = (abs(run[0]) or 1) * (abs(run[1]) or 1)
    enters, leaves = 0, whole
    for length, middle in zip(run, centre, strict=True):
        if length:
            near, far = sorted(((middle - 1) * whole // length, (middle + 1) * whole // length))
            enters, leaves = max(enters, near), min(leaves, far)
    return enters if enters < leaves else None


def interceptors(start: int, end: int, defenders: Iterable[int]) -> tuple[int, ...]:
    """Return the squares of `defenders` that a pass goes through, in its direction (PB-12)."""
    held = set(defenders)
    return tuple(square for square in squares_crossed(start, end) if square in held)
