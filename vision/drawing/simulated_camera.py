"""Simulated cameras: a drawn table shown again and again with a sensor's noise."""

import time
from collections.abc import Mapping

import numpy as np

from vision.drawing.sensor_noise import SensorNoise
from vision.drawing.stand import stand
from vision.drawing.table import Scene, render
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.sources.source import Shot, Status

SIZE = (960, 720)
NOISE = 2.0
ELEVATION_DEGREES, DISTANCE_MM, PITCH_MM = 62.0, 430.0, 33.0


class SimulatedCamera:
    """A camera that sees the `picture` it was last shown, `rate` times a second."""

    still = False
    trouble = None

    def __init__(self, picture: Image, rate: float = 10.0) -> None:
        self.status = Status.LIVE
        self._step = 1 / rate
        self._begin = time.monotonic()
        self._due = self._begin
        self._noise = SensorNoise(NOISE, grey=True)
        self._drawn = picture

    def show(self, picture: Image) -> None:
        """Show another picture from the next one on."""
        self._drawn = picture

    def next(self, wait: float) -> Shot | None:
        if self.status is Status.ENDED:
            return None
        pause = self._due - time.monotonic()
        time.sleep(max(0.0, min(pause, wait)))
        if pause > wait:
            return None
        now = time.monotonic()
        self._due = now + self._step
        return Shot(now - self._begin, self._noise.on(self._drawn))

    def close(self) -> None:
        self.status = Status.ENDED


class SimulatedTable(SimulatedCamera):
    """A table with `grid` on it (stacks by cell) seen from `view`; `put` changes what stands there."""

    def __init__(self, grid: Mapping[str, str], view: BoardView, rate: float = 10.0) -> None:
        self.view = view
        super().__init__(self._draw(grid), rate)

    def put(self, grid: Mapping[str, str]) -> None:
        """Show another table from the next picture on."""
        self.show(self._draw(grid))

    def _draw(self, grid: Mapping[str, str]) -> Image:
        view = self.view
        size = view.camera.size
        return render(Scene(view.project, view.camera_centre, size, view.pitch, grid, board_grid=view.grid))


def usual_view(grid: BoardGrid) -> BoardView:
    """Return the view of a small board (5 x 5 cells or so) by a tablet on a stand at the side of rank 1."""
    return view_from(grid, SIZE, DISTANCE_MM)


def view_from(grid: BoardGrid, size: tuple[int, int], distance_mm: float) -> BoardView:
    """Return such a view in a picture of `size` (width, height) pixels, at this distance from the board's middle."""
    middle = np.array([*grid.size * PITCH_MM / 2, 10.0])
    pose = stand(middle, distance_mm, ELEVATION_DEGREES)
    return BoardView(Camera.guess(size), *pose, PITCH_MM, grid=grid)
