"""Trains the finder of half backgammon boards: the network of `painted`, shown tables that make_half_boards drew.

From a picture shrunk to 256 x 192, or enlarged around the field, it paints the field's outer corners, where its points
meet the rim (14 crossings of a grid of 6 x 1), and the field; the fourth map stays empty. Tables with other boards
teach it what is none: nothing is to be painted there.
"""

import json
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import HALF_BOARD, BoardGrid
from vision.geometry.half_board import CORNERS
from vision.training.learn.trainer import Trainer
from vision.training.trainers.painted import TRAINER as VOLCANO_TRAINER
from vision.training.trainers.painted_field import KEPT, Fields


class HalfBoards(Fields):
    """The pictures beside some truths, in memory."""

    GRID: ClassVar[BoardGrid] = HALF_BOARD

    def read(self, path: Path) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """A picture, KEPT along its longer side, its crossings (14 x 2 pixels, NaN of another board), no feet."""
        truth = json.loads(path.read_text())
        picture = cv2.imread(str(path.with_suffix(".jpg")))
        assert picture is not None, path
        scale = KEPT / max(picture.shape[:2])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if truth["board"] != "backgammon":
            return np.asarray(small, np.uint8), np.full((len(HALF_BOARD.crossings), 2), np.nan), np.empty((0, 4, 2))
        ring = np.array([truth["corners"][name] for name in CORNERS], np.float32)
        way = cv2.getPerspectiveTransform(HALF_BOARD.outline.astype(np.float32), ring)
        spots = np.asarray(cv2.perspectiveTransform(HALF_BOARD.crossings[:, None], way), float)[:, 0]
        return np.asarray(small, np.uint8), (spots + 0.5) * scale - 0.5, np.empty((0, 4, 2))


TRAINER = Trainer(
    model=VOLCANO_TRAINER.model,
    data=HalfBoards,
    loss=VOLCANO_TRAINER.loss,
    metrics=VOLCANO_TRAINER.metrics,
    inputs=VOLCANO_TRAINER.inputs,
    outputs=VOLCANO_TRAINER.outputs,
    example=VOLCANO_TRAINER.example,
)
