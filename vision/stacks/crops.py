"""Cuts one cell's stack out of a picture in a standard pose and scale.

In a crop the stack stands upright: the centre of the cell's floor lies at `FOOT`, a plumb line through it runs straight
up, and a millimetre square-on to the camera is `SCALE` pixels. So sizes and counts look alike from everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.grid import BoardGrid
from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Image

WIDTH, HEIGHT = 131, 233
FOOT = (66.0, 178.0)
SCALE = 2.0
PLUMB_MM = 60.0
LEAST_RISE = 0.05
# Smallest scale at which a picture is reduced.
LEAST_SCALE = 0.01
# Stacking rise (mm) as which the readers are shown every set: part of their training, not an estimate of a set's.
READERS_RISE_MM = 8.2
FLAT = 1e-3


class LocatedBoard(Protocol):
    """A located board, as far as cutting needs it; board frame in millimetres, origin at a1's outer corner."""

    @property
    def grid(self) -> BoardGrid:
        """The board's cells."""

    @property
    def pitch(self) -> float:
        """Side of a cell, millimetres."""

    @property
    def camera_centre(self) -> NDArray[np.float64]:
        """Centre of the camera in the board frame, shape (3,)."""

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Project N x 3 board-frame points to N x 2 pixels."""


def cut_out(image: Image, way: NDArray[np.float64], size: tuple[int, int]) -> Image:
    """Cut out by the affine map `way` (2 x 3) from picture to `size` (width, height) pixels; grey outside. Where many
    pixels become one, they are averaged first."""
    times = int(1 / max(np.hypot(way[0, 0], way[0, 1]), LEAST_SCALE))
    if times > 1:
        image, way = _averaged(image, way, size, times)
    grey = (127, 127, 127)
    return np.asarray(cv2.warpAffine(image, way, size, flags=cv2.INTER_LINEAR, borderValue=grey), np.uint8)


def _averaged(
    image: Image, way: NDArray[np.float64], size: tuple[int, int], times: int
) -> tuple[Image, NDArray[np.float64]]:
    """Return the needed part of a picture, `times` smaller, and the map that goes with it."""
    ends = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]) - way[:, 2]
    seen = ends @ np.linalg.inv(way[:, :2]).T
    room = 2 * times
    first = np.clip(np.floor(seen.min(axis=0)) - room, 0, image.shape[1::-1]).astype(int)
    pixels = (np.clip(np.ceil(seen.max(axis=0)) + room, 0, image.shape[1::-1]).astype(int) - first) // times
    if (pixels < 1).any():
        return image, way
    (x, y), (width, height) = first, pixels * times
    part = cv2.resize(image[y : y + height, x : x + width], pixels.tolist(), interpolation=cv2.INTER_AREA)
    turn = way[:, :2] * times
    return np.asarray(part, np.uint8), np.column_stack([turn, way[:, 2] + way[:, :2] @ (first + (times - 1) / 2)])


@dataclass(frozen=True)
class Frame:
    """Position of a cell's crop in the picture."""

    to_crop: NDArray[np.float64]
    """Affine map from picture to crop, 2 x 3."""
    rise: float
    """Crop pixels by which a millimetre of height moves a point up."""
    elevation: float
    """Sine of the camera's elevation seen from the cell."""
    large: NDArray[np.float64]
    """Outline of a large in the cell, 5 x 2 crop pixels: four base corners and the apex."""

    def cut(self, image: Image) -> Image:
        """Return the crop, HEIGHT x WIDTH x 3; grey outside the picture."""
        return cut_out(image, self.to_crop, (WIDTH, HEIGHT))

    def in_picture(self, spot: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the picture pixel of a place in the crop, (2,)."""
        return np.asarray(np.linalg.solve(self.to_crop[:, :2], spot - self.to_crop[:, 2]), float)

    def silhouette(self) -> NDArray[np.uint8]:
        """Return the silhouette of a large, HEIGHT x WIDTH, 255 inside."""
        mask = np.zeros((HEIGHT, WIDTH), np.uint8)
        hull = cv2.convexHull(self.large.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        return mask


@dataclass(frozen=True)
class CellCrops:
    """All cells of a picture, upright: one frame and one crop a cell."""

    image: Image
    view: BoardView
    cells: Sequence[str]
    frames: Sequence[Frame]
    crops: Sequence[Image]

    @cached_property
    def by_cell(self) -> dict[str, Image]:
        """The crops by cell."""
        return dict(zip(self.cells, self.crops, strict=True))

    def frame(self, cell: str) -> Frame:
        """Return the frame of a cell."""
        return self.frames[self.cells.index(cell)]


def cut_all(image: Image, frames: Sequence[Frame]) -> list[Image]:
    """Cut every frame, as `Frame.cut` does; OpenCV warps four channels twice as fast as three."""
    four = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2BGRA), np.uint8)
    crops = [cut_out(four, each.to_crop, (WIDTH, HEIGHT)) for each in frames]
    return [np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGRA2BGR), np.uint8) for crop in crops]


def levelled(heights: NDArray[np.float32], stacking_rise: float | NDArray[np.float32]) -> NDArray[np.float32]:
    """Convert heights (mm) to decimetres, rescaled above a large as if every set had the same stacking rise: so many
    pieces are so high."""
    base = np.float32(HEIGHT_MM[3])
    above = base + (heights - base) * np.asarray(READERS_RISE_MM / stacking_rise, np.float32)
    return np.clip(np.where(heights > base, above, heights) / 100, -0.5, 1.5)


def square_on(sights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the level unit vectors perpendicular to lines of sight, both ... x 3; any for a plumb line."""
    across = np.stack([-sights[..., 1], sights[..., 0], np.zeros(sights.shape[:-1])], axis=-1)
    length = np.linalg.norm(across, axis=-1, keepdims=True)
    return np.where(length > FLAT, across / np.maximum(length, FLAT), np.array([1.0, 0.0, 0.0]))


def frame(view: LocatedBoard, cell: str) -> Frame:
    """Return the frame of a cell under a view."""
    return frames_of(view, [cell])[0]


def frames_of(view: LocatedBoard, cells: Sequence[str]) -> list[Frame]:
    """Return the frames of cells under a view."""
    feet = view.grid.floor(cells, view.pitch)
    sights = view.camera_centre - feet
    across, up, half = 10 * square_on(sights), np.array([0.0, 0.0, 1.0]), BASE_MM[3] / 2
    ring = half * np.array([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0]])
    large = [*(feet + corner for corner in ring), feet + HEIGHT_MM[3] * up]
    spots = np.stack([feet, feet + PLUMB_MM * up, feet - across, feet + across, *large], axis=1)
    seen = view.project(spots.reshape(-1, 3)).reshape(*spots.shape[:2], 2)
    plumbs, widths = seen[:, 1] - seen[:, 0], np.linalg.norm(seen[:, 3] - seen[:, 2], axis=1)
    reaches = np.linalg.norm(plumbs, axis=1)
    found = []
    for spot, sight, plumb, reach, width in zip(seen, sights, plumbs, reaches, widths, strict=True):
        scale = SCALE * 20 / float(width)
        ux, uy = plumb / reach if reach > FLAT else (0.0, -1.0)
        turn = scale * np.array([[-uy, ux], [-ux, -uy]])
        to_crop = np.column_stack([turn, np.asarray(FOOT) - turn @ spot[0]])
        elevation = float(sight[2] / np.sqrt(sight @ sight))
        found.append(Frame(to_crop, scale * float(reach) / PLUMB_MM, elevation, spot[4:] @ turn.T + to_crop[:, 2]))
    return found


def rectify(image: Image, view: BoardView, cells: Sequence[str], frames: Sequence[Frame] | None = None) -> CellCrops:
    """Cut cells out of a picture in which the board lies at `view`; `frames`, if known already."""
    frames = frames_of(view, cells) if frames is None else frames
    return CellCrops(image, view, cells, frames, cut_all(image, frames))
