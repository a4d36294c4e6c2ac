"""Scores how well a pose of the board explains a picture, and finds a neighbouring pose that explains it better."""

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.line_look import TYPICAL_PITCH_MM, GridSamples, LineProfiles, correlations, look_of_lines
from vision.board.pose import Pose
from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    per_cell: int = 6  # samples along a line, a cell
    faint: float = 6.0  # grey levels a pixel; a step of this size is as likely noise as an edge
    lowest_mm: float = 30.0  # mm; height of a large's foot that nothing standing on it can cover
    lacking_row: float = 0.2  # share of the grid's look of lines below which a row is missing: real rows reach 0.44
    finer: float = 0.6  # share of the look of lines that lines through cells' middles have on a finer grid
    texture_weight: float = 8.0  # scale on texture against lines where the grid may lie a cell off


P: Final = parameters(Parameters)
SIDES: Final = np.array([[-1.0, 0.0], [0.0, -1.0], [1.0, 0.0], [0.0, 1.0]])
"""Directions of the rows around the grid: west, south, east, north."""


@dataclass(frozen=True)
class LinesSeen:
    """Support of a pose by a picture's lines."""

    correlation: float
    """Mean correlation with this board's lines over the visible places between cells, -1..1."""
    lines: float
    """Sum over all lines, in lines' lengths."""
    seen: int
    """Number of visible places between cells."""
    share: float
    """Visible share of them, 0..1."""


@dataclass(frozen=True)
class PoseEvidence(LinesSeen):
    """Support of a pose by a picture."""

    texture: float
    """Mean edge strength (0..1) where larges must stand."""

    @property
    def total(self) -> float:
        """Total score, to rank neighbouring poses."""
        return self.lines + P.texture_weight * self.texture


def lines_seen(pixels: Image, pose: Pose) -> LinesSeen:
    """Score `pose` by the lines alone."""
    grid, read = pose.prior.grid, LineProfiles.of(pixels, pose, 0.0, P.per_cell)
    inner = read.samples.inner
    seen = int(inner.sum())
    between_cells = P.per_cell * ((grid.files - 1) * grid.ranks + (grid.ranks - 1) * grid.files)
    share = seen / max(between_cells, 1)
    if not read.enough:
        return LinesSeen(0.0, 0.0, seen, share)
    alike = correlations(read.here, read.samples.parity, look_of_lines(read.here, read.samples))
    return LinesSeen(float(alike[inner].mean()), float(alike.sum()) / (grid.side * P.per_cell), seen, share)


def by_line(pixels: Image, pose: Pose) -> Floats:
    """Return the mean correlation (-1..1) of each visible inner line with this board's lines."""
    read = LineProfiles.of(pixels, pose, 0.0, P.per_cell)
    inner = read.samples.inner
    if not read.enough:
        return np.zeros(1)
    alike = correlations(read.here, read.samples.parity, look_of_lines(read.here, read.samples))[inner]
    _, line = np.unique(read.samples.line[inner], return_inverse=True)
    return np.asarray(np.bincount(line, alike) / np.bincount(line))


def evidence(pixels: Image, edges: NDArray[np.float32], pose: Pose) -> PoseEvidence:
    """Score `pose`; `edges`: `edge_strength` of the picture."""
    found = lines_seen(pixels, pose)
    texture = texture_of_larges(edges, pose) if found.lines else 0.0
    return PoseEvidence(found.correlation, found.lines, found.seen, found.share, texture)


