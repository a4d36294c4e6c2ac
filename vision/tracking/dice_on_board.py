"""Reads the dice that lie on half a backgammon board."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.dice.eye import DiceEye, SeenDie
from vision.geometry.half_board import ROWS, PlacedHalfBoard
from vision.image import Image
from vision.parameters import Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    faces: Two = (0.12, 0.5)  # points' widths; least and largest face of a die: others are checkers or emblems
    sure: float = 0.9  # chance; a value less sure is left to the players
    around: float = 0.05  # share of the field's size added on all sides for the search


P: Final = parameters(Parameters)


def dice_on_board(image: Image, board: PlacedHalfBoard) -> tuple[int, ...]:
    """Read the dice on the field of a picture (H x W x 3, BGR), far ones first. Returns no values if any of them is
    unsure."""
    ring = board.ring.astype(np.float32)
    room = P.around * np.ptp(ring, axis=0)
    low = np.maximum(np.floor(ring.min(axis=0) - room), 0).astype(int)
    high = np.ceil(ring.max(axis=0) + room).astype(int) + 1
    around = np.ascontiguousarray(image[low[1] : high[1], low[0] : high[0]])
    width = float(np.linalg.norm(ring[1] - ring[0] + ring[2] - ring[3])) / (2 * ROWS)
    seen = [die.moved(float(low[0]), float(low[1])) for die in DiceEye().read(around)]
    dice = [die for die in seen if _lies_there(die, ring, width)]
    if any(die.value is None or die.confidence < P.sure for die in dice):
        return ()
    return tuple(die.value for die in dice if die.value is not None)


def _lies_there(die: SeenDie, ring: np.ndarray[tuple[int, int], np.dtype[np.float32]], width: float) -> bool:
    """Return True if a find lies on the field and has a die's size."""
    inside = cv2.pointPolygonTest(ring, (float(die.at[0]), float(die.at[1])), False) > 0
    return bool(inside and P.faces[0] * width < die.face < P.faces[1] * width)
