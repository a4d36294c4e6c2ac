"""Computes how much of every column's top shows past the columns before it."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.columns.sweep import CUBE, SIDE
from vision.geometry.board_view import BoardView
from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    samples: int = 4  # samples along a top's side that are tested for visibility
    march: float = 0.2  # squares; step along lines of sight over the board


P: Final = parameters(Parameters)


def visible_shares(heights: NDArray[np.int_], view: BoardView) -> Floats:
    """Return the visible share (10 x 10, 0..1) of the tops of columns of these heights (10 x 10 cubes, by x then y)."""
    eye = view.camera_centre / view.pitch
    inner = (np.arange(P.samples) + 0.5) / P.samples
    x, y, a, b = np.meshgrid(np.arange(SIDE), np.arange(SIDE), inner, inner, indexing="ij")
    spots = np.stack([x + a, y + b, np.broadcast_to(heights[..., None, None], x.shape) * CUBE], -1).reshape(-1, 3)
    spots = np.asarray(spots, np.float32)
    way = np.asarray(eye, np.float32) - spots
    level = np.maximum(np.hypot(way[:, 0], way[:, 1]), np.float32(1e-6))
    across, rise = way[:, :2] / level[:, None], way[:, 2] / level
    # Heights of columns, with bare ground around them.
    ground = np.zeros((SIDE + 2, SIDE + 2), np.float32)
    ground[1:-1, 1:-1] = heights * CUBE
    blocked = np.zeros(len(spots), bool)
    highest = float(heights.max()) * CUBE
    # Lines of sight, as far as they run over the board and below its tallest column.
    for ahead in np.arange(P.march / 2, SIDE * np.sqrt(2), P.march, dtype=np.float32):
        over = spots[:, 2] + ahead * rise
        left = ~blocked & (over < highest) & (ahead < level)
        if not left.any():
            break
        at = np.clip(np.floor(spots[left, :2] + ahead * across[left]), -1, SIDE).astype(np.int32)
        blocked[left] = ground[at[:, 0] + 1, at[:, 1] + 1] > over[left] + 1e-6
    return np.asarray(1 - blocked.reshape(SIDE, SIDE, -1).mean(axis=-1), float)
