"""Detect when a camera's picture has settled."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.sources.source import Shot

WIDTH: Final = 320
QUIET: Final = 0.5
PATCH: Final = 12
STEP: Final = 10
# A patch is what is left of the pixels that changed when their rim is taken away, so that lone ones do not count.
_RIM: Final = np.ones((3, 3), np.uint8)


class Settler:
    """Tells when the picture has come to rest after something in it has changed.

    A picture is at rest when for `QUIET` seconds nothing has changed against the picture at the beginning of the rest.
    Pictures are compared small and smooth, so that sensor noise is no motion: something has changed where patches of
    `PATCH` pixels, their rims not counted, differ by more than `STEP` grey levels in a colour. That is a small piece
    that moves at the far end of a board in dim light.
    """

    def __init__(self) -> None:
        self._since = 0.0
        self._rest: NDArray[np.uint8] | None = None
        self._told: NDArray[np.uint8] | None = None
        self.resting = False

    def settled(self, shot: Shot) -> bool:
        """Return True for the first picture at rest that differs from the last such one. `resting`: True for one at
        rest that does not.

        Time may stand still, jump or run backwards (a suspended machine): the rest begins anew then.
        """
        now = self._reduced(shot.image)
        if self._rest is None or shot.t < self._since or self._differ(self._rest, now):
            self._rest, self._since = now, shot.t
            self.resting = False
            return False
        if shot.t - self._since < QUIET:
            return False
        self.resting = self._told is not None and not self._differ(self._told, now)
        if not self.resting:
            self._told = now
        return not self.resting

    def _reduced(self, image: Image) -> NDArray[np.uint8]:
        height, width = image.shape[:2]
        size = (WIDTH, max(1, round(height * WIDTH / width)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), dtype=np.uint8)

    def _differ(self, one: NDArray[np.uint8], two: NDArray[np.uint8]) -> bool:
        if one.shape != two.shape:
            return True
        alike = cv2.inRange(cv2.absdiff(one, two), (0, 0, 0), (STEP,) * 3)
        return alike.size - cv2.countNonZero(cv2.dilate(alike, _RIM)) >= PATCH
