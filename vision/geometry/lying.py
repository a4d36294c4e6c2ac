"""Corners of single pyramids, standing and lying."""

import numpy as np

from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Floats


def standing_corners(base: float, foot: float, apex: float, x: float, y: float, twist: float) -> Floats:
    """Return the base corners, anticlockwise seen from above, and the apex of a pyramid standing at (x, y), 5 x 3 mm.
    `base`: its side; `foot`, `apex`: heights; `twist`: turn about its axis, radians."""
    angles = twist + np.pi / 4 + np.arange(4) * np.pi / 2
    radius = base / np.sqrt(2)
    ring = np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(4, foot)])
    return np.vstack([ring, [x, y, apex]])


def lying_length(pips: int) -> float:
    """Return the length of a pyramid lying on a face, from the lower edge of the base to the apex, mm."""
    return float(np.hypot(HEIGHT_MM[pips], BASE_MM[pips] / 2))


def lying_corners(pips: int, x: float, y: float, z: float, heading: float) -> Floats:
    """Return the same five corners of a pyramid lying on a face on a table at height `z`.

    Its apex points along `heading` (radians, anticlockwise from +x); (x, y) is the middle between the base's lower edge
    and the apex. The first and the last base corner are its upper edge, the other two lie on the table.
    """
    half, height, length = BASE_MM[pips] / 2, HEIGHT_MM[pips], lying_length(pips)
    lean_cos, lean_sin = height / length, half / length
    upper = length / 2 - height * lean_cos + half * lean_sin
    along = np.array([upper, -length / 2, -length / 2, upper, length / 2])
    across = np.array([-half, -half, half, half, 0.0])
    up = np.array([1, 0, 0, 1, 0]) * 2 * half * lean_cos
    cos, sin = np.cos(heading), np.sin(heading)
    return np.column_stack([x + along * cos - across * sin, y + along * sin + across * cos, z + up])
