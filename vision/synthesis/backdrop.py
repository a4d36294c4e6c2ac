"""The look of a bare board and the table around it, transferred to the board's pose in another picture."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.synthesis.scene import SolidScene
from vision.synthesis.tints import tints

RIM: Final = 0.25
"""Pitches around a board that turn with it."""


@dataclass(frozen=True)
class Expected:
    """Expected tints of a bare scene."""

    tints: Floats
    """Tints of its pixels, N x 3."""
    board: NDArray[np.bool_]
    """True for pixels of the board, (N,)."""


class Backdrop:
    """A backdrop learnt from a picture of the bare board. The camera stays where it is; the board may be turned or
    moved."""

    def __init__(self, image: Image, view: BoardView) -> None:
        self._image, self._view = image, view

    def expected(self, scene: SolidScene) -> Expected:
        """Return what a scene would look like."""
        view, pitch = scene.view, scene.view.pitch
        around = tints(scene.window(self._image)).reshape(-1, 3)
        rim = RIM * pitch
        side = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * rim
        board = scene.inside(view.project(view.ring + side))
        spots = view.on_board(scene.spots()[board])
        there = self._view.project(np.column_stack([spots, np.zeros(len(spots))])).astype(np.float32)
        shrink = self._view.camera.size[0] / view.camera.size[0]
        soft = cv2.GaussianBlur(self._image, (0, 0), 0.45 * shrink) if shrink > 1.1 else self._image
        carried = cv2.remap(
            soft, there[None, :, 0], there[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        around[board] = tints(np.asarray(carried, np.uint8)).reshape(-1, 3)
        return Expected(around, board)
