"""A camera's intrinsics, in OpenCV's numbers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError

USUAL_FIELD_OF_VIEW = 62.0


@dataclass(frozen=True)
class Camera:
    """Pinhole with OpenCV's five distortion numbers (k1, k2, p1, p2, k3), for pictures of `size` (width, height)."""

    matrix: NDArray[np.float64]
    distortion: NDArray[np.float64]
    size: tuple[int, int]

    @classmethod
    def simple(cls, size: tuple[int, int], focal: float, k1: float = 0.0) -> "Camera":
        """Square pixels, the axis through the picture's middle, one radial term; `focal` in pixels."""
        width, height = size
        matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
        return cls(matrix, np.array([k1, 0, 0, 0, 0.0]), size)

    @classmethod
    def usual(cls, size: tuple[int, int]) -> "Camera":
        """What a phone, tablet or web camera most often is."""
        return cls.simple(size, max(size) / 2 / float(np.tan(np.radians(USUAL_FIELD_OF_VIEW) / 2)))

    @classmethod
    def load(cls, path: Path) -> "Camera":
        """Read a camera profile. Raises VisionError if it is missing or malformed."""
        try:
            return cls.from_json(json.loads(path.read_text()))
        except OSError as error:
            raise VisionError(f"cannot read the camera profile {path}: {error.strerror}") from None
        except ValueError as error:
            raise VisionError(f"the camera profile {path} is malformed: {error}") from None

    @classmethod
    def from_json(cls, profile: Mapping[str, Any]) -> "Camera":
        """From {"matrix": 3 x 3, "distortion": 5 numbers, "size": [width, height]}; raises VisionError."""
        try:
            matrix = np.array(profile["matrix"], float)
            distortion = np.array(profile["distortion"], float)
            width, height = (int(n) for n in profile["size"])
        except (KeyError, TypeError, ValueError) as error:
            raise VisionError(f"a camera profile needs matrix, distortion and size: {error!r}") from None
        sound = matrix.shape == (3, 3) and distortion.shape == (5,) and width > 0 and height > 0
        if not (sound and np.isfinite(matrix).all() and np.isfinite(distortion).all() and matrix[0, 0] > 0):
            raise VisionError("a camera profile needs a 3 x 3 matrix with a focal length, 5 distortion numbers, a size")
        return cls(matrix, distortion, (width, height))

    def to_json(self) -> dict[str, Any]:
        return {
            "matrix": self.matrix.round(4).tolist(),
            "distortion": self.distortion.round(6).tolist(),
            "size": list(self.size),
        }

    def scaled(self, size: tuple[int, int]) -> "Camera":
        """The same camera giving pictures of another size. Raises VisionError if the shape of the picture differs."""
        across, down = size[0] / self.size[0], size[1] / self.size[1]
        if abs(across / down - 1) > 0.02:
            raise VisionError(
                f"the camera profile is for {self.size[0]} x {self.size[1]}, the picture is {size[0]} x {size[1]}: "
                "use a profile made with this camera in this mode"
            )
        return Camera(np.diag([across, down, 1.0]) @ self.matrix, self.distortion, size)
