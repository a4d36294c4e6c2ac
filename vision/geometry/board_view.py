"""Pose of a board before a camera."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Floats

DEFAULT_PITCH = 33.0


@dataclass(frozen=True)
class BoardView:
    """The pose of a board: millimetres, origin at a1's outer corner, x along the files, y along the ranks, z up. The
    frame is right-handed and seen from above, so a view can never be a mirrored board."""

    camera: Camera
    rotation: tuple[float, float, float]
    """Rodrigues vector; with `translation` it takes board points into the camera frame (x right, y down, z forward)."""
    translation: tuple[float, float, float]
    """In mm."""
    pitch: float = DEFAULT_PITCH
    """Distance of neighbouring cells, mm. A picture gives only its ratio to the pieces' size."""
    confidence: float = 1.0
    """0..1."""
    pitch_error: float = float("inf")
    """Standard error of the pitch, mm; infinite where the default was taken."""
    stickers_turn: int | None = None
    """How many corners, counted along the grid's ring, a1 lies away from the sticker for a1; None without stickers."""
    doubt: float = 0.0
    """Probability that the grid lies a row off or turned by a quarter."""
    lined: bool = True
    """True if the lines of the grid were seen."""
    walls: float = 0.0
    """Height of the lines above the cells' floor, mm: they may be the tops of walls."""
    grid: BoardGrid = field(kw_only=True)

    @cached_property
    def corners(self) -> dict[str, tuple[float, float]]:
        """Pixels (u, v) of the grid's outer corners, named by their cells."""
        return {
            name: (float(u), float(v)) for name, (u, v) in zip(self.grid.ring, self.project(self.ring), strict=True)
        }

    @property
    def ring(self) -> Floats:
        """Outer corners of the grid in the order of its ring, 4 x 3, mm."""
        return np.column_stack([self.grid.outline * self.pitch, np.zeros(4)])

    @cached_property
    def matrix(self) -> Floats:
        """Rotation from the board frame into the camera frame, 3 x 3."""
        return np.asarray(cv2.Rodrigues(np.array(self.rotation))[0], dtype=float)

    @cached_property
    def camera_centre(self) -> Floats:
        """Position of the camera in the board frame, (3,) mm."""
        return np.asarray(-self.matrix.T @ np.array(self.translation))

    def project(self, points: Floats) -> Floats:
        """Project board points (N x 3, mm) to pixels (N x 2)."""
        return self.camera.project(
            np.asarray(points, dtype=float).reshape(-1, 3), np.array(self.rotation), np.array(self.translation)
        )

    def on_board(self, pixels: Floats, height: float = 0.0) -> Floats:
        """Return board coordinates (N x 2, mm) where the lines of sight of pixels (N x 2) meet the plane z =
        `height`."""
        rays = self.camera.rays(pixels) @ self.matrix
        centre = self.camera_centre
        reach = (height - centre[2]) / rays[:, 2]
        return np.asarray(centre[:2] + rays[:, :2] * reach[:, None])

    def cell_centre(self, cell: str) -> tuple[float, float]:
        """Return the middle of a cell such as ``"b2"`` in mm. Raises VisionError for a name that is no cell."""
        return self.grid.centre(cell, self.pitch)

    def turned(self, quarter: int) -> "BoardView":
        """Return the same board with the corner `quarter` steps along the grid's ring called a1."""
        start = self.ring[quarter % 4]
        turn = cv2.Rodrigues(np.array([0.0, 0.0, (quarter % 4) * np.pi / 2]))[0]
        rotation = cv2.Rodrigues(self.matrix @ turn)[0].ravel()
        translation = self.matrix @ start + np.array(self.translation)
        stuck = None if self.stickers_turn is None else (self.stickers_turn + quarter) % 4
        return replace(
            self,
            rotation=_three(rotation),
            translation=_three(translation),
            stickers_turn=stuck,
            grid=self.grid.turned(quarter),
        )

    def with_pitch(self, pitch: float, error: float = float("inf")) -> "BoardView":
        """Return the same picture of a board of another pitch: everything in the scene is scaled."""
        translation = _three(np.array(self.translation) * (pitch / self.pitch))
        walls = self.walls * (pitch / self.pitch)
        return replace(self, translation=translation, pitch=pitch, pitch_error=error, walls=walls)

    def lowered(self, height: float) -> "BoardView":
        """Return the view of a floor `height` mm lower, with walls as much higher."""
        translation = _three(np.array(self.translation) - height * self.matrix[:, 2])
        return replace(self, translation=translation, walls=self.walls + height)

    def resized(self, size: tuple[int, int]) -> "BoardView":
        """Return the same board in the picture scaled to `size` (width, height)."""
        return replace(self, camera=self.camera.resized(size))

    def refocused(self, factor: float) -> "BoardView":
        """Return the pose that shows the board's plane in the same place through a lens of `factor` times the focal
        length."""
        along, up = (np.arange(count + 1) * self.pitch for count in (self.grid.files, self.grid.ranks))
        spots = np.array([[x, y, 0.0] for x in along for y in up])
        camera = Camera.guess(self.camera.size, self.camera.focal * factor, self.camera.distortion[0])
        near = np.array(self.rotation), np.array(self.translation) * (1.0, 1.0, factor)
        _, rotation, translation = cv2.solvePnP(spots, self.project(spots), camera.k, camera.d, *near, True)
        return replace(self, camera=camera, rotation=_three(rotation.ravel()), translation=_three(translation.ravel()))

    def to_json(self) -> dict[str, Any]:
        """Return the view without its doubt, its stickers and the pitch's error, which go with the picture."""
        return {
            "camera": self.camera.to_json(),
            "rotation": list(self.rotation),
            "translation": list(self.translation),
            "pitch": self.pitch,
            "confidence": self.confidence,
            "lined": self.lined,
            "walls": self.walls,
            "grid": [self.grid.files, self.grid.ranks],
        }

    @classmethod
    def from_json(cls, data: Any) -> "BoardView":
        """Rebuild a view. Raises VisionError where numbers are missing."""
        try:
            files, ranks = data["grid"]
            return cls(
                Camera.from_json(data["camera"]),
                _three(data["rotation"]),
                _three(data["translation"]),
                float(data["pitch"]),
                float(data["confidence"]),
                lined=bool(data.get("lined", True)),
                walls=float(data.get("walls", 0.0)),
                grid=BoardGrid(int(files), int(ranks)),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise VisionError("vision.view.bad", error=str(error)) from error


def _three(values: Any) -> tuple[float, float, float]:
    a, b, c = (float(value) for value in values)
    return a, b, c
