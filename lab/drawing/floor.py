"""What lies flat on a table, seen by a camera: pictures in planes of the board frame, through any lens."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.painting import Canvas
from vision.geometry.board_view import BoardView

Floats32 = NDArray[np.float32]
# Lenses bend so little that it is worked out at every so many pixels only.
STEP = 8


@dataclass(frozen=True)
class Flat:
    """A picture lying in the plane z = `height`: linear RGB, its first row at the greatest y.

    (x, y) is its middle, `size` its width and height in mm, `turn` by how much it is turned anticlockwise, radians.
    `repeat` lays it out over the whole plane.
    """

    picture: Canvas
    x: float
    y: float
    size: tuple[float, float]
    turn: float = 0.0
    height: float = 0.0
    repeat: bool = False


class FloorMap:
    """Where the sight lines of a view's pixels meet level planes."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self._planes: dict[float, tuple[Floats32, NDArray[np.bool_]]] = {}

    @cached_property
    def _rays(self) -> Floats32:
        """Directions in the board frame, height x width x 3."""
        view = self._view
        width, height = view.camera.size
        across, down = width // STEP + 2, height // STEP + 2
        nodes = np.array([[u * STEP, v * STEP] for v in range(down) for u in range(across)], float)
        straight = view.camera.undistort(nodes).reshape(down, across, 2).astype(np.float32)
        u, v = np.meshgrid(
            np.arange(width, dtype=np.float32) / STEP, np.arange(height, dtype=np.float32) / STEP, copy=False
        )
        seen = np.asarray(cv2.remap(straight, u, v, cv2.INTER_LINEAR))
        to_board = (view.matrix.T @ np.linalg.inv(view.camera.k)).astype(np.float32)
        return np.asarray(seen @ to_board[:, :2].T + to_board[:, 2], np.float32)

    def at(self, height: float) -> tuple[Floats32, NDArray[np.bool_]]:
        """Board coordinates (height x width x 2, mm) in the plane z = `height`, and where there are any."""
        if height not in self._planes:
            centre = self._view.camera_centre
            rays = self._rays
            down = np.minimum(rays[..., 2], np.float32(-1e-6))
            reach = np.float32(height - centre[2]) / down
            spots = rays[..., :2] * reach[..., None] + centre[:2].astype(np.float32)
            self._planes[height] = np.asarray(spots, np.float32), np.asarray(rays[..., 2] < -1e-3)
        return self._planes[height]


def lay(canvas: Canvas, floor: FloorMap, flats: Sequence[Flat]) -> None:
    """Put pictures over what is in a canvas, in their order, their edges softened by about a pixel."""
    for flat in flats:
        spots, there = floor.at(flat.height)
        cos, sin = np.float32(np.cos(flat.turn)), np.float32(np.sin(flat.turn))
        dx, dy = spots[..., 0] - np.float32(flat.x), spots[..., 1] - np.float32(flat.y)
        across = np.asarray((dx * cos + dy * sin) / flat.size[0] + 0.5, np.float32)
        down = np.asarray(0.5 - (dy * cos - dx * sin) / flat.size[1], np.float32)
        if flat.repeat:
            _paste(canvas, flat.picture, across, down, there, None)
            continue
        inside = there & (across > -0.05) & (across < 1.05) & (down > -0.05) & (down < 1.05)
        rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
        if not len(rows):
            continue
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        cover = np.asarray(_cover(across[part]) * _cover(down[part]) * there[part], np.float32)
        _paste(canvas[part], flat.picture, across[part], down[part], there[part], cover)


def _cover(share: Floats32) -> Floats32:
    """How much of each pixel lies between 0 and 1 of a coordinate that grows over the picture."""
    slope = np.hypot(*np.gradient(share)) if min(share.shape) > 1 else np.full_like(share, 0.01)
    step = np.maximum(slope, 1e-6)
    return np.asarray(np.clip(np.minimum(share, 1 - share) / step + 0.5, 0, 1), np.float32)


def _paste(
    canvas: Canvas,
    picture: Canvas,
    across: Floats32,
    down: Floats32,
    there: NDArray[np.bool_],
    cover: Floats32 | None,
) -> None:
    height, width = picture.shape[:2]
    blurred = _fit(picture, across, down)
    u, v = across * width - 0.5, down * height - 0.5
    if cover is None:
        # Every other tile is mirrored, so that none shows where it ends.
        u, v = (
            side - np.abs(np.where(there, at, 0) % (2 * side) - side) for at, side in ((u, width - 1), (v, height - 1))
        )
    where = u.astype(np.float32), v.astype(np.float32)
    seen = np.asarray(cv2.remap(blurred, *where, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE))
    share = (there if cover is None else cover)[..., None].astype(np.float32)
    canvas += share * (seen - canvas)


def _fit(picture: Canvas, across: Floats32, down: Floats32) -> Canvas:
    """The picture blurred as far as needed where a pixel of the camera takes in many of its own."""
    if min(across.shape) < 8:
        return picture
    height, width = picture.shape[:2]
    # Around the middle of the part that shows the picture.
    step_u = float(np.median(np.hypot(*np.gradient(across[::4, ::4])))) / 4 * width
    step_v = float(np.median(np.hypot(*np.gradient(down[::4, ::4])))) / 4 * height
    step = max(step_u, step_v)
    if step < 1.2:
        return picture
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 * step, borderType=cv2.BORDER_REFLECT_101), np.float32)
