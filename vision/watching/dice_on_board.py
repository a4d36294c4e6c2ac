"""Reads the dice that lie on half a backgammon board."""

from typing import Final

import cv2
import numpy as np

from vision.dice.eye import DiceEye, SeenDie
from vision.geometry.half_board import ROWS, PlacedHalfBoard
from vision.image import Image

FACES: Final = (0.12, 0.5)
"""A die's face is so wide, in points' widths; what is smaller or larger is a checker, an emblem or the board."""
SURE: Final = 0.9
"""A value told less surely than this is left to the players."""
AROUND: Final = 0.05
"""So much more of the picture than the field (a share of it) is looked at."""


def dice_on_board(image: Image, board: PlacedHalfBoard) -> tuple[int, ...]:
    """The values of the dice on the field of a picture (H x W x 3, BGR), the far ones first; none where one of them
    cannot be told."""
    ring = board.ring.astype(np.float32)
    room = AROUND * np.ptp(ring, axis=0)
    low = np.maximum(np.floor(ring.min(axis=0) - room), 0).astype(int)
    high = np.ceil(ring.max(axis=0) + room).astype(int) + 1
    around = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    width = float(np.linalg.norm(ring[1] - ring[0] + ring[2] - ring[3])) / (2 * ROWS)
    seen = [die.moved(float(low[0]), float(low[1])) for die in DiceEye().read(around)]
    dice = [die for die in seen if _lies_there(die, ring, width)]
    if any(die.value is None or die.confidence < SURE for die in dice):
        return ()
    return tuple(die.value for die in dice if die.value is not None)


def _lies_there(die: SeenDie, ring: np.ndarray[tuple[int, int], np.dtype[np.float32]], width: float) -> bool:
    """Whether what was taken for a die lies on the field and has a die's size."""
    inside = cv2.pointPolygonTest(ring, (float(die.at[0]), float(die.at[1])), False) > 0
    return bool(inside and FACES[0] * width < die.face < FACES[1] * width)
