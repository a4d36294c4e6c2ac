"""Draws simple boards full of pyramids in perspective, with truth, for tests of localisation."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image

BASE_MM, HEIGHT_MM = 25.4, 44.45
COLOURS = ((40, 40, 190), (40, 190, 210), (60, 150, 40), (170, 70, 30), (35, 35, 35))


@dataclass(frozen=True)
class Style:
    """Colours (BGR) of cells, of every other cell, of lines (or None) and frame; `frame` and `line` in mm."""

    cell: tuple[int, int, int]
    other: tuple[int, int, int]
    line_colour: tuple[int, int, int] | None
    frame_colour: tuple[int, int, int]
    frame: float
    line: float = 1.6


STYLES = {
    "green, white lines": Style((70, 110, 60), (70, 110, 60), (230, 230, 230), (90, 90, 90), 10),
    "white, black lines, no frame": Style((225, 228, 230), (225, 228, 230), (40, 40, 40), (225, 228, 230), 3),
    "chequered": Style((210, 215, 220), (60, 80, 110), None, (40, 55, 80), 12),
    "grey, light lines, light frame": Style((85, 88, 90), (85, 88, 90), (215, 215, 215), (215, 215, 215), 8),
}


def view_from(
    azimuth: float, elevation: float, distance: float, focal: float, *, k1: float = 0.0, pitch: float = 34.0
) -> BoardView:
    """A 960 x 720 camera `distance` mm from the board's middle; angles in degrees, azimuth 0 is before a1 e1."""
    camera = Camera.guess((960, 720), focal, k1)
    a, e = np.radians([azimuth, elevation])
    middle = np.array([2.5 * pitch, 2.5 * pitch, 10.0])
    back = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    right = np.array([np.cos(a), np.sin(a), 0.0])
    matrix = np.stack([right, np.cross(-back, right), -back])
    r0, r1, r2 = map(float, cv2.Rodrigues(matrix)[0].ravel())
    t0, t1, t2 = map(float, -matrix @ (middle + distance * back))
    return BoardView(camera, (r0, r1, r2), (t0, t1, t2), pitch, grid=VOLCANO)


def draw(view: BoardView, style: Style, seed: int = 0, *, pieces: bool = True, cells: int = 5) -> Image:
    """The picture that `view` has of a board in `style`, pieces a little askew, with noise."""
    random = np.random.default_rng(seed)
    scale = 2
    canvas = np.full((720 * scale, 960 * scale, 3), (120, 140, 160), np.uint8)
    grain = cv2.resize(random.integers(0, 18, (60, 80, 3)).astype(np.uint8), (1920, 1440))
    canvas = cv2.add(canvas, grain).astype(np.uint8)
    pitch, end = view.pitch, cells * view.pitch

    def fill(points: NDArray[np.float64], colour: tuple[int, ...]) -> None:
        pixels = (view.project(points) + 0.5) * scale - 0.5
        hull = cv2.convexHull((16 * pixels).round().astype(np.int32))
        cv2.fillConvexPoly(canvas, hull, colour, cv2.LINE_AA, 4)

    def rectangle(x0: float, y0: float, x1: float, y1: float, colour: tuple[int, ...]) -> None:
        steps = np.linspace(0, 1, 12)
        x, y = x0 + (x1 - x0) * steps, y0 + (y1 - y0) * steps
        around = [(a, y0) for a in x] + [(x1, b) for b in y] + [(a, y1) for a in x] + [(x0, b) for b in y]
        fill(np.array([(a, b, 0.0) for a, b in around]), colour)

    rectangle(-style.frame, -style.frame, end + style.frame, end + style.frame, style.frame_colour)
    for i in range(cells):
        for j in range(cells):
            colour = style.cell if (i + j) % 2 else style.other
            rectangle(i * pitch, j * pitch, (i + 1) * pitch, (j + 1) * pitch, colour)
    for k in range(cells + 1):
        if style.line_colour is None:
            break
        at, half = k * pitch, style.line / 2
        rectangle(at - half, -half, at + half, end + half, style.line_colour)
        rectangle(-half, at - half, end + half, at + half, style.line_colour)
    places = [(i, j) for i in range(cells) for j in range(cells)] if pieces else []
    eye = view.camera_centre
    places.sort(key=lambda p: -np.hypot((p[0] + 0.5) * pitch - eye[0], (p[1] + 0.5) * pitch - eye[1]))
    for i, j in places:
        pyramid(fill, eye, (i + 0.5) * pitch, (j + 0.5) * pitch, random)
    small = cv2.resize(canvas, (960, 720), interpolation=cv2.INTER_AREA)
    noise = random.normal(0, 2.5, small.shape)
    return np.clip(cv2.GaussianBlur(small, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


def pyramid(fill, eye, x: float, y: float, random: np.random.Generator) -> None:  # type: ignore[no-untyped-def]
    """A large, perhaps with others on top, turned and moved by a little."""
    turn = random.normal(0, 0.05)
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = x + random.normal(0, 0.7), y + random.normal(0, 0.7)
    for level in range(random.integers(1, 4)):
        base, rise = (BASE_MM, 0.0) if level == 0 else (19.84, 9.1 * level + 9.5)
        apex = np.array([x, y, HEIGHT_MM + 9.1 * level])
        half = base / 2
        square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ np.array(
            [[cos, sin], [-sin, cos]]
        )
        corners = np.column_stack([square + np.array([x, y]), np.full(4, rise)])
        colour = np.array(COLOURS[random.integers(len(COLOURS))])
        for a, b in sorted(
            zip(corners, np.roll(corners, -1, axis=0), strict=True), key=lambda ab: -_away(ab[0], ab[1], eye)
        ):
            light = 0.8 + 0.5 * random.random()
            fill(np.stack([a, b, apex]), tuple(int(c) for c in np.clip(colour * light, 0, 255)))


def _away(a: NDArray[np.float64], b: NDArray[np.float64], eye: NDArray[np.float64]) -> float:
    return float(np.linalg.norm((a + b) / 2 - eye))
