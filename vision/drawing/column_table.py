"""Draws a plain turntable with columns of cubes, turned at will. Equal contents give equal pictures.

Board frame: x to the right, y away, z up, in squares; the board is ten by ten, its middle is the turntable's axis.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.stand import stand
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import TURNTABLE
from vision.image import Image

BOARD = 10
SIZE = (960, 720)
ELEVATION_DEGREES, DISTANCE, FOCAL = 58.0, 26.0, 1.55
# BGR.
TABLE, DISC, MASK, GROUND = (112, 128, 140), (58, 54, 52), (120, 165, 205), (74, 70, 68)
LINE, SKIN, SLEEVE = (48, 46, 44), (130, 160, 215), (90, 60, 40)
CUBES: Mapping[str, tuple[int, int, int]] = {
    "R": (50, 50, 215),
    "Y": (50, 200, 240),
    "G": (75, 165, 55),
    "B": (210, 105, 45),
}
SHADES = (0.62, 0.8, 0.7, 0.9)
RISE = 0.98
DISC_RADIUS = 7.6
Points = NDArray[np.float64]


@dataclass(frozen=True)
class TurntableScenery:
    """Everything on the table."""

    mask: frozenset[tuple[int, int]]
    """Squares left open, as pairs x, y."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Columns by square "x,y", from the board upwards; "." is a hole."""
    turned: float = 0.0
    """Turn of the turntable, radians anticlockwise."""
    hand: bool = False
    """True for a hand over the table."""


def turntable_view(size: tuple[int, int] = SIZE, turned: float = 0.0) -> BoardView:
    """Return a camera on a stand at the near side of a board turned by so many radians anticlockwise; lengths are in
    squares."""
    pose = stand(np.array([BOARD / 2, BOARD / 2, 0.0]), DISTANCE, ELEVATION_DEGREES, -np.degrees(turned))
    return BoardView(Camera.guess(size, FOCAL * size[0]), *pose, 1.0, grid=TURNTABLE)


def turntable_picture(scenery: TurntableScenery, size: tuple[int, int] = SIZE) -> Image:
    """Draw the table from the near side, far cubes first."""
    view = turntable_view(size, scenery.turned)
    picture: Image = np.full((size[1], size[0], 3), TABLE, np.uint8)
    middle, around = BOARD / 2, np.linspace(0, 2 * np.pi, 72)
    disc = [(middle + DISC_RADIUS * np.cos(a), middle + DISC_RADIUS * np.sin(a), -0.1) for a in around]
    _fill(picture, view, disc, DISC)
    _fill(picture, view, [(0, 0, 0), (BOARD, 0, 0), (BOARD, BOARD, 0), (0, BOARD, 0)], MASK)
    _label(picture, view)
    for x, y in sorted(scenery.mask):
        _fill(picture, view, [(x, y, 0), (x + 1, y, 0), (x + 1, y + 1, 0), (x, y + 1, 0)], GROUND, LINE)
    cubes = []
    for square, column in scenery.columns.items():
        x, y = (int(part) for part in square.split(","))
        cubes += [((x, y, z), letter) for z, letter in enumerate(column) if letter in CUBES]
    for at, letter in sorted(cubes, key=lambda cube: (-_distance(view, cube[0]), cube[0][2])):
        _cube(picture, view, at, CUBES[letter])
    if scenery.hand:
        _hand(picture)
    return picture


def _cube(picture: Image, view: BoardView, at: tuple[int, int, int], colour: Sequence[int]) -> None:
    x, y, z = at[0], at[1], at[2] * RISE
    top = z + RISE
    ground = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    for number, normal in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        (ax, ay), (bx, by) = ground[number], ground[(number + 1) % 4]
        if np.array([*normal, 0]) @ (view.camera_centre - ((ax + bx) / 2, (ay + by) / 2, z + RISE / 2)) > 0:
            side = [(ax, ay, z), (bx, by, z), (bx, by, top), (ax, ay, top)]
            shade = [int(part * SHADES[number]) for part in colour]
            _fill(picture, view, side, shade, LINE)
    _fill(picture, view, [(*corner, top) for corner in ground], colour, LINE)


def _distance(view: BoardView, at: tuple[int, int, int]) -> float:
    """Return the distance of a cube's column from the camera."""
    return float(np.linalg.norm(view.camera_centre - (at[0] + 0.5, at[1] + 0.5, 0)))


def _label(picture: Image, view: BoardView) -> None:
    """Draw a mark in the corner of 0,0, where masks have their name printed."""
    corner = [(0.15, 0.15, 0), (0.85, 0.15, 0), (0.15, 0.5, 0)]
    _fill(picture, view, corner, LINE)


def _hand(picture: Image) -> None:
    height, width = picture.shape[:2]
    start, wrist = (width, int(height * 0.6)), (int(width * 0.6), int(height * 0.5))
    cv2.line(picture, start, wrist, SLEEVE, height // 7, cv2.LINE_AA)
    cv2.ellipse(picture, (int(width * 0.56), int(height * 0.5)), (height // 10, height // 13), 0, 0, 360, SKIN, -1)


def _fill(
    picture: Image,
    view: BoardView,
    corners: Sequence[Sequence[float]],
    colour: Sequence[int],
    edge: Sequence[int] | None = None,
) -> None:
    """Fill a polygon of the board's points (x, y, z)."""
    points = np.round(view.project(np.array(corners)) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, points, [int(part) for part in colour], cv2.LINE_AA, 4)
    if edge is not None:
        cv2.polylines(picture, [points], True, [int(part) for part in edge], 1, cv2.LINE_AA, 4)
