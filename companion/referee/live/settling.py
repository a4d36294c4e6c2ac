"""Which pictures of a camera are settled."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.sources.source import Shot


class Settler:
    """Tells when the picture has come to rest after something in it has changed.

    A picture is at rest when for `quiet` seconds no more than the share `moving` of it has changed against the
    picture at the beginning of the rest. Small and smooth before comparing, so that sensor noise is no motion.
    """

    def __init__(self, quiet: float = 0.5, moving: float = 0.002, step: int = 14) -> None:
        self._quiet = quiet
        self._moving = moving
        self._step = step
        self._since = 0.0
        self._rest: NDArray[np.uint8] | None = None
        self._told: NDArray[np.uint8] | None = None

    def settled(self, shot: Shot) -> bool:
        """Whether this picture is the first at rest that differs from the last one of which this was said."""
        now = self._reduced(shot.image)
        if self._rest is None or self._differ(self._rest, now):
            self._rest, self._since = now, shot.t
            return False
        if shot.t - self._since < self._quiet or (self._told is not None and not self._differ(self._told, now)):
            return False
        self._told = now
        return True

    def _reduced(self, image: Image) -> NDArray[np.uint8]:
        height, width = image.shape[:2]
        size = (320, max(1, round(height * 320 / width)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), dtype=np.uint8)

    def _differ(self, one: NDArray[np.uint8], two: NDArray[np.uint8]) -> bool:
        changed = cv2.absdiff(one, two).max(axis=2) > self._step
        return float(np.mean(changed)) > self._moving
