"""A pinhole camera with lens distortion, in OpenCV's parameters."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Floats

# Most cameras pointed at a table see 40 to 75 degrees across their longer side; this is the middle in log f.
USUAL_FOCAL = 0.95
# Number of points from which OpenCV's projection is slower than ours, since it always computes derivatives.
MANY = 80


@dataclass(frozen=True)
class Camera:
    """Intrinsics: `matrix` 3 x 3 in pixels, `distortion` (k1, k2, p1, p2, k3), `size` (width, height) in pixels."""

    matrix: tuple[tuple[float, float, float], ...]
    distortion: tuple[float, float, float, float, float]
    size: tuple[int, int]

    @classmethod
    def guess(cls, size: tuple[int, int], focal: float | None = None, k1: float = 0.0) -> Self:
        """Return a camera that looks through the middle of the picture; `focal` in pixels, by default a usual one."""
        width, height = size
        length = USUAL_FOCAL * max(size) if focal is None else focal
        matrix = ((length, 0.0, width / 2), (0.0, length, height / 2), (0.0, 0.0, 1.0))
        return cls(matrix, (k1, 0.0, 0.0, 0.0, 0.0), (int(width), int(height)))

    @classmethod
    def from_json(cls, profile: Any) -> Self:
        """Read the profile format ``{"matrix": 3x3, "distortion": 2 to 5 numbers, "size": [w, h]}``.

        Raises VisionError naming what is wrong with it.
        """
        try:
            matrix = np.asarray(profile["matrix"], dtype=float)
            distortion = np.asarray(profile["distortion"], dtype=float).ravel()
            width, height = (int(n) for n in profile["size"])
        except (KeyError, TypeError, ValueError) as error:
            raise VisionError("vision.camera.profile", error=str(error)) from error
        if matrix.shape != (3, 3) or not np.isfinite(matrix).all() or matrix[0, 0] <= 0 or matrix[1, 1] <= 0:
            raise VisionError("vision.camera.matrix")
        if not 2 <= distortion.size <= 5 or not np.isfinite(distortion).all():
            raise VisionError("vision.camera.distortion")
        if width <= 0 or height <= 0:
            raise VisionError("vision.camera.size")
        k1, k2, p1, p2, k3 = (float(n) for n in np.pad(distortion, (0, 5 - distortion.size)))
        rows = tuple((float(a), float(b), float(c)) for a, b, c in matrix)
        return cls(rows, (k1, k2, p1, p2, k3), (width, height))

    def to_json(self) -> dict[str, Any]:
        """Return the profile format that `from_json` reads."""
        return {
            "matrix": [list(row) for row in self.matrix],
            "distortion": list(self.distortion),
            "size": list(self.size),
        }

    @property
    def k(self) -> Floats:
        """The matrix as an array, 3 x 3."""
        return np.array(self.matrix)

    @property
    def d(self) -> Floats:
        """The distortion as an array, (5,)."""
        return np.array(self.distortion)

    @property
    def focal(self) -> float:
        """Focal length in pixels, the mean of both axes."""
        return (self.matrix[0][0] + self.matrix[1][1]) / 2

    def resized(self, size: tuple[int, int]) -> "Camera":
        """Return the same lens for pictures scaled to `size` (width, height)."""
        if size == self.size:
            return self
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        (fx, s, cx), (_, fy, cy), _ = self.matrix
        matrix = ((fx * sx, s * sx, (cx + 0.5) * sx - 0.5), (0.0, fy * sy, (cy + 0.5) * sy - 0.5), (0.0, 0.0, 1.0))
        return Camera(matrix, self.distortion, (int(size[0]), int(size[1])))

    def project(self, points: Floats, rotation: Floats, translation: Floats) -> Floats:
        """Project `points` (N x 3) of a frame posed by a rotation vector (3,) and a translation (3,) to pixels (N x 2).

        Points behind the camera are not marked; callers that can have such points check their depth.
        """
        if len(points) == 0:
            return np.empty((0, 2))
        if len(points) < MANY:
            pixels, _ = cv2.projectPoints(np.asarray(points, dtype=float), rotation, translation, self.k, self.d)
            return np.asarray(pixels, dtype=float).reshape(-1, 2)
        matrix = np.asarray(cv2.Rodrigues(np.asarray(rotation, dtype=float))[0], dtype=float)
        x, y, depth = matrix @ points.T + np.reshape(translation, (3, 1))
        over = 1 / np.where(depth == 0, 1, depth)
        return self.pixels(np.column_stack([x * over, y * over]))

    def pixels(self, plane: Floats) -> Floats:
        """Project points (N x 2) in the plane at distance 1 before the camera to pixels (N x 2)."""
        x, y = plane.T
        k1, k2, p1, p2, k3 = self.distortion
        square = x * x + y * y
        radial = 1 + square * (k1 + square * (k2 + square * k3))
        u, v = x * radial, y * radial
        if p1 or p2:
            u += 2 * p1 * x * y + p2 * (square + 2 * x * x)
            v += 2 * p2 * x * y + p1 * (square + 2 * y * y)
        (fx, _, cx), (_, fy, cy), _ = self.matrix
        return np.column_stack([fx * u + cx, fy * v + cy])

    def undistort(self, pixels: Floats | Sequence[tuple[float, float]]) -> Floats:
        """Move pixels (N x 2) to where a lens without distortion would show them, with the same matrix."""
        points = np.asarray(pixels, dtype=float).reshape(-1, 1, 2)
        if len(points) == 0:
            return np.empty((0, 2))
        criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-9)
        straight = cv2.undistortImagePoints(points, self.k, self.d, None, criteria)
        return np.asarray(straight, dtype=float).reshape(-1, 2)

    def rays(self, pixels: Floats | Sequence[tuple[float, float]]) -> Floats:
        """Return unit directions (N x 3) in the camera frame (x right, y down, z forward) of pixels (N x 2)."""
        straight = np.column_stack([self.undistort(pixels), np.ones(len(pixels))])
        directions = straight @ np.linalg.inv(self.k).T
        return np.asarray(directions / np.linalg.norm(directions, axis=1, keepdims=True))
