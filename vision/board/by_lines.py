"""Locates a nearly bare board by its lines, from rough guesses at its corners."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.board.grid_fit import P as GRID_FIT
from vision.board.grid_fit import caught_best, posed
from vision.board.line_fit import catch, refine
from vision.board.line_look import LineKind
from vision.board.line_score import beyond, by_line, lines_seen, rows_beyond, shifted
from vision.board.pose import Pose
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    promising: float = 0.15  # correlation with lines from which a guess is worth refining
    refined: float = 0.19  # the same of a refined guess: a cell off, the right grid keeps more than half of its own
    goes_on: float = 0.5  # share of the rows' look of lines from which a row beyond continues the grid
    pair_goes_on: float = 0.9  # the same of two neighbouring lines beyond, which a hand does not cover
    lacking: float = 0.05  # correlation; an inner line less like the others is missing: a hand may cover one
    plain: float = 0.75  # correlation of a grid clear enough to be accepted with one missing line
    smallest_cell: float = 8.0  # pixels; smaller cells cannot be read
    sparse: int = 5  # samples along a line, a cell, enough to choose between guesses
    patience: int = 2  # further guesses tried after the best so far


P: Final = parameters(Parameters)


class Guess(NamedTuple):
    """Rough ring of the grid (4 x 2 pixels) and the kind of its lines, if known."""

    corners: Floats
    lines: LineKind | None = None


def fitted_by_lines(
    pixels: Image, prior: BoardPrior, guesses: Iterable[Guess], camera: Camera | None, alone: float = GRID_FIT.clear
) -> Pose:
    """Fit the grid that explains the lines in `pixels` (H x W x 3, BGR, slightly smoothed) best.

    `guesses`: likelier ones first. `camera`: the calibrated one, if any. `alone`: correlation from which a grid is
    accepted that only lines suggest. Raises VisionError where there is no such grid, or one with more cells.
    """
    best, worth, larger, since, guessed = None, GRID_FIT.doubtful, False, 0, False
    for guess in guesses:
        since += best is not None
        if since > P.patience:
            break
        pose = _drawn(pixels, prior, guess, camera)
        if pose is None:
            continue
        correlation, sides = _weighed(pixels, pose)
        # A grid that goes on beyond two opposite sides is larger, whichever window of it is taken.
        if sides.any() and not (sides[:2] & sides[2:]).any():
            pose = best_window(pixels, pose)
            correlation, sides = _weighed(pixels, pose)
        goes_on = bool(sides.any())
        better = correlation > worth and (best is None or larger or not goes_on)
        if better and _whole(pixels, pose, correlation):
            best, worth, larger, since, guessed = pose, correlation, goes_on, 0, guess.lines is None
        if best is not None and not larger and worth > GRID_FIT.clear:
            break
    counts = {"files": prior.grid.files, "ranks": prior.grid.ranks}
    if best is None:
        raise VisionError("vision.board.none_bare", **counts)
    if larger:
        raise VisionError("vision.board.larger", **counts)
    fine = refine(pixels, best, (0.04, 0.02, 0.02))
    if not guessed and not (contained(fine) and lines_seen(pixels, fine).correlation > alone):
        raise VisionError("vision.board.none_bare", **counts)
    return fine


def _weighed(pixels: Image, pose: Pose) -> tuple[float, NDArray[np.bool_]]:
    """Return the correlation with lines, -1..1, and the sides (west, south, east, north) beyond which the grid seems to
    go on."""
    correlation = lines_seen(pixels, pose).correlation
    rows = rows_beyond(pixels, pose)
    goes_on = (rows.whole > P.goes_on * correlation) | (rows.pairs > max(P.pair_goes_on * correlation, GRID_FIT.clear))
    return correlation, goes_on


def contained(pose: Pose) -> bool:
    """Return True if the whole grid is in the picture, so that its cells can be counted."""
    return bool(((pose.corners >= 0) & (pose.corners < pose.camera.size)).all())


def _whole(pixels: Image, pose: Pose, correlation: float) -> bool:
    """Return True if no line of the grid is missing and its cells are large enough."""
    corners = pose.corners
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    counts = np.resize(pose.prior.grid.size, 4)
    lacking = int((by_line(pixels, pose) <= P.lacking).sum())
    return bool((sides / counts >= P.smallest_cell).all()) and lacking <= int(correlation > P.plain)


def _drawn(pixels: Image, prior: BoardPrior, guess: Guess, camera: Camera | None) -> Pose | None:
    """Fit the grid to the lines near a guess; None where there are none."""
    rough = posed(pixels, prior, guess.corners, camera)
    if rough is None:
        return None
    pose = caught_best(pixels, rough) if guess.lines is None else catch(pixels, rough, guess.lines)
    if lines_seen(pixels, pose).correlation < P.promising:
        return None
    fine = refine(pixels, pose, (0.03,), P.sparse)
    return fine if lines_seen(pixels, fine).correlation >= P.refined else None


def best_window(pixels: Image, pose: Pose) -> Pose:
    """Return the grid of this size, shifted by a cell or turned by a quarter, that explains the lines best and does not
    go on."""
    best, most = pose, -np.inf
    for alike, window in sorted(
        ((lines_seen(pixels, each).correlation, each) for each in windows_about(pose)), key=lambda w: -w[0]
    ):
        if alike <= most:
            break
        worth = alike - max(float(beyond(pixels, window).max()), 0.0)
        if worth > most:
            best, most = window, worth
    return refine(pixels, best, (0.03, 0.02))


def windows_about(pose: Pose) -> list[Pose]:
    """Return a grid, those shifted by a cell, and those turned by a quarter on the same lattice."""
    lying = [pose] if len(pose.prior.grid.turns) == 4 else [pose, *_on_its_side(pose)]
    return [shifted(each, x, y) for each in lying for x in (0, -1, 1) for y in (0, -1, 1)]


def _on_its_side(pose: Pose) -> list[Pose]:
    """Return the grid with files and ranks exchanged, on the same lattice."""
    x, y = pose.prior.grid.size
    corners: Floats = np.array([[x, 0.0], [x, x], [x - y, x], [x - y, 0.0]])
    lying = Pose.from_corners(pose.project(corners), pose.prior, pose.camera, calibrated=True)
    return [] if lying is None else [replace(lying, calibrated=pose.calibrated)]
