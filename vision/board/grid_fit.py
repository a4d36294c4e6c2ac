"""Fits the grid to a picture around a rough pose: to its lines, or to its intersections where no lines show."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.board.intersection_fit import Fitted, far, fit_to_intersections
from vision.board.line_fit import catch, refine
from vision.board.line_look import LineKind
from vision.board.line_score import PoseEvidence, evidence, lines_seen
from vision.board.pose import Pose
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    certain: float = 0.8  # correlation with lines from which no better pose is sought
    smooth: float = 0.25  # 0..1; mean edge strength where larges must stand, tested where lines are not clear
    many_lines: float = 2.8  # lines' lengths; a sum from which a low mean is accepted behind tall stacks
    same_start: float = 0.05  # cells; nearer rings are tried once
    least_look: float = 0.05  # correlation; a grid on intersections that looks less like lines is not fitted to lines
    same_intersections: float = 0.3  # cells; a grid nearer to one fitted to intersections would converge to the same
    doubtful: float = 0.38  # mean correlation with the look of lines up to which a grid is in doubt
    clear: float = 0.55  # mean correlation that only the right grid reaches
    least_showing: float = 0.25  # share of the places between cells that must be visible
    same: float = 0.1  # cells; poses whose corners are nearer converge to the same lines
    lines_near: float = 0.2  # cells; largest distance of a grid's lines from where intersections put them


P: Final = parameters(Parameters)


def posed(pixels: Image, prior: BoardPrior, corners: Floats, camera: Camera | None) -> Pose | None:
    """Return the pose that shows the grid's corners at `corners` (4 x 2 pixels); None where no camera can."""
    size = (pixels.shape[1], pixels.shape[0])
    return Pose.from_corners(corners, prior, camera or Camera.guess(size), camera is not None)


def drawn_onto_lines(pixels: Image, pose: Pose) -> Pose:
    """Fit `pose`, good to about a tenth of a cell, to the lines that explain the picture best."""
    return refine(pixels, caught_best(pixels, pose), (0.04, 0.03, 0.02))


def caught_best(pixels: Image, rough: Pose) -> Pose:
    """Return `rough`, or its fit to one kind of lines, whichever explains the picture best."""
    here = lines_seen(pixels, rough)
    if here.correlation > P.certain:
        return rough
    caught = [catch(pixels, rough, lines) for lines in LineKind]
    pose = refine(pixels, max(caught, key=lambda pose: lines_seen(pixels, pose).lines), (0.05, 0.03))
    return pose if lines_seen(pixels, pose).lines > here.lines else rough


def credible(found: PoseEvidence) -> bool:
    """Return True if the evidence is too good for chance: short stretches and smooth surfaces elsewhere come close."""
    fair = found.texture > P.smooth and (found.correlation > P.doubtful or found.lines > P.many_lines)
    return found.share >= P.least_showing and (found.correlation > P.clear or fair)


def turned_to(corners: Floats, ring: Floats, grid: BoardGrid) -> Floats:
    """Rotate the order of `ring` to lie nearest to `corners`, all 4 x 2 pixels."""
    return min((np.roll(ring, k, axis=0) for k in grid.turns), key=lambda turned: far(turned, corners, grid))


def apart(rings: Sequence[Floats], grid: BoardGrid) -> list[Floats]:
    """Drop rings near earlier ones, which lead to the same result."""
    kept: list[Floats] = []
    for ring in rings:
        if all(far(turned_to(before, ring, grid), before, grid) > P.same_start for before in kept):
            kept.append(ring)
    return kept


def fit_within(
    pixels: Image,
    edges: NDArray[np.float32],
    rings: Sequence[Floats],
    prior: BoardPrior,
    camera: Camera | None,
    bare: Fitted | None = None,
) -> Pose | Fitted | None:
    """Fit the grid near rings proposed by heat maps: to its lines, or to its intersections where no lines show. `bare`:
    such a fit found before."""
    lined, lines, grid = None, 0.0, prior.grid
    tried: list[Floats] = []
    for ring in apart(rings, grid):
        if bare is not None:
            known = bare.pose.corners
            if far(turned_to(known, ring, grid), known, grid) < P.same_intersections:
                continue
        rough = posed(pixels, prior, ring, camera)
        fitted = None if rough is None else fit_to_intersections(pixels, rough)
        if fitted is None or not fitted.fair:
            continue
        if fitted.sure and (bare is None or fitted.spread < bare.spread):
            bare = fitted
        corners = fitted.pose.corners
        if any(far(turned_to(before, corners, grid), before, grid) < P.same for before in tried):
            continue
        tried.append(corners)
        if lines_seen(pixels, fitted.pose).correlation < P.least_look:
            continue
        pose = drawn_onto_lines(pixels, fitted.pose)
        found = evidence(pixels, edges, pose)
        if far(pose.corners, corners, grid) < P.lines_near and credible(found) and found.lines > lines:
            lined, lines = pose, found.lines
            if found.correlation > P.clear:
                break
    return lined or bare
