"""Draws a plain half of a backgammon board with checkers. Equal contents give equal pictures.

Board frame, mm: x along the near edge of the playing field from its left corner, y away from the near side, z up.
Points are "first.1" .. "first.6" on the near side and "second.1" .. "second.6" facing them, from the left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.stand import stand
from vision.geometry import half_board
from vision.geometry.camera import Camera
from vision.geometry.half_board import ROWS
from vision.image import Image

Floats = NDArray[np.float64]
Rgb = tuple[int, int, int]

SIZE = (960, 720)
WIDTH_MM, LENGTH_MM = 252.0, 396.0
POINT_MM, TALL_MM = WIDTH_MM / ROWS, 160.0
CHECKER_MM, THICK_MM = 38.0, 9.5
RIM_MM, RIM_TALL_MM = 22.0, 14.0
ROOM = 5
"""Checkers that lie on a point one behind the other; more lie on top of the first ones."""
ELEVATION_DEGREES, DISTANCE_MM, FOCAL = 66.0, 820.0, 1.15
TABLE, RIM, RIM_SIDE, BAR = (92, 74, 60), (120, 72, 38), (84, 48, 24), (104, 60, 30)
FELT = (34, 84, 58)
POINTS = ((196, 172, 128), (132, 44, 38))
FACES: Mapping[str, Rgb] = {
    "white": (232, 224, 204),
    "black": (38, 34, 34),
    "red": (168, 36, 32),
    "blue": (40, 70, 150),
}
COIN: Rgb = (196, 176, 104)
SKIN: Rgb = (206, 152, 122)
SLEEVE: Rgb = (52, 60, 100)
# Fractional bits of pixels for outlines.
SHIFT = 4
ROUND = 40
# A set has fifteen checkers a side; a coin stands in for the sixteenth.
FULL = 16


@dataclass(frozen=True)
class HalfBoardScenery:
    """Everything on the half board."""

    grid: Mapping[str, str]
    """Number of checkers by point, as digits."""
    colours: Mapping[str, str] = field(default_factory=lambda: {"first": "white", "second": "black"})
    """Colours of the sides."""
    coins: bool = False
    """True if the last of a full side's sixteen is a coin."""
    hand: str = ""
    """Point under a hand."""


@dataclass(frozen=True)
class HalfBoardCamera:
    """A pinhole camera; `rotation` and `translation` take the board frame to the camera's."""

    camera: Camera
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]

    def project(self, points: Floats) -> Floats:
        """Project points (n, 3), mm, to pixels (n, 2)."""
        return self.camera.project(points, np.array(self.rotation), np.array(self.translation))

    @property
    def corners(self) -> dict[str, tuple[float, float]]:
        """Corners of the playing field in pixels."""
        names = ("near_left", "near_right", "far_right", "far_left")
        flat = np.array([[0, 0, 0], [WIDTH_MM, 0, 0], [WIDTH_MM, LENGTH_MM, 0], [0, LENGTH_MM, 0]], np.float64)
        return {name: (float(u), float(v)) for name, (u, v) in zip(names, self.project(flat), strict=True)}


def usual_half_board_camera(size: tuple[int, int] = SIZE, azimuth: float = 0.0) -> HalfBoardCamera:
    """Return a camera on the near side that sees the whole half board, turned by `azimuth` degrees anticlockwise around
    it."""
    middle = np.array([WIDTH_MM / 2, LENGTH_MM / 2, 0.0])
    pose = stand(middle, DISTANCE_MM, ELEVATION_DEGREES, azimuth)
    return HalfBoardCamera(Camera.guess(size, FOCAL * size[0]), *pose)


def checkers_on(side: str, row: int, count: int) -> list[tuple[float, float, float]]:
    """Return the middles of a point's checkers, z at their feet, mm; the lower layer first."""
    x = (row - 0.5) * POINT_MM
    laid = []
    for number in range(count):
        layer, place = divmod(number, ROOM)
        # Nobody lays them quite straight.
        askew = 1.4 * np.sin(7.0 * number + row + (side == "second"))
        along = (place + 0.5) * (CHECKER_MM + 0.6) + 1.0
        y = along if side == "first" else LENGTH_MM - along
        laid.append((float(x + askew), float(y), layer * THICK_MM))
    return laid


