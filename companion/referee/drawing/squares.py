"""A board of squares in rows and columns, on wood, with the names of both along its edges."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.referee.drawing.board import DrawnBoard, Spot
from companion.referee.drawing.pyramids import piled, piled_stamps
from companion.referee.drawing.shapes import Box, Letters, Point, Shape, Shapes
from companion.referee.grid import Place

CELL, MARGIN = 100.0, 26.0


def squares(
    columns: Sequence[str],
    rows: Sequence[str],
    stamp: Callable[[str, str], Shapes],
    stamps: Callable[[str], Sequence[str]],
    *,
    name: Callable[[str, str], Place] = "{}{}".format,
    only: Collection[Place] = (),
    fills: Mapping[Place, str] | None = None,
    badge: Point = (31.0, -31.0),
    **board: Any,
) -> DrawnBoard:
    """Return a board of these columns, from the left, and rows, from the far one.

    `name` is what the square of a column and a row is called. Squares are left out that are not among `only`, if there
    are any. `fills` are colours of squares other than the usual one, `badge` is where badges are, from the middle of
    each, `board` are further fields of the `DrawnBoard`.
    """
    places: dict[Place, Spot] = {}
    width, height = len(columns) * CELL + 2 * MARGIN, len(rows) * CELL + 2 * MARGIN
    letters = min(24.0, 3.4 * max(len(columns), len(rows)))
    ground: list[Shape] = [Box(0, 0, width, height, 14, "wood")]
    for down, row in enumerate(rows):
        y = MARGIN + down * CELL
        ground.append(Letters(MARGIN / 2, y + CELL / 2, letters, row, "axis", legible=True))
        for across, column in enumerate(columns):
            place, x = name(column, row), MARGIN + across * CELL
            if only and place not in only:
                continue
            places[place] = Spot(Box(x, y, CELL, CELL), badge=badge)
            ground.append(Box(x + 2, y + 2, CELL - 4, CELL - 4, 9, (fills or {}).get(place, "cell")))
    for across, column in enumerate(columns):
        ground.append(
            Letters(MARGIN + (across + 0.5) * CELL, height - MARGIN / 2, letters, column, "axis", legible=True)
        )
    return DrawnBoard(Box(0, 0, width, height), ground, places, stamp, stamps, **board)


def volcano(columns: Sequence[str] = "abcde", rows: Sequence[str] = "54321") -> DrawnBoard:
    """Return a Volcano board with piles of pyramids."""
    return squares(columns, rows, piled, piled_stamps, layering="pile", numbers=True)
