"""Rectifies a picture of a board in level planes, one for each height that a column may have.

In the plane of its own height a column's top appears square and in its place, whatever the camera; in others it is
shifted (plane sweep: Collins 1996).
"""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Image

SIDE: Final = 10
"""Squares along a side of the board."""
AROUND: Final = 1
"""Further squares shown on every side."""
PER_CELL: Final = 12
"""Pixels a square."""
LEVELS: Final = 10
"""Planes: the board's own and those of 1 .. 9 cubes, one more than rules allow."""
CUBE: Final = 0.985
"""Height of a cube in pitches."""
ACROSS: Final = SIDE + 2 * AROUND
STEEPEST: Final = 3.0
NODES: Final = 25
"""Points along a side of a plane that are projected; between them distortion is negligible."""

Singles = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class PlaneSweep:
    """Planes of a picture."""

    planes: NDArray[np.uint8]
    """LEVELS x 144 x 144 x 3 (by x, then y), BGR."""
    leans: Singles
    """Shift along x and y in pitches of what is a pitch higher, 2 x LEVELS x 12 x 12."""
    told: dict[int, Singles] = field(default_factory=dict)
    """What the network told of the board turned by so many quarters, as far as it was asked."""


def swept(image: Image, view: BoardView) -> PlaneSweep:
    """Rectify a picture of a board that lies at `view`."""
    size = ACROSS * PER_CELL
    ring = view.project(view.ring)
    scale = float(np.sqrt(abs(cv2.contourArea(ring.astype(np.float32))))) / (SIDE * PER_CELL)
    soft = image if scale < 1.2 else np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 * scale), np.uint8)
    ends = np.linspace(0.5 / PER_CELL, ACROSS - 0.5 / PER_CELL, NODES) - AROUND
    x, y = np.meshgrid(ends, ends, indexing="ij")
    heights = np.arange(LEVELS) * CUBE
    flat = np.stack([np.stack([x, y, np.full_like(x, z)], -1) for z in heights])
    nodes = view.project(flat.reshape(-1, 3) * view.pitch).reshape(LEVELS, NODES, NODES, 2).astype(np.float32)
    planes = np.empty((LEVELS, size, size, 3), np.uint8)
    # Pixels of the planes as numbers of nodes.
    at = np.linspace(0, NODES - 1, size, dtype=np.float32)
    across, down = np.meshgrid(at, at)
    for level in range(LEVELS):
        where = cv2.remap(nodes[level], across, down, cv2.INTER_LINEAR)
        planes[level] = cv2.remap(soft, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    eye = view.camera_centre / view.pitch
    middles = np.arange(ACROSS) + 0.5 - AROUND
    under = np.maximum(eye[2] - heights, 0.5)[:, None, None]
    along = np.broadcast_to((middles[:, None] - eye[0]) / under, (LEVELS, ACROSS, ACROSS))
    up = np.broadcast_to((middles[None, :] - eye[1]) / under, (LEVELS, ACROSS, ACROSS))
    leans = np.clip(np.stack([along, up]), -STEEPEST, STEEPEST).astype(np.float32)
    return PlaneSweep(planes, leans)


def quarter_turned(sweep: PlaneSweep, quarter: int) -> PlaneSweep:
    """Return the planes of the same board with its axes turned by `quarter` quarters, as `numpy.rot90` turns them."""
    planes, leans = np.rot90(sweep.planes, quarter, (1, 2)), np.rot90(sweep.leans, quarter, (2, 3))
    for _ in range(quarter % 4):
        # What ran along x runs along -y, and what ran along y along x.
        leans = np.stack([-leans[1], leans[0]])
    return PlaneSweep(np.ascontiguousarray(planes), np.ascontiguousarray(leans))


def mirrored(sweep: PlaneSweep) -> PlaneSweep:
    """Return the planes of the mirror image of a board, with x reversed."""
    leans = sweep.leans[:, :, ::-1] * np.array([-1, 1], np.float32)[:, None, None, None]
    return PlaneSweep(np.ascontiguousarray(sweep.planes[:, ::-1]), np.ascontiguousarray(leans))


def as_input(planes: NDArray[np.uint8]) -> Singles:
    """Convert planes to network input: 3 x LEVELS x 144 x 144, with a table's middle tones at 0."""
    bright = planes.astype(np.float32) / np.float32(127.5) - np.float32(1)
    return np.ascontiguousarray(bright.transpose(3, 0, 1, 2))
