"""Tables for tests: drawn ones, and the rendered pictures in tests/data/boards with their truth."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.board.locate import locate as locate_board
from vision.drawing.table import BoardStyle, Scene, render
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO, BoardGrid
from vision.image import Image
from vision.sources.picture_files import load_picture
from vision.tracking.looney_set import BOARD

BOARDS = Path(__file__).parent.parent / "data/boards"
RING = VOLCANO.ring
CELLS = VOLCANO.cells
DRAWN_RISE_MM = 9.1
"""The stacking rise of the set that is drawn: no measured one, and not the usual one either."""

locate = partial(locate_board, prior=BOARD)


@dataclass(frozen=True)
class Table:
    """A picture and what is on it."""

    name: str
    image: Image
    truth: dict[str, Any]

    @property
    def camera(self) -> Camera:
        profile = self.truth["camera"]
        return Camera.from_json({**profile, "distortion": [*profile["distortion"], 0, 0, 0]})


def rendered_tables() -> Iterator[Table]:
    for path in sorted(BOARDS.glob("*.json")):
        yield Table(path.stem, load_picture(path.with_suffix(".jpg")), json.loads(path.read_text()))


def view_from(
    elevation: float,
    azimuth: float = -90.0,
    distance: float = 420.0,
    pitch: float = 33.0,
    focal: float = 1000.0,
    grid: BoardGrid = VOLCANO,
) -> BoardView:
    """A camera that looks at the middle of a board from so many degrees above it; azimuth -90 is the rank-1 side."""
    up, around = np.radians([elevation, azimuth])
    middle = np.array([*grid.size / 2 * pitch, 15.0])
    away = np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    turn = np.vstack([right, np.cross(-away, right), -away])
    eye = middle + distance * away
    rx, ry, rz = np.asarray(cv2.Rodrigues(turn)[0], np.float64)[:, 0].tolist()
    tx, ty, tz = (-turn @ eye).tolist()
    return BoardView(Camera.guess((960, 720), focal), (rx, ry, rz), (tx, ty, tz), pitch, grid=grid)


def setup_grid() -> dict[str, str]:
    """The official set-up (BK-setup)."""
    rows = {"5": "CBBBC", "4": "RRRBY", "3": "RGCBY", "2": "RGYYY", "1": "CGGGC"}
    piles = {"a1": "Y", "e1": "B", "e5": "R", "a5": "G", "c3": ""}
    grid = {}
    for cell in VOLCANO.cells:
        colour = rows[cell[1]]["abcde".index(cell[0])]
        grid[cell] = f"C3{f'{piles[cell]}2' * 5 if piles[cell] else ''}" if colour == "C" else f"{colour}3{colour}1"
    return grid


def drawn(view: BoardView, grid: dict[str, str], board: BoardStyle | None = None, rise: float = DRAWN_RISE_MM) -> Image:
    """Many tests begin with the same table; what was drawn is drawn once."""
    return _drawn(view, tuple(grid.items()), board or BoardStyle(), rise).copy()


@lru_cache(maxsize=32)
def _drawn(view: BoardView, stacks: tuple[tuple[str, str], ...], board: BoardStyle, rise: float) -> Image:
    eye, size = view.camera_centre, (960, 720)
    return render(Scene(view.project, eye, size, view.pitch, dict(stacks), rise, board=board, board_grid=view.grid))
