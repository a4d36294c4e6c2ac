"""Predicts how far each intersection of a grid lies from its place under a rough pose (`crossings.onnx`).

The network sees the board rectified under the rough pose. For each intersection it gives the offset, its spread and
whether there is a board at all. It uses pieces and frames as much as lines, so that boards without lines are found too.
The size of the board is part of its shape.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.networks.runtime import load_network
from vision.networks.trained_for import TRAINED_FOR, check_trained_for

MODEL = "crossings.onnx"
# CELL, RASTER: pixels of a cell and of the whole raster; MARGIN: cells around the grid. The maps have a value for every
# STRIDEth pixel.
CELL, MARGIN = 24, 1
SIDE = TRAINED_FOR.ranks
RASTER = CELL * (SIDE + 2 * MARGIN)
STRIDE = 8
# Pictures with more pixels a cell than FINEST are reduced first, so that nothing is skipped; by STEPS sizes for each
# halving, so that a reduced picture serves several times.
FINEST, STEPS = 36.0, 8


@dataclass(frozen=True)
class Offsets:
    """Offsets of a grid's N intersections."""

    shift: Floats
    """Offsets in cells, N x 2."""
    spread: Floats
    """Scale of a Laplace distribution, cells, N x 2."""
    there: Floats
    """Probability that there is a board, N."""


def to_raster(ring: Floats) -> Floats:
    """Return the 3 x 3 homography from picture to raster for the corners a1 e1 e5 a5 (4 x 2 pixels); y grows
    upwards."""
    seen = on_raster(TRAINED_FOR.outline).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(ring.astype(np.float32), seen), float)


def rectified(image: Image, ring: Floats) -> Image:
    """Rectify the board, RASTER x RASTER x 3; grey outside the picture."""
    grey = (127, 127, 127)
    return np.asarray(
        cv2.warpPerspective(image, to_raster(ring), (RASTER, RASTER), flags=cv2.INTER_LINEAR, borderValue=grey),
        np.uint8,
    )


def on_raster(points: Floats) -> Floats:
    """Convert points of the board (N x 2, cells) to raster pixels."""
    return np.column_stack([CELL * (MARGIN + points[:, 0]), CELL * (MARGIN + SIDE - points[:, 1])])


class Intersections:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)
        self._shrunk: tuple[Image, float, Image] | None = None

    def offsets(self, image: Image, grid: BoardGrid, ring: Floats) -> Offsets:
        """Predict the offsets of a grid's intersections under the corners `ring` (4 x 2 pixels). Raises VisionError for
        a grid that the network was not trained for."""
        check_trained_for(grid, MODEL)
        cell = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean()) / SIDE
        if cell > FINEST:
            # A wrong ring much larger than the picture still leaves a pixel.
            least = 1 / min(image.shape[:2])
            scale = max(float(2 ** (np.round(STEPS * np.log2(FINEST / cell)) / STEPS)), least)
            image = self._smaller(image, scale)
            ring = (ring + 0.5) * scale - 0.5
        seen = np.asarray(rectified(image, ring), np.float32).transpose(2, 0, 1)[None] / 127.5 - 1
        (maps,) = self._net.answer({"board": np.ascontiguousarray(seen)}, ["crossings"])
        answer = maps[0].astype(float).reshape(5, -1).T
        return Offsets(answer[:, :2], np.exp(answer[:, 2:4]), 1 / (1 + np.exp(-answer[:, 4])))

    def _smaller(self, image: Image, scale: float) -> Image:
        if self._shrunk is None or self._shrunk[0] is not image or self._shrunk[1] != scale:
            small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            self._shrunk = image, scale, np.asarray(small, np.uint8)
        return self._shrunk[2]
