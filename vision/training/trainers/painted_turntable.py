"""Trains the finder of Blokus 3D's boards: the network of `painted`, shown tables that make_columns drew.

From a picture shrunk to 256 x 192, or enlarged around the board, it paints the grid's outer corners, its 121 crossings
(most are hidden under mask and columns) and the board; the fourth map stays empty.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.grid import TURNTABLE, BoardGrid
from vision.training.trainers.painted_field import KEPT, Fields
from vision.training.trainers.painted_field import TRAINER as FIELD_TRAINER


class Turntables(Fields):
    """The pictures beside some truths, in memory."""

    GRID: ClassVar[BoardGrid] = TURNTABLE

    def read(self, path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """A picture, KEPT along its longer side, its crossings (121 x 2 pixels) and no feet (0 x 4 x 2)."""
        truth = json.loads(path.read_text())
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        assert picture is not None, path
        view = BoardView.from_json(truth["more"]["view"])
        scale = KEPT / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        flat = np.column_stack([TURNTABLE.crossings * view.pitch, np.zeros(len(TURNTABLE.crossings))])
        return np.asarray(small, np.uint8), (view.project(flat) + 0.5) * scale - 0.5, np.empty((0, 4, 2))


TRAINER = replace(FIELD_TRAINER, data=Turntables)
