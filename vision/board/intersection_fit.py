"""Fits a rough pose to the grid's intersections, whether or not lines show (`vision.board.intersections`)."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from vision.board.intersections import Intersections, Offsets, on_raster, to_raster
from vision.board.pose import P as POSE
from vision.board.pose import Pose
from vision.geometry.camera import USUAL_FOCAL
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    rounds: int = 4  # rounds of fitting; more change the network's answer as much as the pose
    alike: float = 4.0  # intersections; neighbours share errors, so that this many count as one independent observation
    least_spread: float = 0.008  # cells; the network's stated spread is never trusted below this
    fewest: int = 26  # intersections of 36 needed to accept a grid
    hopeful: int = 12  # intersections that fit well enough for another round
    vague: float = 0.09  # cells; intersections with a wider spread are not counted
    loosest: float = 0.05  # cells; largest median spread accepted: chess boards come to 0.06, pyramids to below 0.04
    converged: float = 0.005  # cells; the pose has converged when its corners move less


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Fitted:
    """A pose and how the network sees it."""

    pose: Pose
    there: int
    """Number of intersections that are visible."""
    spread: float
    """Median spread of the intersections, cells."""

    @property
    def sure(self) -> bool:
        """True if there is a board and it lies at this pose."""
        return self.there >= P.fewest and self.spread < P.loosest

    @property
    def fair(self) -> bool:
        """True if the pose is good enough to look for lines around it."""
        return self.there >= P.fewest and self.spread < P.vague

    @property
    def confidence(self) -> float:
        """Confidence 0..1; 0.5 where `sure` ends."""
        return (
            float(np.clip(1 - self.spread / (2 * P.loosest), 0, 1))
            * self.there
            / len(self.pose.prior.grid.intersections)
        )


@cache
def _intersections() -> Intersections:
    return Intersections()


def fit_to_intersections(image: Image, rough: Pose, rounds: int = P.rounds) -> Fitted:
    """Fit `rough` to the intersections seen around it, repeatedly. Raises VisionError for a grid that the network was
    not trained for."""
    pose = rough
    offsets = _offsets(image, pose)
    for _ in range(rounds):
        if (offsets.there > 0.5).sum() < P.hopeful:
            break
        before, pose = pose, _solved(pose, offsets)
        offsets = _offsets(image, pose)
        if _spread(offsets) > P.vague:
            break
        if far(before.corners, pose.corners, pose.prior.grid) < P.converged:
            break
    return Fitted(pose, int((offsets.there > 0.5).sum()), _spread(offsets))


def _spread(offsets: Offsets) -> float:
    """Return the median spread (cells) of the visible intersections."""
    there = offsets.there > 0.5
    return float(np.median(offsets.spread[there])) if there.any() else float("inf")


def far(corners: Floats, others: Floats, grid: BoardGrid) -> float:
    """Return the largest distance of a grid's corners (4 x 2 pixels) from `others`, in cells."""
    side = np.linalg.norm(others - np.roll(others, 1, axis=0), axis=1).mean() / grid.side
    return float(np.linalg.norm(corners - others, axis=1).max() / side)


def _offsets(image: Image, pose: Pose) -> Offsets:
    return _intersections().offsets(image, pose.prior.grid, pose.corners)


def _solved(pose: Pose, offsets: Offsets) -> Pose:
    """Fit the pose to the observed intersections by robust Gauss-Newton."""
    intersections = pose.prior.grid.intersections
    back = np.asarray(np.linalg.inv(to_raster(pose.corners)), float)
    seen = _through(back, intersections + offsets.shift)
    step = 0.01
    slopes = np.stack(
        [(_through(back, intersections + offsets.shift + step * way) - seen) / step for way in np.eye(2)], axis=2
    )
    spread = np.hypot(offsets.spread, P.least_spread)
    # Residuals are taken in cells on the board, where the network gives its spreads.
    to_cells = np.linalg.inv(slopes)
    trust = np.where(offsets.there > 0.5, offsets.there, 0.0)[:, None] / spread**2 / P.alike
    usual = np.log(USUAL_FOCAL * max(pose.camera.size))
    prior = np.array([0.0] * 6 + [1 / POSE.focal_spread**2, 1 / POSE.k1_spread**2])
    free = np.arange(6 if pose.calibrated else 8)
    for _ in range(4):
        pixels, design = pose.project_with_slopes(intersections)
        residual = np.einsum("nij,nj->ni", to_cells, seen - pixels)
        design = np.einsum("nij,njk->nik", to_cells, design)
        weight = trust / (1 + np.abs(residual) / (2 * spread))
        pull = np.zeros(8)
        pull[6:] = prior[6:] * (usual - pose.parameters[6], -pose.parameters[7])
        matrix = np.einsum("nik,ni,nil->kl", design, weight, design) + np.diag(prior) + 1e-9 * np.eye(8)
        wanted = np.einsum("nik,ni,ni->k", design, weight, residual) + pull
        move = np.zeros(8)
        move[free] = np.linalg.solve(matrix[np.ix_(free, free)], wanted[free])
        pose = pose.moved(move)
    return pose


def _through(back: Floats, points: Floats) -> Floats:
    """Map points on the board (N x 2, cells) to picture pixels."""
    return np.asarray(cv2.perspectiveTransform(on_raster(points)[None], back)[0], float)
