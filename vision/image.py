"""Array types. Pictures are H x W x 3, 8 bits, in OpenCV's order blue, green, red."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

# Shorter side in pixels: on a smaller picture no board can be read.
SMALLEST: Final = 160
Image = NDArray[np.uint8]
Floats = NDArray[np.float64]


def size_checked(image: Image) -> tuple[int, int]:
    """Return width and height. Raises VisionError for what is no picture, or too small to show a board."""
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise VisionError("vision.picture.format")
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST:
        raise VisionError("vision.picture.small", width=width, height=height, least=SMALLEST)
    return width, height