def half_board_picture(scenery: HalfBoardScenery, view: HalfBoardCamera) -> Image:
    """Draw the half board from `view`, BGR."""
    width, height = view.camera.size
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = TABLE[::-1]
    _ground(picture, view)
    bodies = [
        (at, _face(scenery, side, row, number))
        for side, row, count in _filled(scenery)
        for number, at in enumerate(checkers_on(side, row, count))
    ]
    # Far ones first, and in one place lower ones first.
    for at, colour in sorted(bodies, key=lambda body: (-body[0][1], body[0][2])):
        _checker(picture, view, at, colour)
    if scenery.hand:
        _hand(picture, view, scenery.hand)
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0.6), dtype=np.uint8)


def _filled(scenery: HalfBoardScenery) -> list[tuple[str, int, int]]:
    """Return the occupied points: side, row and number of checkers."""
    found = []
    for point in half_board.POINTS:
        side, _, row = point.partition(".")
        if n := int(scenery.grid.get(point) or 0):
            found.append((side, int(row), n))
    return found


def _face(scenery: HalfBoardScenery, side: str, row: int, number: int) -> Rgb:
    rows = [(each_row, n) for each, each_row, n in _filled(scenery) if each == side]
    coin = scenery.coins and sum(n for _, n in rows) == FULL and (row, number + 1) == rows[0]
    return COIN if coin else FACES[scenery.colours[side]]


def _ground(picture: Image, view: HalfBoardCamera) -> None:
    low, high = -RIM_MM, RIM_TALL_MM
    right, far = WIDTH_MM + RIM_MM, LENGTH_MM + RIM_MM
    _paint(picture, view, [(low, low, 0), (right, low, 0), (right, far, 0), (low, far, 0)], RIM_SIDE)
    _paint(picture, view, [(low, low, high), (right, low, high), (right, far, high), (low, far, high)], RIM)
    bar = [(WIDTH_MM, 0, high), (right, 0, high), (right, LENGTH_MM, high), (WIDTH_MM, LENGTH_MM, high)]
    _paint(picture, view, bar, BAR)
    _paint(picture, view, [(0, 0, 0), (WIDTH_MM, 0, 0), (WIDTH_MM, LENGTH_MM, 0), (0, LENGTH_MM, 0)], FELT)
    for row in range(ROWS):
        left, middle = row * POINT_MM, (row + 0.5) * POINT_MM
        for edge, tip, shade in ((0.0, TALL_MM, row % 2), (LENGTH_MM, LENGTH_MM - TALL_MM, 1 - row % 2)):
            _paint(
                picture, view, [(left + 1, edge, 0), (middle, tip, 0), (left + POINT_MM - 1, edge, 0)], POINTS[shade]
            )


def _checker(picture: Image, view: HalfBoardCamera, at: tuple[float, float, float], colour: Rgb) -> None:
    x, y, z = at
    lower = _circle(x, y, z, CHECKER_MM / 2)
    upper = _circle(x, y, z + THICK_MM, CHECKER_MM / 2)
    outline = cv2.convexHull(np.concatenate([view.project(lower), view.project(upper)]).astype(np.float32))
    _fill(picture, np.asarray(outline, np.float64).reshape(-1, 2), _shaded(colour, 0.62))
    _fill(picture, view.project(upper), colour)
    _fill(picture, view.project(_circle(x, y, z + THICK_MM, CHECKER_MM * 0.36)), _shaded(colour, 0.86))
    _fill(picture, view.project(_circle(x, y, z + THICK_MM, CHECKER_MM * 0.31)), colour)


def _hand(picture: Image, view: HalfBoardCamera, place: str) -> None:
    """Draw a fist over a point, its arm from the side of its player."""
    side, _, row = place.partition(".")
    x = (int(row) - 0.5) * POINT_MM
    y, beyond = (90.0, -500.0) if side == "first" else (LENGTH_MM - 90.0, LENGTH_MM + 500.0)
    arm = [(x - 28, y, 40), (x + 28, y, 40), (x + 60, beyond, 40), (x - 20, beyond, 40)]
    _paint(picture, view, arm, SLEEVE)
    _fill(picture, view.project(_circle(x, y, 40.0, 46.0)), SKIN)


def _circle(x: float, y: float, z: float, radius: float) -> Floats:
    around = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return np.stack([x + radius * np.cos(around), y + radius * np.sin(around), np.full(ROUND, z)], axis=1)


def _shaded(colour: Rgb, share: float) -> Rgb:
    r, g, b = (round(part * share) for part in colour)
    return r, g, b


def _paint(picture: Image, view: HalfBoardCamera, corners: Sequence[tuple[float, float, float]], colour: Rgb) -> None:
    _fill(picture, view.project(np.array(corners, np.float64)), colour)


def _fill(picture: Image, pixels: Floats, colour: Rgb) -> None:
    fixed = np.round(pixels * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour[::-1], cv2.LINE_AA, SHIFT)
