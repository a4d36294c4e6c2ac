"""Adds a sensor's noise to pictures cheaply: drawing it anew for each would take a third of a processor."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

# Pixels by which the noise field exceeds the picture: each picture gets another window of it.
ROOM = 64


class SensorNoise:
    """Normal noise of a `spread` in grey levels, the same on all three colours if it is `grey`."""

    def __init__(self, spread: float, seed: int = 0, *, grey: bool = False) -> None:
        self._spread, self._grey = spread, grey
        self._chance = np.random.default_rng(seed)
        self._field: NDArray[np.int16] = np.empty((0, 0, 3), np.int16)

    def on(self, picture: Image) -> Image:
        """Add noise to a picture, height x width x 3, unlike that of any other."""
        high, wide = picture.shape[:2]
        if self._field.shape[:2] != (high + ROOM, wide + ROOM):
            shape = (high + ROOM, wide + ROOM, 1 if self._grey else 3)
            drawn = self._chance.normal(0, self._spread, shape).round().astype(np.int16)
            self._field = np.broadcast_to(drawn, (*shape[:2], 3)).copy()
        down, right = self._chance.integers(0, ROOM, 2)
        window = self._field[down : down + high, right : right + wide]
        return np.asarray(cv2.add(picture, window, dtype=cv2.CV_8U), np.uint8)