def edge_strength(pixels: Image) -> NDArray[np.float32]:
    """Return the edge strength at every pixel, 0..1."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    slope = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4
    return np.asarray(slope / (slope + P.faint), dtype=np.float32)


def texture_of_larges(edges: NDArray[np.float32], pose: Pose) -> float:
    """Return the mean edge strength over the feet of expected larges inside the picture; 1 where none is expected."""
    if not len(pose.prior.middles):
        return 1.0
    half = BASE_MM[3] / 2 / TYPICAL_PITCH_MM
    top, high = half * (1 - P.lowest_mm / HEIGHT_MM[3]), P.lowest_mm / TYPICAL_PITCH_MM
    square = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    solid = np.vstack([np.c_[half * square, np.zeros(4)], np.c_[top * square, np.full(4, high)]])
    places = [solid + np.array([x, y, 0.0]) for x, y in pose.prior.middles]
    outlines = pose.project(np.concatenate(places)).reshape(-1, 8, 2)
    total = 0.0
    for outline in outlines:
        left, upper = np.maximum(np.floor(outline.min(axis=0)), 0).astype(int)
        right, lower = np.ceil(outline.max(axis=0)).astype(int) + 1
        patch = edges[upper:lower, left:right]
        if patch.size == 0:
            continue
        mask = np.zeros(patch.shape, np.uint8)
        hull = cv2.convexHull((outline - (left, upper)).round().astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 1)
        total += float(cv2.mean(patch, mask)[0])
    return total / len(places)


def shifted(pose: Pose, x: int, y: int) -> Pose:
    """Return the pose of a grid shifted by `x` and `y` cells."""
    matrix = cv2.Rodrigues(np.array(pose.rotation))[0]
    a, b, c = np.array(pose.translation) + matrix @ np.array([x, y, 0.0])
    return replace(pose, translation=(float(a), float(b), float(c)))


def best_shift(pixels: Image, edges: NDArray[np.float32], pose: Pose) -> tuple[Pose, float]:
    """Return `pose`, or the one shifted by whole cells that explains the picture best, and its lead over the next best.

    A shifted grid looks alike except for a missing row of lines and pieces on one side.
    """
    known = {(0, 0): evidence(pixels, edges, pose).total}
    at = (0, 0)
    for _ in range(4):
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            place = (at[0] + step[0], at[1] + step[1])
            if place not in known:
                known[place] = evidence(pixels, edges, shifted(pose, *place)).total
        best = max(known, key=lambda place: known[place])
        if best == at:
            break
        at = best
    ranked = sorted(known.values())
    return shifted(pose, *at), ranked[-1] - ranked[-2]


def lacks_a_row(pixels: Image, pose: Pose) -> bool:
    """Return True if the lines show no row of cells at an edge of the grid: it has fewer cells, or is a row off. A row
    that shows too little counts as present."""
    grid, read = pose.prior.grid, LineProfiles.of(pixels, pose, 0.0, P.per_cell)
    if not read.enough:
        return False
    samples = read.samples
    alike = correlations(read.here, samples.parity, look_of_lines(read.here, samples))
    least = P.lacking_row * float(alike[samples.inner].mean())
    for side in range(len(SIDES)):
        axis = side % 2
        last = 0 if side < 2 else grid.size[axis] - 1
        row = (samples.axis != axis) & (np.floor(samples.along) == last) & samples.inner
        if row.sum() >= P.per_cell and alike[row].mean() < least:
            return True
    return False


def is_finer(pixels: Image, pose: Pose) -> bool:
    """Return True if lines run through the middles of cells: the grid has more cells."""
    whole = LineProfiles.of(pixels, pose, 0.0, P.per_cell)
    if not whole.enough:
        return False
    samples, look = whole.samples, look_of_lines(whole.here, whole.samples)
    least = P.finer * float(correlations(whole.here, samples.parity, look)[samples.inner].mean())
    for axis in range(2):
        across = samples.only((samples.axis == axis) & samples.inner).moved(0.5 * np.eye(2)[axis])
        read = LineProfiles.at(pixels, pose, across, 0.0)
        if len(read.samples.points) and correlations(read.here, read.samples.parity, look).mean() > least:
            return True
    return False


def beyond(pixels: Image, pose: Pose, per_cell: int = P.per_cell) -> Floats:
    """Return how much the four rows of cells around the grid (west, south, east, north) look like its continuation,
    -1..1.

    Only lines that run out of the grid are used, with `per_cell` samples each; a row that shows too little gives 0.
    """
    return rows_beyond(pixels, pose, per_cell).whole


class RowsBeyond(NamedTuple):
    """Likeness of the four rows of cells around a grid (west, south, east, north) to its continuation, -1..1."""

    whole: Floats
    """By whole rows."""
    pairs: Floats
    """By the two neighbouring lines of each row that look most like it: a hand may cover the others."""


def rows_beyond(pixels: Image, pose: Pose, per_cell: int = P.per_cell) -> RowsBeyond:
    """Return `beyond` for whole rows and for the best two lines of each."""
    grid = pose.prior.grid
    samples = GridSamples.every(grid, per_cell)
    whole = LineProfiles.at(pixels, pose, samples, 0.0)
    answers = RowsBeyond(np.zeros(4), np.zeros(4))
    if not whole.enough:
        return answers
    rows = []
    for side, step in enumerate(SIDES):
        axis = side % 2
        last = 0 if side < 2 else grid.size[axis] - 1
        row = (samples.axis != axis) & (np.floor(samples.along) == last) & samples.inner
        rows.append(samples.only(row).moved(step))
    read = LineProfiles.at(pixels, pose, GridSamples.joined(rows), 0.0)
    outside = read.samples
    if len(outside.points) == 0:
        return answers
    look = look_of_lines(whole.here, whole.samples)
    alike = correlations(read.here, outside.parity, look)
    for side, step in enumerate(SIDES):
        here = (outside.points - grid.size / 2) @ step > grid.size[side % 2] / 2
        if here.sum() < per_cell:
            continue
        answers.whole[side] = alike[here].mean()
        names, line = np.unique(outside.line[here], return_inverse=True)
        counts = np.bincount(line)
        lines = np.where(counts == per_cell, np.bincount(line, alike[here]) / counts, 0.0)
        beside = np.diff(names) == 1
        answers.pairs[side] = np.minimum(lines[1:], lines[:-1])[beside].max(initial=0.0)
    return answers
