"""The two ways in which the reader looks at a crop: close up, and wider at half the resolution."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import HEIGHT, WIDTH


@dataclass(frozen=True)
class Zoom:
    """A window of a crop (`rows`, `columns` from its upper left corner), resized to `height` x `width` pixels."""

    name: str
    rows: slice
    columns: slice
    height: int
    width: int

    def view(self, crop: NDArray[Any]) -> NDArray[Any]:
        """The window of a picture HEIGHT x WIDTH or HEIGHT x WIDTH x channels."""
        window = crop[self.rows, self.columns]
        if window.shape[:2] == (self.height, self.width):
            return window
        return np.asarray(cv2.resize(window, (self.width, self.height), interpolation=cv2.INTER_AREA))


FINE = Zoom("fine", slice(6, 230), slice(10, 122), 224, 112)
COARSE = Zoom("coarse", slice(0, HEIGHT), slice(0, WIDTH), 128, 72)
ZOOMS = (FINE, COARSE)
