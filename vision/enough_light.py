"""Checks that a picture is light enough to be read and has colours."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image, size_checked
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    longest: int = 640  # pixels; pictures are reduced to this before their light is measured
    soft: float = 3.0  # pixels of the reduced picture; noise is smoothed over them
    bright: float = 0.95  # share of a picture that is darker than its bright parts
    least: float = 42.0  # luminance (0..255) of bright parts that can be read: a dim room shows 45, noise below 40
    colours_in: tuple[int, int] = (160, 120)  # pixels; pictures are asked for colours at this size, noise averaged
    palest: float = 5.0  # levels (0..255) between channels of the most colourful hundredth: 24 with colours, 2 by night


P: Final = parameters(Parameters)


def is_dark(image: Image) -> bool:
    """Return True if a picture (H x W x 3, BGR) is too dark to be read."""
    scale = min(P.longest / max(image.shape[:2]), 1.0)
    width, height = (max(1, round(side * scale)) for side in image.shape[1::-1])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), P.soft)
    return float(np.quantile(soft, P.bright)) < P.least


def check_light_and_colours(image: Image) -> None:
    """Raise VisionError for a picture (H x W x 3, BGR) that is too small for a board, too dark or has no colours."""
    size_checked(image)
    if is_dark(image):
        raise VisionError("vision.picture.dark")
    small = np.asarray(cv2.resize(image, P.colours_in, interpolation=cv2.INTER_AREA), np.uint8)
    if float(np.percentile(np.ptp(small, axis=2), 99)) < P.palest:
        raise VisionError("vision.picture.colourless")
