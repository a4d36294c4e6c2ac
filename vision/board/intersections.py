"""Tells how far each intersection of a grid lies from where a rough pose has it (`crossings.onnx`, from lab.training).

The board is seen straight from above under the rough pose; for each of its intersections the network says how far it is
off, how well it knows that, and whether there is a board at all. It goes by pieces and frames as much as by lines, so
that boards without lines are found too. It has the board that it was trained for in its shape.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.networks.runtime import load_network
from vision.networks.trained_for import TRAINED_FOR, check_trained_for

MODEL = "crossings.onnx"
# Raster pixels a cell, cells of margin around the grid, side of the raster; the maps count every STRIDEth pixel.
CELL, MARGIN = 24, 1
SIDE = TRAINED_FOR.ranks
RASTER = CELL * (SIDE + 2 * MARGIN)
STRIDE = 8
# More picture than about this a cell (pixels) is shrunk first, so that nothing is skipped over; in steps, so many to
# the half, since one picture is looked at again and again.
FINEST, STEPS = 36.0, 8

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Offsets:
    """Of a grid's N crossings: `shift` (N x 2, cells), `spread` (N x 2, cells: the scale of a Laplace distribution) and
    `there` (N, 0..1)."""

    shift: Points
    spread: Points
    there: NDArray[np.float64]


def to_raster(ring: Points) -> Points:
    """The 3 x 3 homography from picture to raster for the corners a1 e1 e5 a5 (4 x 2 pixels); y grows upwards."""
    seen = on_raster(TRAINED_FOR.outline).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(ring.astype(np.float32), seen), float)


def rectified(image: Image, ring: Points) -> Image:
    """The board from above, RASTER x RASTER x 3; grey where there is no picture."""
    grey = (127, 127, 127)
    return np.asarray(
        cv2.warpPerspective(image, to_raster(ring), (RASTER, RASTER), flags=cv2.INTER_LINEAR, borderValue=grey),
        np.uint8,
    )


def on_raster(points: Points) -> Points:
    """Points of the board (N x 2, cells) in raster pixels."""
    return np.column_stack([CELL * (MARGIN + points[:, 0]), CELL * (MARGIN + SIDE - points[:, 1])])


def on_board(pixels: Points) -> Points:
    """Raster pixels (N x 2) as points of the board in cells: `on_raster` the other way."""
    return np.column_stack([pixels[:, 0] / CELL - MARGIN, MARGIN + SIDE - pixels[:, 1] / CELL])


class Intersections:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)
        self._shrunk: tuple[Image, float, Image] | None = None

    def offsets(self, image: Image, grid: BoardGrid, ring: Points) -> Offsets:
        """Where a grid's intersections are, seen from where its corners are at `ring` (4 x 2 pixels). Raises
        VisionError for a grid that the network was not trained for."""
        check_trained_for(grid, MODEL)
        cell = float(np.linalg.norm(ring - np.roll(ring, 1, axis=0), axis=1).mean()) / SIDE
        if cell > FINEST:
            # Of a ring that is no board's, much larger than the picture, at least a pixel is left.
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
