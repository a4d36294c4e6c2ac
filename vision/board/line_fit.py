"""Fits a board's pose, focal length and radial distortion to the lines of its grid. Lengths here are in pitches."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.line_look import (
    STEP,
    GridSamples,
    LineKind,
    LineLook,
    LineProfiles,
    Profiles,
    correlations_along,
    look_of_lines,
    plain_look,
)
from vision.board.pose import P as POSE
from vision.board.pose import Pose
from vision.geometry.camera import USUAL_FOCAL
from vision.geometry.grid import BoardGrid
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    inset_spread: float = 0.02  # pitches; standard deviation of outermost lines off where the inner ones put them
    straightest_lines: float = 0.002  # pitches; how crooked printed lines are
    most_crooked_lines: float = 0.03  # pitches; how crooked lines drawn by hand are


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class LineMatch:
    """Offset of each sample's line (pitches, along the normal) and its correlation (-1..1) with the look of lines."""

    shift: Floats
    correlation: Floats


def match_lines(profiles: Profiles, look: LineLook, samples: GridSamples, smooth: float) -> LineMatch:
    """Slide each sample's expected look over its longer profile, in steps of `STEP` pitches.

    Scores are averaged along each line over about `smooth` pitches to both sides: a line goes on, a glint does not.
    """
    reach = (profiles.shape[1] - len(look.even)) // 2
    score = averaged(correlations_along(profiles, samples.parity, look), samples, smooth)
    best = score.argmax(axis=1)
    rows = np.arange(len(score))
    middle = np.clip(best, 1, 2 * reach - 1)
    left, top, right = score[rows, middle - 1], score[rows, middle], score[rows, middle + 1]
    bend = left - 2 * top + right
    part = np.where((bend < -1e-9) & (best == middle), 0.5 * (left - right) / np.minimum(bend, -1e-9), 0.0)
    return LineMatch((best - reach + np.clip(part, -0.5, 0.5)) * STEP, score.max(axis=1))


def averaged(score: Profiles, samples: GridSamples, smooth: float) -> Floats:
    """Average each sample's score with those of its line within `smooth` pitches."""
    place = samples.along + 2 * samples.length.max(initial=0) * samples.line
    order = np.argsort(place, kind="stable")
    ordered = place[order]
    first = np.searchsorted(ordered, ordered - smooth - 1e-6, "right")
    last = np.searchsorted(ordered, ordered + smooth + 1e-6, "left")
    running = np.vstack([np.zeros(score.shape[1]), np.cumsum(score[order], axis=0, dtype=np.float64)])
    mean = np.empty(score.shape)
    mean[order] = (running[last] - running[first]) / (last - first)[:, None]
    return mean


def solve(pose: Pose, samples: GridSamples, match: LineMatch, sigma: float) -> Pose:
    """Make one robust Gauss-Newton step that brings the grid's lines to where they were seen.

    `sigma`: standard error of one sample across the line in pixels, before robust weights (Cauchy).
    """
    here, slopes = pose.project_with_slopes(samples.points)
    tangent, across = 0.01 * samples.normals[:, ::-1], 0.01 * samples.normals
    moves = np.stack([tangent, -tangent, across, match.shift[:, None] * samples.normals])
    further, back, beside, seen = pose.project((samples.points + moves).reshape(-1, 2)).reshape(4, -1, 2)
    ahead = further - back
    normal = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / (np.linalg.norm(ahead, axis=1, keepdims=True) + 1e-12)
    residual = ((seen - here) * normal).sum(axis=1)
    reach = ((beside - here) * normal).sum(axis=1) / 0.01
    design = np.column_stack(
        [(slopes * normal[:, :, None]).sum(axis=1), _line_offset_columns(pose.prior.grid, samples, reach)]
    )
    trust = np.clip(2 * match.correlation / max(float(np.quantile(match.correlation, 0.8)), 0.1) - 1, 0, 1) ** 2
    weight = trust / (1 + (residual / (2 * sigma)) ** 2) ** 2 / sigma**2
    # Neighbouring samples share errors: ten count as one.
    weight /= 10
    usual = np.log(USUAL_FOCAL * max(pose.camera.size))
    size = design.shape[1]
    pull, step = np.zeros(size), np.zeros(size)
    weighted = design.T * weight
    normal_matrix, gradient = weighted @ design, weighted @ residual
    free = np.flatnonzero(~(np.isin(np.arange(size), (6, 7)) & pose.calibrated))
    outermost = _outermost(pose.prior.grid)
    spread = P.straightest_lines
    for _ in range(3):
        spreads = np.full((len(outermost), 2), spread)
        spreads[outermost] = np.hypot(spread, P.inset_spread)
        prior = np.concatenate(
            [np.zeros(6), [1 / POSE.focal_spread**2, 1 / POSE.k1_spread**2], 1 / spreads.ravel() ** 2]
        )
        pull[6:8] = prior[6:8] * (usual - pose.parameters[6], -pose.parameters[7])
        matrix = normal_matrix + np.diag(prior) + 1e-9 * np.eye(size)
        step[free] = np.linalg.solve(matrix[np.ix_(free, free)], (gradient + pull)[free])
        inner = step[8:].reshape(-1, 2)[~outermost]
        spread = float(np.clip(np.sqrt((inner**2).mean()), P.straightest_lines, P.most_crooked_lines))
    return pose.moved(step[:8])


def _outermost(grid: BoardGrid) -> NDArray[np.bool_]:
    """Return True for the outermost lines of each direction, by line number."""
    return np.concatenate([np.isin(np.arange(count + 1), (0, count)) for count in (grid.files, grid.ranks)])


def _line_offset_columns(grid: BoardGrid, samples: GridSamples, reach: Floats) -> Floats:
    """Return the pixels (N x 2 a line) that each sample moves across its line when the line is offset by a pitch
    (`reach`, N) or slanted by a pitch.

    Grids are drawn by hand, and printed ones often have their outermost lines inside the outer cells, so each line has
    an offset and a slope of its own.
    """
    columns = np.zeros((len(samples.points), grid.files + grid.ranks + 2, 2))
    rows = np.arange(len(samples.points))
    columns[rows, samples.line, 0] = reach
    columns[rows, samples.line, 1] = reach * (samples.along / samples.length - 0.5)
    return columns.reshape(len(rows), -1)


def catch(pixels: Image, pose: Pose, lines: LineKind, radius: float = 0.12) -> Pose:
    """Pull a rough pose (wrong by up to `radius` pitches) onto lines of a kind."""
    for reach in (radius, radius / 2):
        reading = LineProfiles.of(pixels, pose, reach, 5)
        if not reading.enough:
            break
        match = match_lines(reading.profiles, plain_look(lines), reading.samples, 0.4)
        pose = solve(pose, reading.samples, match, 20 * reach)
    return pose


def refine(pixels: Image, pose: Pose, rounds: tuple[float, ...] = (0.05, 0.03, 0.02, 0.02), per_cell: int = 8) -> Pose:
    """Fit `pose` to the lines as they look on this board. `rounds`: search radii in pitches, one a round."""
    for radius in rounds:
        reading = LineProfiles.of(pixels, pose, radius, per_cell)
        if not reading.enough:
            return pose
        look = look_of_lines(reading.here, reading.samples)
        match = match_lines(reading.profiles, look, reading.samples, 2 * radius)
        pose = solve(pose, reading.samples, match, max(0.5, 20 * radius))
    return pose
