"""The two windows of a crop that the reader sees: fine, and coarse at half the resolution."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stacks.crops import FOOT, HEIGHT, LEAST_RISE, WIDTH, levelled


@dataclass(frozen=True)
class Zoom:
    """A window of a crop (`rows`, `columns` from its upper left corner), resized to `height` x `width` pixels."""

    name: str
    rows: slice
    columns: slice
    height: int
    width: int

    def view(self, crop: NDArray[Any]) -> NDArray[Any]:
        """Return the window of a picture HEIGHT x WIDTH or HEIGHT x WIDTH x channels."""
        window = crop[self.rows, self.columns]
        if window.shape[:2] == (self.height, self.width):
            return window
        return np.asarray(cv2.resize(window, (self.width, self.height), interpolation=cv2.INTER_AREA))

    @cached_property
    def above_foot(self) -> NDArray[np.float32]:
        """Height of each row above the stack's foot in crop pixels, shape (height,)."""
        up = np.repeat(FOOT[1] - np.arange(HEIGHT, dtype=np.float32)[:, None], WIDTH, axis=1)
        return np.asarray(self.view(up)[:, 0])

    def guides(
        self,
        poses: NDArray[np.float32],
        silhouettes: NDArray[np.uint8],
        stacking_rise: float | NDArray[np.float32],
        *,
        out: NDArray[np.float32] | None = None,
    ) -> NDArray[np.float32]:
        """Encode the camera's pose for every pixel of N cells, N x 3 x height x width, written into `out` if given.

        Planes: height on the plumb plane in decimetres, as `levelled` gives it for a set's stacking rise (mm, one or N
        x 1); elevation; silhouette of a large. `poses`: `rise` and `elevation` of the frames, N x 2. `silhouettes`: N x
        height x width in this window.
        """
        planes = np.empty((len(poses), 3, self.height, self.width), np.float32) if out is None else out
        plumb = np.asarray(self.above_foot / np.maximum(poses[:, :1], LEAST_RISE), np.float32)
        planes[:, 0] = levelled(plumb, stacking_rise)[:, :, None]
        planes[:, 1] = poses[:, 1, None, None]
        np.multiply(silhouettes, np.float32(1 / 255), out=planes[:, 2])
        return planes


FINE = Zoom("fine", slice(6, 230), slice(10, 122), 224, 112)
COARSE = Zoom("coarse", slice(0, HEIGHT), slice(0, WIDTH), 128, 72)
ZOOMS = (FINE, COARSE)
