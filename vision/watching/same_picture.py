"""Whether two pictures show the same, but for noise."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

SMALL: Final = 480
"""Pictures are compared at this width (pixels),"""
PATCH: Final = 3
"""in patches of so many pixels a side,"""
STEP: Final = 7
"""whose brightness differs by at most so many levels while nothing moves."""


def small(image: Image) -> NDArray[np.uint8]:
    """A picture as it is compared."""
    height, width = image.shape[:2]
    size = min(SMALL, width), max(round(height * min(SMALL, width) / width), 1)
    return np.asarray(cv2.blur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (PATCH, PATCH)), np.uint8)


def alike(one: NDArray[np.uint8], other: NDArray[np.uint8], step: float = STEP) -> bool:
    """Whether two small pictures show the same, to so many levels."""
    return one.shape == other.shape and float(cv2.norm(one, other, cv2.NORM_INF)) <= step
