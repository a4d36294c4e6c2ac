"""Whether a picture is light enough to be read, and has colours."""

from typing import Final

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image

SOFT: Final = 3.0
"""Noise is smoothed away by so many pixels of a picture as long as"""
LONGEST: Final = 640
"""so many pixels."""
BRIGHT: Final = 0.95
"""The share of a picture that is darker than its bright parts."""
LEAST: Final = 42.0
"""The luminance (0..255) of the bright parts of a picture that can be read. A room at a fifteenth of its light shows 45
to 65 and is read nearly as well as ever; at a fiftieth 27 to 39, and noise is taken for pieces."""
SMALL: Final = (160, 120)
"""Of what size a picture is asked whether it has colours, so that single pixels and noise do not count."""
PALEST: Final = 5.0
"""By so many levels (0..255) the largest channel of the most colourful hundredth is above its least: 24 and more in
every picture with colours, even of black and white pieces; 0 to 2 in one that a camera took by night."""


def is_dark(image: Image) -> bool:
    """A picture (H x W x 3, BGR) shows too little light for anything to be told of it."""
    scale = min(LONGEST / max(image.shape[:2]), 1.0)
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), SOFT)
    return float(np.quantile(soft, BRIGHT)) < LEAST


def check_light_and_colours(image: Image) -> None:
    """Raises VisionError for a picture (H x W x 3, BGR) that is too dark, or that has no colours."""
    if is_dark(image):
        raise VisionError("vision.picture.dark")
    small = np.asarray(cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
    if float(np.percentile(np.ptp(small, axis=2), 99)) < PALEST:
        raise VisionError("vision.picture.colourless")
