"""Whether a picture has the light and the colours that boards are read by."""

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image

# Looked at is a copy of this size, in which single bright pixels and noise do not count.
SMALL = (160, 120)
# Grey levels that the brightest hundredth reaches at least. Tables lit by 6 % of good light reach 60 and are read; by
# 2 % they reach 40, and noise is read as pieces.
DARKEST = 48.0
# The most colourful hundredth's largest channel is so many levels above its least: 24 and more in every picture with
# colours, even of black and white pieces; 0 to 2 in one that a camera took by night.
PALEST = 5.0


def check_light(image: Image) -> None:
    """Raises VisionError for a picture (H x W x 3, 8 bits, BGR) that is too dark to read a board in, or that has no
    colours."""
    small = np.asarray(cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
    if float(np.percentile(small.max(axis=2), 99)) < DARKEST:
        raise VisionError("vision.picture.dark")
    if float(np.percentile(np.ptp(small, axis=2), 99)) < PALEST:
        raise VisionError("vision.picture.colourless")
