"""Brightness and tint of pixels as logarithms: light changes the first, plastics differ in the second."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Image

DARK: Final = 10.0
"""Grey levels added before logarithms, so that dark pixels do not dominate."""
STEP: Final = 0.025
"""Log; channels nearer to each other than this are taken for one: pixels of one plastic differ by far more."""
LOGS: Final = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))
STEPS: Final = np.round((LOGS - LOGS[0]) / STEP).astype(np.uint8)
COUNT: Final = int(STEPS[-1]) + 1
# Rows: mean of blue, green and red; red less the mean; blue less the mean.
AS_TINTS: Final = np.array([[1, 1, 1], [-1, -1, 2], [2, -1, -1]], np.float32) / 3


def tints(image: Image) -> Floats:
    """Return for each pixel the mean log of its channels, and by how much the logs of red and of blue exceed it."""
    return np.asarray(cv2.transform(cv2.LUT(image, LOGS), AS_TINTS))


def distinct(image: Image) -> tuple[Floats, NDArray[np.int32]]:
    """Return the tints that occur in a picture, nearly alike ones as one (N x 3), and which of them each pixel has."""
    steps = cv2.LUT(image, STEPS).reshape(-1, 3).astype(np.int32)
    numbers = (steps[:, 0] * COUNT + steps[:, 1]) * COUNT + steps[:, 2]
    occurs = np.zeros(COUNT**3, bool)
    occurs[numbers] = True
    found = np.flatnonzero(occurs)
    which = np.empty(COUNT**3, np.int32)
    which[found] = np.arange(len(found))
    logs = np.column_stack(np.unravel_index(found, (COUNT,) * 3)) * STEP + float(LOGS[0])
    return np.asarray(logs @ AS_TINTS.T, np.float32), which[numbers]
