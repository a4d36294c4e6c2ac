"""Where a Volcano board lies under a camera."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera

Points = NDArray[np.float64]
SIDE = 5
RING = ("a1", "e1", "e5", "a5")


@dataclass(frozen=True)
class BoardView:
    """A board's pose.

    Board frame: millimetres, origin at a1's outer corner, x towards e1, y towards a5, z up. `rotation` (a Rodrigues
    vector) and `translation` take it to the camera frame, as OpenCV has it. `pitch` is the side of a cell.
    """

    camera: Camera
    rotation: Points
    translation: Points
    pitch: float
    confidence: float

    def project(self, points: Points) -> Points:
        """N x 3 points on or over the board to N x 2 pixels."""
        flat = np.ascontiguousarray(points, np.float64).reshape(-1, 1, 3)
        seen, _ = cv2.projectPoints(flat, self.rotation, self.translation, self.camera.matrix, self.camera.distortion)
        return np.asarray(seen[:, 0], np.float64)

    @cached_property
    def camera_centre(self) -> Points:
        """The camera's centre in the board frame."""
        turn = np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)
        return -turn.T @ self.translation

    @cached_property
    def corners(self) -> Mapping[str, tuple[float, float]]:
        """Outer corners of the corner cells, in pixels."""
        side = SIDE * self.pitch
        seen = self.project(np.array([[0, 0, 0], [side, 0, 0], [side, side, 0], [0, side, 0.0]]))
        return {cell: (float(u), float(v)) for cell, (u, v) in zip(RING, seen, strict=True)}

    def turned(self, quarters: int) -> "BoardView":
        """The same board with the corner `quarters` steps on (a1, e1, e5, a5) called a1."""
        side = SIDE * self.pitch
        angle = np.pi / 2 * quarters
        origin = np.array([[0, 0, 0], [side, 0, 0], [side, side, 0], [0, side, 0.0]])[quarters % 4]
        spin = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
        turn = np.asarray(cv2.Rodrigues(self.rotation)[0], np.float64)
        return replace(
            self,
            rotation=np.asarray(cv2.Rodrigues(turn @ spin)[0], np.float64)[:, 0],
            translation=turn @ origin + self.translation,
        )
