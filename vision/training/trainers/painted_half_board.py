"""Trains the finder of half backgammon boards: the network of `painted`, shown tables that make_half_boards drew.

From a picture shrunk to 256 x 192, or enlarged around the field, it paints the field's outer corners, where its points
meet the rim (14 crossings of a grid of 6 x 1), and the field; the fourth map stays empty. Tables with other boards
teach it what is none: nothing is to be painted there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import HALF_BOARD, BoardGrid
from vision.geometry.half_board import CORNERS
from vision.training.trainers.painted_field import TRAINER as FIELD_TRAINER
from vision.training.trainers.painted_field import Fields


class HalfBoards(Fields):
    """The pictures beside some truths, in memory."""

    GRID: ClassVar[BoardGrid] = HALF_BOARD

    def places(self, truth: Mapping[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of other boards there are no crossings."""
        if truth["board"] != "backgammon":
            return np.full((len(HALF_BOARD.crossings), 2), np.nan), np.empty((0, 4, 2))
        ring = np.array([truth["corners"][name] for name in CORNERS], np.float32)
        way = cv2.getPerspectiveTransform(HALF_BOARD.outline.astype(np.float32), ring)
        spots = np.asarray(cv2.perspectiveTransform(HALF_BOARD.crossings[:, None], way), float)[:, 0]
        return spots, np.empty((0, 4, 2))


TRAINER = replace(FIELD_TRAINER, data=HalfBoards)
