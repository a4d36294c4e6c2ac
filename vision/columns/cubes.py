"""Cubes of columns as solids that can be drawn."""

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Final, cast

import numpy as np

from vision.columns.joint_decoding import place_of
from vision.columns.sweep import CUBE
from vision.image import Floats
from vision.synthesis.shapes import Face, PlacedSolid, Shape

SIDE_NORMALS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
# The lower edge of each of these sides.
LOWER_EDGES: Final = (((1, 0), (1, 1)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((0, 0), (1, 0)))
HOLE: Final = "."


def cubes_of(columns: Mapping[str, str]) -> frozenset[PlacedSolid]:
    """Return the cubes of columns (letters bottom to top)."""
    return frozenset[PlacedSolid]().union(*(_cubes(cell, column) for cell, column in columns.items()))


@lru_cache(maxsize=4096)
def _cubes(cell: str, column: str) -> frozenset[PlacedSolid]:
    square = place_of(cell)
    return frozenset(PlacedSolid((*square, level), letter) for level, letter in enumerate(column) if letter != HOLE)


@cache
def cube(seat: Hashable) -> Shape:
    """Return the cube on a seat (x, y and level), in pitches."""
    x, y, level = cast("tuple[int, int, int]", seat)
    rim = (1 - CUBE) / 2
    low = np.array([x + rim, y + rim, level * CUBE])
    faces = [Face(low + CUBE * np.array([[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]), np.array([0.0, 0.0, 1.0]), 0)]
    for kind, (normal, (one, other)) in enumerate(zip(SIDE_NORMALS, LOWER_EDGES, strict=True), 1):
        corners = np.array([(*one, 0), (*other, 0), (*other, 1), (*one, 1)])
        faces.append(Face(low + CUBE * corners, np.array([*normal, 0.0]), kind))
    middle = low + CUBE / 2

    def nearness(eye: Floats) -> float:
        # Of cubes in one grid, one hides another only if it is no farther along any axis.
        return -float(np.abs(middle - eye).sum())

    return Shape(tuple(faces), nearness)
