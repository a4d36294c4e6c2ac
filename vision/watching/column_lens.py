"""Which focal length a turntable is seen with, as far as its corners leave that open.

From straight above, a near camera and a far one with a longer lens see the same corners. What stands on the board leans
less before the farther one: of the views that corners and maps bear out, the one is believed by which the columns are
read most surely.
"""

from collections.abc import Callable
from typing import Final

from vision.board.by_pose import PlacedBoard
from vision.columns.reader import ColumnSight
from vision.columns.settled import HIDDEN
from vision.geometry.board_view import BoardView

STRIDE: Final = 1.12
"""Focal lengths are tried in steps of such a factor,"""
MOST: Final = 4
"""so many at most on either side."""
TRUST: Final = 1.0
"""What a nat of the reader's counts against one of the maps': squares are not read apart from each other."""


def focused(placed: PlacedBoard, read: Callable[[BoardView], ColumnSight]) -> BoardView:
    """The view whose columns are read most surely."""

    def tried(view: BoardView) -> tuple[float, BoardView, ColumnSight]:
        sight = read(view)
        return TRUST * sureness(sight) - placed.cost(view), view, sight

    best = tried(placed.view)
    if not (best[2].heights.argmax(axis=-1) > 0).any():
        return best[1]
    for factor in (STRIDE, 1 / STRIDE):
        start = best[1]
        for step in range(1, MOST + 1):
            there = tried(start.refocused(factor**step))
            if there[0] < best[0]:
                break
            best = there
        if best[1] is not start:
            break
    return best[1]


def sureness(sight: ColumnSight) -> float:
    """How surely heights are read of what shows: the sum of their logs."""
    return float(sight.heights.max(axis=-1)[sight.hidden < HIDDEN].sum())
