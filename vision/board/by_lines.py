"""Finds a board on which little stands by its lines alone: no network is asked, so that any grid will do."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.grid_fit import CLEAR, DOUBTFUL, posed
from vision.board.line_fit import catch, refine
from vision.board.line_score import beyond, lines_seen, shifted
from vision.board.pose import Pose
from vision.board.vanishing_points import CornerCandidate
from vision.errors import VisionError
from vision.geometry.camera import Camera
from vision.image import Floats, Image

PROMISING: Final = 0.15
"""The mean correlation of a candidate with the look of lines from which on it is worth refining."""
SURE: Final = 0.8
"""The mean correlation from which on nothing better is looked for."""
GOES_ON: Final = 0.5
"""A grid goes on where the row beyond looks at least this much like the rows within, as a share."""
PATIENCE: Final = 12
"""How many candidates more to try after the best so far."""


def searched_by_lines(pixels: Image, prior: BoardPrior, found: Iterator[CornerCandidate], camera: Camera | None) -> Pose:
    """The pose of the grid that the lines in `pixels` (H x W x 3, BGR, slightly smoothed) are best explained by.

    `found`: where such a grid may lie, the likelier ones sooner. `camera`: the calibrated one, if there is one. Raises
    VisionError where there is no such grid, or only one with more cells.
    """
    best, since = None, 0
    worth, larger = DOUBTFUL, False
    for candidate in found:
        since += best is not None
        if since > PATIENCE:
            break
        pose = _drawn(pixels, prior, candidate, camera)
        if pose is None:
            continue
        correlation = lines_seen(pixels, pose).correlation
        goes_on = _goes_on(pixels, pose)
        if goes_on > GOES_ON * correlation:
            pose = _best_window(pixels, pose)
            correlation = lines_seen(pixels, pose).correlation
            goes_on = _goes_on(pixels, pose)
        if correlation > worth:
            best, worth, since = pose, correlation, 0
            larger = goes_on > GOES_ON * correlation
        if best is not None and worth > SURE and not larger:
            break
    files, ranks = prior.grid.files, prior.grid.ranks
    if best is None:
        raise VisionError("vision.board.none_bare", files=files, ranks=ranks)
    if larger:
        raise VisionError("vision.board.larger", files=files, ranks=ranks)
    return best


def _drawn(pixels: Image, prior: BoardPrior, candidate: CornerCandidate, camera: Camera | None) -> Pose | None:
    """The grid at a candidate's corners drawn onto the lines there, None where no lines are."""
    rough = posed(pixels, prior, candidate.corners, camera)
    if rough is None:
        return None
    pose = max(
        (catch(pixels, rough, candidate.lines), refine(pixels, catch(pixels, rough, candidate.lines, 0.35))),
        key=lambda each: lines_seen(pixels, each).correlation,
    )
    if lines_seen(pixels, pose).correlation < PROMISING:
        return None
    return refine(pixels, pose, (0.05, 0.03, 0.02, 0.02))


def _goes_on(pixels: Image, pose: Pose) -> float:
    """How much the likeliest of the four rows around looks like part of the grid, -1..1."""
    return float(beyond(pixels, pose).max())


def _best_window(pixels: Image, pose: Pose) -> Pose:
    """Of the grids of that size on the same lattice, a cell off or turned by a quarter, the one that explains the lines
    best and does not go on."""
    turned = [pose] if len(pose.prior.grid.turns) == 4 else [pose, *_on_its_side(pixels, pose)]
    windows = [shifted(each, x, y) for each in turned for x in (0, -1, 1) for y in (0, -1, 1)]

    def worth(each: Pose) -> float:
        return lines_seen(pixels, each).correlation - max(_goes_on(pixels, each), 0.0)

    return refine(pixels, max(windows, key=worth), (0.03, 0.02))


def _on_its_side(pixels: Image, pose: Pose) -> list[Pose]:
    """The grid with files and ranks exchanged, on the same lattice."""
    x, y = pose.prior.grid.size
    corners: Floats = np.array([[x, 0.0], [x, x], [x - y, x], [x - y, 0.0]])
    lying = posed(pixels, pose.prior, pose.project(corners), pose.camera)
    return [] if lying is None else [replace(lying, calibrated=pose.calibrated)]
