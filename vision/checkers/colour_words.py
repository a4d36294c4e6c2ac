"""Names the colours of checkers."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    grey: int = 45  # saturation (0..255) below which a colour is white, grey or black


P: Final = parameters(Parameters)
HUES: Final = ((8, "red"), (22, "orange"), (35, "yellow"), (85, "green"), (135, "blue"), (165, "purple"), (181, "red"))
"""Names of hues (OpenCV's, 0..180), each up to a limit."""


def word_of(colour: Floats) -> str:
    """Return the word for a colour (BGR, 0..255)."""
    pixel = np.clip(np.asarray(colour, float), 0, 255).astype(np.uint8).reshape(1, 1, 3)
    hue, saturation, value = (int(c) for c in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV)[0, 0])
    if value < 50:
        return "black"
    if saturation < P.grey:
        return "white" if value > 130 else "grey"
    if hue in range(8, 32) and saturation < 120 and value > 130:
        return "cream"
    name = next(name for limit, name in HUES if hue < limit)
    return "brown" if name in ("orange", "red") and value < 120 and saturation < 200 else name
