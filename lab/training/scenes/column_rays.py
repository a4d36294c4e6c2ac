"""What sight lines and light meet first among columns of cubes on a square grid.

Lengths are in pitches: columns stand on the unit squares of a board whose corner is the origin, z up.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Ints = NDArray[np.int32]

NONE, TOP, SIDE_X, SIDE_Y = 0, 1, 2, 3
"""What was met: nothing above the board, a top, a side across x or across y."""
LEAST = 1e-6
"""Rays less steep or slant than this run along a plane."""


@dataclass(frozen=True)
class Hits:
    """What N rays meet: how far along each (`reach`), what (`face`), on which square (`x`, `y`)."""

    reach: Singles
    face: Ints
    x: Ints
    y: Ints


def met(start: Singles, way: Singles, heights: Ints, cube: float) -> Hits:
    """What rays from `start` (N x 3 or 3) along `way` (N x 3) meet of columns `heights` (side x side, by x then y) of
    cubes so high."""
    side, count = len(heights), len(way)
    tall = np.pad(heights, 1)
    ox, oy, oz = np.broadcast_to(start, way.shape).T
    dx, dy, dz = (np.where(np.abs(d) < LEAST, np.float32(LEAST), d) for d in way.T)
    best = np.full(count, np.inf, np.float32)
    face, at_x, at_y = (np.zeros(count, np.int32) for _ in range(3))

    def note(reach: Singles, hit: NDArray[np.bool_], kind: int, x: Ints, y: Ints) -> None:
        nearer = hit & (reach > 1e-4) & (reach < best)
        np.copyto(best, reach, where=nearer)
        face[nearer] = kind
        at_x[nearer], at_y[nearer] = x[nearer], y[nearer]

    def square(values: Singles) -> Ints:
        return np.clip(np.floor(values), -1, side).astype(np.int32)

    for level in np.unique(heights[heights > 0]):
        reach = np.asarray((level * np.float32(cube) - oz) / dz, np.float32)
        x, y = square(ox + reach * dx), square(oy + reach * dy)
        note(reach, tall[x + 1, y + 1] == level, TOP, x, y)
    for line in range(side + 1):
        for kind, o, d, p, q in ((SIDE_X, ox, dx, oy, dy), (SIDE_Y, oy, dy, ox, dx)):
            reach = np.asarray((line - o) / d, np.float32)
            across = square(p + reach * q)
            beyond = np.where(d > 0, line, line - 1).astype(np.int32)
            x, y = (beyond, across) if kind == SIDE_X else (across, beyond)
            z = oz + reach * dz
            note(reach, (z >= 0) & (z < tall[x + 1, y + 1] * np.float32(cube)), kind, x, y)
    return Hits(best, face, at_x, at_y)
