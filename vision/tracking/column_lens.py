"""Chooses the focal length of a turntable's picture where its corners leave it open.

From straight above, a near camera and a far one with a longer lens see the same corners. Columns lean less before the
farther one: of the views supported by corners and maps, the one with the surest reading of columns is chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.board.by_pose import PlacedBoard
from vision.columns.joint_decoding import P as JOINT_DECODING
from vision.columns.reader import ColumnReading
from vision.geometry.board_view import BoardView
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    stride: float = 1.12  # ratio of neighbouring focal lengths that are tried
    most: int = 4  # steps tried in each direction
    trust: float = 1.0  # nats of the maps that a nat of the reader counts: squares are not read independently


P: Final = parameters(Parameters)


def focused(placed: PlacedBoard, read: Callable[[BoardView], ColumnReading]) -> BoardView:
    """Return the view whose columns are read most surely."""

    def tried(view: BoardView) -> tuple[float, BoardView, ColumnReading]:
        reading = read(view)
        return P.trust * sureness(reading) - placed.cost(view), view, reading

    best = tried(placed.view)
    if not (best[2].heights.argmax(axis=-1) > 0).any():
        return best[1]
    for factor in (P.stride, 1 / P.stride):
        start = best[1]
        for step in range(1, P.most + 1):
            there = tried(start.refocused(factor**step))
            if there[0] < best[0]:
                break
            best = there
        if best[1] is not start:
            break
    return best[1]


def sureness(reading: ColumnReading) -> float:
    """Return how surely visible heights are read: the sum of their logs."""
    return float(reading.heights.max(axis=-1)[reading.hidden < JOINT_DECODING.hidden].sum())
