"""How much of every column's top shows past the columns before it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.columns.sweep import CUBE, SIDE
from vision.geometry.board_view import BoardView
from vision.image import Floats

SAMPLES: Final = 4
"""Places along a top's side where it is looked whether it shows."""
MARCH: Final = 0.2
"""Steps (squares) along sight lines over the board."""


def shown(heights: NDArray[np.int_], view: BoardView) -> Floats:
    """Which share (10 x 10, 0..1) of the tops of columns so high (10 x 10 cubes, by x then y) a camera sees."""
    eye = view.camera_centre / view.pitch
    inner = (np.arange(SAMPLES) + 0.5) / SAMPLES
    x, y, a, b = np.meshgrid(np.arange(SIDE), np.arange(SIDE), inner, inner, indexing="ij")
    tops = np.stack([x + a, y + b, np.broadcast_to(heights[..., None, None], x.shape) * CUBE], -1).reshape(-1, 3)
    way = eye - tops
    level = np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)
    # Sight lines as far as they are over the board and below its tallest column.
    ahead = np.arange(MARCH / 2, SIDE * np.sqrt(2), MARCH)
    reach = ahead[:, None] / level
    spots = tops[None, :, :2] + reach[..., None] * way[None, :, :2]
    over = tops[None, :, 2] + reach * way[None, :, 2]
    square = np.floor(spots).astype(int)
    inside = ((square >= 0) & (square < SIDE)).all(axis=-1) & (reach < 1)
    square = np.clip(square, 0, SIDE - 1)
    blocked = inside & (heights[square[..., 0], square[..., 1]] * CUBE > over + 1e-6)
    return np.asarray(1 - blocked.any(axis=0).reshape(SIDE, SIDE, -1).mean(axis=-1))
