"""Pose of a board relative to a camera, in pitches: cell a1 is the unit square at the origin."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.board.board_prior import BoardPrior
from vision.geometry.board_view import BoardView
from vision.geometry.camera import USUAL_FOCAL, Camera
from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    focal_spread: float = 0.25  # log; prior standard deviation of the focal length
    k1_spread: float = 0.12  # prior standard deviation of the first radial term of the lens


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Pose:
    """A board before a camera, lengths in pitches."""

    rotation: tuple[float, float, float]
    """Rotation vector."""
    translation: tuple[float, float, float]
    camera: Camera
    prior: BoardPrior
    calibrated: bool = False
    """True if the camera is known."""

    @classmethod
    def from_corners(cls, corners: Floats, prior: BoardPrior, camera: Camera, calibrated: bool) -> "Pose | None":
        """Return the pose that shows the ring of the grid at `corners` (4 x 2 pixels); None where no camera above a
        board can."""
        ring = _lifted(prior.grid.outline)
        if not calibrated:
            camera = Camera.guess(camera.size, focal_from_corners(corners, camera.size, prior.grid.size))
        found, rotations, translations, _ = cv2.solvePnPGeneric(
            ring, np.asarray(corners, dtype=float), camera.k, camera.d, flags=cv2.SOLVEPNP_IPPE
        )
        for rotation, translation in zip(rotations, translations, strict=True) if found else ():
            pose = cls(_three(rotation), _three(translation), camera, prior, calibrated)
            if np.isfinite(pose.parameters).all() and pose.centre[2] > 0:
                return pose
        return None

    @property
    def parameters(self) -> Floats:
        """Rotation vector, translation, log focal length, k1."""
        return np.array([*self.rotation, *self.translation, np.log(self.camera.focal), self.camera.distortion[0]])

    @cached_property
    def centre(self) -> Floats:
        """Position of the camera in the board frame, (3,) pitches."""
        matrix = cv2.Rodrigues(np.array(self.rotation))[0]
        return np.asarray(-matrix.T @ np.array(self.translation), dtype=float)

    @property
    def corners(self) -> Floats:
        """Pixels (4 x 2) of the grid's outer corners in the order of its ring."""
        return self.project(self.prior.grid.outline)

    def moved(self, step: Floats) -> "Pose":
        """Return the pose with `step` added to its parameters; a known camera stays."""
        rotation = _three(np.array(self.rotation) + step[:3])
        translation = _three(np.array(self.translation) + step[3:6])
        camera = self.camera
        if not self.calibrated:
            focal = float(np.exp(np.log(camera.focal) + np.clip(step[6], -0.3, 0.3)))
            k1 = float(np.clip(camera.distortion[0] + step[7], -0.5, 0.5))
            camera = Camera.guess(camera.size, focal, k1)
        return replace(self, rotation=rotation, translation=translation, camera=camera)

    def project(self, points: Floats) -> Floats:
        """Project board points (N x 2 on the board, or N x 3) to pixels (N x 2)."""
        return self.camera.project(_lifted(points), np.array(self.rotation), np.array(self.translation))

    def project_with_slopes(self, points: Floats) -> tuple[Floats, Floats]:
        """Project points to pixels (N x 2), with derivatives (N x 2 x 8) by `parameters`."""
        camera = self.camera
        pixels, slopes = cv2.projectPoints(
            _lifted(points), np.array(self.rotation), np.array(self.translation), camera.k, camera.d
        )
        slopes = np.asarray(slopes, dtype=float).reshape(-1, 2, slopes.shape[1])
        focal = slopes[..., 6] * camera.matrix[0][0] + slopes[..., 7] * camera.matrix[1][1]
        columns = np.concatenate([slopes[..., :6], focal[..., None], slopes[..., 10:11]], axis=-1)
        return np.asarray(pixels, dtype=float).reshape(-1, 2), columns

    def view(self, pitch: float, confidence: float) -> BoardView:
        """Return the pose in millimetres."""
        translation = _three(np.array(self.translation) * pitch)
        return BoardView(self.camera, self.rotation, translation, pitch, confidence, grid=self.prior.grid)

    @classmethod
    def of_view(cls, view: BoardView, prior: BoardPrior, calibrated: bool) -> "Pose":
        """Return the pose of a view of a board with this `prior`."""
        return cls(view.rotation, _three(np.array(view.translation) / view.pitch), view.camera, prior, calibrated)


def _three(values: ArrayLike) -> tuple[float, float, float]:
    a, b, c = (float(value) for value in np.ravel(values))
    return a, b, c


def _lifted(points: Floats) -> Floats:
    return points if points.shape[1] == 3 else np.column_stack([points, np.zeros(len(points))])


def focal_from_corners(corners: Floats, size: tuple[int, int], cells: Floats) -> float:
    """Estimate the focal length in pixels that makes the quadrilateral a rectangle of proportions `cells` (2,), seen
    through the middle of a picture of `size` (width, height).

    The two vanishing points of a rectangle are at right angles seen from the eye (e.g. Hartley and Zisserman, Multiple
    View Geometry, 8.6). With little perspective this is weak, so the result is blended with the usual focal length.
    """
    middle = np.array(size) / 2
    usual = USUAL_FOCAL * max(size)
    x, y = cells / cells.max()
    square = np.array([[0, 0], [x, 0], [x, y], [0, y]], dtype=np.float32)
    h = cv2.getPerspectiveTransform(square, (np.asarray(corners) - middle).astype(np.float32))
    a, b = h[:, 0], h[:, 1]
    # Both conditions are linear in 1/f^2: a'wb = 0 and a'wa = b'wb with w = diag(s, s, 1), s = 1/f^2.
    lines = np.array([[a[:2] @ b[:2], -a[2] * b[2]], [a[:2] @ a[:2] - b[:2] @ b[:2], b[2] ** 2 - a[2] ** 2]])
    lines /= max(a[:2] @ a[:2], b[:2] @ b[:2])
    # Corner errors of a hundredth of a side limit the weight of each condition; the prior has the rest.
    noise, prior = 0.02, 1 / usual**2
    weight, known = lines[:, 0], lines[:, 1]
    precision = (weight @ weight) / noise**2
    prior_precision = 1 / (2 * P.focal_spread * prior) ** 2
    s = (weight @ known / noise**2 + prior * prior_precision) / (precision + prior_precision)
    return float(np.clip(1 / np.sqrt(max(s, 1e-12)), usual * 0.5, usual * 2.0))
