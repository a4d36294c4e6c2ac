"""Locates a board by ArUco stickers at its corners.

Each sticker lies outside its corner of the grid and touches it; the marker is printed GAP_MM inside the sticker's
edges. All are upright for a player at the side of rank 1. The dictionary is OpenCV's 4x4_50; the calibration sheet has
its lower numbers.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.golden_section import least_between
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.parameters import Two, parameters

DICTIONARY = cv2.aruco.DICT_4X4_50
# In the order of a grid's ring.
NUMBERS = (40, 41, 42, 43)
SIZE_MM, GAP_MM = 16.0, 4.0


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    fewest: int = 3  # stickers needed to place a board
    reduced: int = 640  # pixels; width of the picture in which stickers are sought first
    loosest: float = 0.25  # marker widths; largest distance of a marker's corners from where the others put them
    pitches_mm: Two = (26.0, 40.0)  # mm; range of pitches that are tried
    close_mm: float = 0.01  # mm; precision of the pitch found


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Stickers:
    """The grid by its stickers."""

    corners: Floats
    """Outer corners in the order of the grid's ring, 4 x 2 pixels."""
    pitch: float
    """Rough pitch, mm."""
    markers: Floats
    """Corners of the markers seen, M x 4 x 2 pixels."""


def sticker_numbers(grid: BoardGrid) -> dict[str, int]:
    """Return the number of the sticker at each corner cell of the grid."""
    return dict(zip(grid.ring, NUMBERS, strict=True))


def marker_corners(cell: str, grid: BoardGrid) -> Floats:
    """Return a marker's corners (upper left first, clockwise, as read) in mm from its corner of the grid, 4 x 2."""
    right, upper = _grid_corner(cell, grid) > 0
    x = GAP_MM if right else -GAP_MM - SIZE_MM
    y = GAP_MM + SIZE_MM if upper else -GAP_MM
    return np.array([[x, y], [x + SIZE_MM, y], [x + SIZE_MM, y - SIZE_MM], [x, y - SIZE_MM]])


def find_stickers(image: Image, grid: BoardGrid, camera: Camera | None = None) -> Stickers | None:
    """Locate the grid by at least three stickers that agree; None otherwise."""
    seen = seen_markers(image, grid)
    if len(seen) < P.fewest:
        return None
    cells = sorted(seen)
    pixels = np.concatenate([seen[cell] for cell in cells])
    straight = pixels if camera is None else camera.undistort(pixels)

    def homography(pitch: float) -> tuple[Floats, float]:
        places = np.concatenate([_grid_corner(cell, grid) * pitch + marker_corners(cell, grid) for cell in cells])
        matrix = np.asarray(cv2.findHomography(places, straight)[0], dtype=float)
        drawn = cv2.perspectiveTransform(places[None], matrix)[0]
        return matrix, float(np.linalg.norm(drawn - straight, axis=1).max())

    def misfit(pitch: float) -> float:
        return homography(pitch)[1]

    pitch = least_between(*P.pitches_mm, P.close_mm, misfit)
    matrix, worst = homography(pitch)
    width = np.mean([np.linalg.norm(seen[cell] - np.roll(seen[cell], 1, axis=0), axis=1).mean() for cell in cells])
    if worst > P.loosest * width:
        return None
    ring = grid.outline * pitch
    corners = cv2.perspectiveTransform(ring[None], matrix)[0]
    if camera is not None:
        rays = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(camera.k).T
        corners = camera.project(rays, np.zeros(3), np.zeros(3))
    return Stickers(np.asarray(corners, dtype=float), pitch, pixels.reshape(-1, 4, 2))


def pitch_by_stickers(stickers: Stickers, view: BoardView) -> float:
    """Return the pitch in mm at which the markers have their printed size in the plane of `view`'s board."""
    places = view.on_board(stickers.markers.reshape(-1, 2)).reshape(-1, 4, 2)
    sides = np.linalg.norm(places - np.roll(places, 1, axis=1), axis=2)
    return float(view.pitch * SIZE_MM / sides.mean())


def _grid_corner(cell: str, grid: BoardGrid) -> Floats:
    """Return the outer corner of a cell in the grid's ring, (2,) pitches."""
    return np.asarray(grid.outline[grid.ring.index(cell)])


def seen_markers(image: Image, grid: BoardGrid) -> dict[str, Floats]:
    """Return the corners (4 x 2 pixels) of the stickers in the picture by cell, without those seen twice."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    scale = min(1.0, P.reduced / max(grey.shape))
    if scale < 1:
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if not _detected(np.asarray(small, dtype=np.uint8), grid):
            return {}
    return _detected(grey, grid)


def _detected(grey: NDArray[np.uint8], grid: BoardGrid) -> dict[str, Floats]:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    quads, numbers, _ = detector.detectMarkers(grey)
    found = [] if numbers is None else np.ravel(numbers).tolist()
    return {
        cell: np.asarray(quads[found.index(number)], dtype=float).reshape(4, 2)
        for cell, number in sticker_numbers(grid).items()
        if found.count(number) == 1
    }
