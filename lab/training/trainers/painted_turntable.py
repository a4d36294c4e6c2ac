"""Trains the finder of Blokus 3D's boards: the network of `painted`, shown tables that make_columns drew.

From a picture shrunk to 256 x 192, or enlarged around the board, it paints the grid's outer corners, its 121
intersections (most are hidden under mask and columns) and the board; the fourth map stays empty. Tables without a board
teach it what is none: nothing is to be painted there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lab.training.trainers.painted_field import TRAINER as FIELD_TRAINER
from lab.training.trainers.painted_field import Fields
from vision.geometry.board_view import BoardView
from vision.geometry.grid import TURNTABLE, BoardGrid


class Turntables(Fields):
    """The pictures beside some truths, in memory."""

    GRID: ClassVar[BoardGrid] = TURNTABLE

    def places(self, truth: Mapping[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of other tables there are no intersections."""
        if truth["board"] != "blokus3d":
            return np.full((len(TURNTABLE.intersections), 2), np.nan), np.empty((0, 4, 2))
        return self.seen_intersections(BoardView.from_json(truth["more"]["view"])), np.empty((0, 4, 2))


TRAINER = replace(FIELD_TRAINER, data=Turntables)
