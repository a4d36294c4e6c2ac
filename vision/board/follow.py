"""Follows a board from one picture to the next."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.grid_fit import P as GRID_FIT
from vision.board.grid_fit import caught_best, fit_within
from vision.board.intersection_fit import far, fit_to_intersections
from vision.board.line_fit import match_lines, refine, solve
from vision.board.line_look import LineProfiles, correlations, look_of_lines
from vision.board.line_score import best_shift, beyond, edge_strength, lines_seen
from vision.board.pose import Pose
from vision.board.rings import ring_candidates
from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    slipped: float = 0.18  # share of the look of inner rows from which a row around the grid puts it in doubt by a cell
    still_px: float = 0.7  # pixels; corners that moved less have not moved
    still_intersections: float = 0.04  # cells; the same by intersections, which are less exact than lines
    still_like_lines: float = 0.5  # share of its earlier confidence that keeps a grid in place, tried before a search
    found_again: float = 0.7  # share of its earlier confidence that accepts a grid after a search of the whole picture


P: Final = parameters(Parameters)


def followed(pixels: Image, prior: BoardPrior, previous: BoardView) -> BoardView | None:
    """Return the view after a bump since `previous`, which is returned itself if nothing moved; None if the board must
    be located anew."""
    pose = Pose.of_view(previous.lowered(-previous.walls), prior, True)
    if not previous.lined:
        return _followed_by_intersections(pixels, previous, pose)
    fitted, correlation = _nudged(pixels, pose)
    # A grid also looks like itself a whole cell further.
    if correlation <= P.still_like_lines * previous.confidence or beyond(pixels, fitted, 3).max() > P.slipped:
        edges = edge_strength(pixels)
        fitted = refine(pixels, best_shift(pixels, edges, caught_best(pixels, pose))[0])
        correlation = lines_seen(pixels, fitted).correlation
        if correlation < max(GRID_FIT.doubtful, P.found_again * previous.confidence):
            return None
    elif not _still(fitted, pose):
        fitted = refine(pixels, fitted, (0.03, 0.02, 0.02))
    if _still(fitted, pose):
        return previous
    view = fitted.view(previous.pitch, float(np.clip(correlation, 0, 1))).lowered(previous.walls)
    return replace(view, pitch_error=previous.pitch_error, stickers_turn=previous.stickers_turn)


def turned_like(view: BoardView, previous: BoardView) -> BoardView:
    """Turn `view` as `previous` was, by stickers if both show them, and keep its pitch and walls."""
    if view.stickers_turn is not None and previous.stickers_turn is not None:
        turned = view.turned(previous.stickers_turn - view.stickers_turn)
        return turned.with_pitch(previous.pitch, previous.pitch_error)
    before = previous.project(previous.ring)
    before = before - before.mean(axis=0)

    def turn_of(quarter: int) -> float:
        turned = view.turned(quarter)
        after = turned.project(turned.ring)
        return float(((after - after.mean(axis=0)) * before).sum())

    turned = view.turned(max(view.grid.turns, key=turn_of)).with_pitch(previous.pitch, previous.pitch_error)
    return turned.lowered(previous.walls) if turned.lined and turned.stickers_turn is None else turned


def _followed_by_intersections(pixels: Image, previous: BoardView, pose: Pose) -> BoardView | None:
    """Follow a board without lines by its intersections; where they do not show, it has not moved."""
    fitted = fit_to_intersections(pixels, pose, 2)
    grid = pose.prior.grid
    if not fitted.sure:
        rings = ring_candidates(pixels, grid).rings
        found = fit_within(pixels, edge_strength(pixels), rings, pose.prior, previous.camera)
        return previous if found is None else None
    if far(fitted.pose.corners, pose.corners, grid) < P.still_intersections:
        return previous
    view = fitted.pose.view(previous.pitch, fitted.confidence)
    return replace(view, pitch_error=previous.pitch_error, stickers_turn=previous.stickers_turn, lined=False)


def _still(pose: Pose, before: Pose) -> bool:
    return bool(np.abs(pose.corners - before.corners).max() < P.still_px)


def _nudged(pixels: Image, pose: Pose) -> tuple[Pose, float]:
    """Move `pose` one step towards the lines. Returns it and the correlation with lines before the step, -1..1."""
    read = LineProfiles.of(pixels, pose, 0.03, 4)
    if not read.enough:
        return pose, 0.0
    look = look_of_lines(read.here, read.samples)
    correlation = float(correlations(read.here, read.samples.parity, look)[read.samples.inner].mean())
    return solve(pose, read.samples, match_lines(read.profiles, look, read.samples, 0.1), 0.6), correlation
