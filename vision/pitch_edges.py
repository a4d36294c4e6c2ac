"""Measures a board's pitch against the pieces on it: a large is 25.4 mm wide, whatever the grid.

The lower edges of the 25 larges (the base, and the slanting edges up to where a piece on top may begin) are drawn for
every pitch in question; where they run along edges of the picture, the pitch is right. Each large may stand a little
off its cell's middle.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_fit import (
    LARGE_BASE_MM,
    LARGE_HEIGHT_MM,
    TYPICAL_PITCH_MM,
    GridSamples,
    Pose,
    hidden_by_larges,
    mirrored_median,
    read_across,
)
from vision.board_view import SIDE
from vision.look import Image

Floats = NDArray[np.float64]

PITCHES_MM = np.arange(26.0, 41.0, 1.0)
SHIFTS_MM = np.arange(-2.0, 2.1, 1.0)
# A piece on a large begins no lower than this.
FREE_MM = 15.0
SAMPLES = 7
# Just outside a piece the board is quiet; just inside its edge is more piece. So edges of a wider piece count against.
WIDER, QUIET = 0.9, 0.7
FAINT = 8.0
# Half the width (pitches) of what may belong to a line of the grid: that much at least, that much at most; the grey
# levels a step (see OFFSETS) by which the rim of a line stands out at least, and that of a thick one, and the share of
# that at which it ends.
LINE_HALF, THICKEST, FAINTEST, RIM, RIM_ENDS = 0.055, 0.1, 3.0, 25.0, 0.2
# How wide steps across lines are and where those are looked at (pitches), how many steps from the middle thick lines'
# rims may be, and how little a thick line changes near its middle, as a share of what its rim does.
ACROSS = 0.01
OFFSETS: Floats = ACROSS * np.arange(-18.0, 19.0)
RIMS, FLAT = 12, 0.35
# Base edges so near (pitches) to what may belong to a line are as good as hidden by it, and a pitch at which they would
# be there is rather the lines' doing: then its standard error is at least this (mm).
NEAR_LINES, HIDDEN_ERROR_MM = 0.045, 2.5
# The best pitch's score must stand out from the middling one's by this much to be believed.
LEAST_LEAD = 0.02
# Contact shadows and blur make pieces look this much wider than they are (the median of 60 drawn tables).
SEEN_WIDER = 1.02
# What is wrong with all pieces alike (rounded edges, glints, shadows) and so escapes the jackknife.
MODEL_ERROR_MM = 0.8


@dataclass(frozen=True)
class Pitch:
    """A pitch and its standard error, mm; the error is infinite where the picture does not tell."""

    pitch: float
    error: float


def pitch_by_edges(pixels: Image, pose: Pose, lined: bool) -> Pitch:
    """The pitch (26 to 40 mm) at which 25 larges fit their edges in the picture best. `lined` is whether the grid is
    known to have lines."""
    half = _line_half(pixels, pose, lined)
    scores = _scores(pixels, pose, half)
    seen = np.isfinite(scores).all(axis=1)
    if seen.sum() < 6:
        return Pitch(TYPICAL_PITCH_MM, float("inf"))
    scores = scores[seen]
    total = scores.mean(axis=0)
    if total.max() - np.median(total) < LEAST_LEAD:
        return Pitch(TYPICAL_PITCH_MM, float("inf"))
    best = float(np.clip(SEEN_WIDER * _peak(total), PITCHES_MM[0], PITCHES_MM[-1]))
    # Jackknife over the pieces (Efron and Tibshirani, An Introduction to the Bootstrap, 11).
    count = len(scores)
    without = np.array([_peak((total * count - row) / (count - 1)) for row in scores])
    error = np.sqrt((count - 1) / count * ((without - without.mean()) ** 2).sum())
    error = float(np.hypot(error, MODEL_ERROR_MM))
    if half and best < LARGE_BASE_MM / 2 / (0.5 - half - NEAR_LINES):
        error = max(error, HIDDEN_ERROR_MM)
    return Pitch(best, error)


def _peak(curve: Floats) -> float:
    at = int(curve.argmax())
    if at in (0, len(curve) - 1):
        return float(PITCHES_MM[at])
    left, top, right = curve[at - 1 : at + 2]
    return float(PITCHES_MM[at] + 0.5 * (left - right) / min(left - 2 * top + right, -1e-9))


def _scores(pixels: Image, pose: Pose, half: float) -> Floats:
    """Fit of each cell's large (25 x pitches), 0..1; not finite for a cell of which too little shows. `half` is half
    the width of the grid's lines (pitches)."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    clear = _clear_of_lines(grey.shape, pose, half)
    # Four times what a grey level a pixel makes.
    slopes = cv2.merge([clear * cv2.Sobel(grey, cv2.CV_16S, x, 1 - x) for x in (1, 0)])
    cells = np.array([(i + 0.5, j + 0.5, 0.0) for i in range(SIDE) for j in range(SIDE)])
    scores = np.full((len(cells), len(PITCHES_MM)), np.nan)
    drawn = np.concatenate([PITCHES_MM[:4] - 4.0, PITCHES_MM])
    shift_mm = np.array([(x, y) for x in SHIFTS_MM for y in SHIFTS_MM])
    wires = np.stack([_wires(pitch) for pitch in drawn])
    for index, (cell, shown) in enumerate(zip(cells, _shown(cells, pose), strict=True)):
        if shown.sum() < 3:
            continue
        points = cell + wires[:, shown].reshape(-1, 3)
        uv = pose.project(points).reshape(len(drawn), -1, SAMPLES, 2)
        ahead = uv[:, :, -1] - uv[:, :, 0]
        normal = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1) / (np.linalg.norm(ahead, axis=-1)[..., None] + 1e-9)
        here, right, up = pose.project(cell + np.array([[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]]))
        slope = np.stack([right - here, up - here], axis=1) / 0.01
        moved = ((shift_mm / drawn[:, None, None]) @ slope.T).astype(np.float32)
        # Pitches x shifts x samples, u and v apart.
        u, v = (uv[..., i].reshape(len(drawn), 1, -1).astype(np.float32) + moved[..., i, None] for i in (0, 1))
        size = u.shape
        seen = cv2.remap(slopes, u.reshape(len(drawn), -1), v.reshape(len(drawn), -1), cv2.INTER_LINEAR)
        gx, gy = (seen[..., i].reshape(size).astype(np.float32) for i in (0, 1))
        nx, ny = (np.repeat(normal[..., i], SAMPLES, axis=1)[:, None].astype(np.float32) / 4 for i in (0, 1))
        edge = np.abs(gx * nx + gy * ny)
        strength = (edge / (edge + FAINT)).mean(axis=2)
        scores[index] = (strength[-len(PITCHES_MM) :] - QUIET * _wider(strength)).max(axis=1)
    return scores


def _wider(strength: Floats) -> Floats:
    """Strength of edges (pitches x shifts) where a piece wider by a tenth would have them."""
    first = len(strength) - len(PITCHES_MM)
    place = first + np.arange(len(PITCHES_MM)) + (PITCHES_MM * WIDER - PITCHES_MM)
    below = np.clip(np.floor(place).astype(int), 0, len(strength) - 2)
    part = (place - below)[:, None]
    return np.asarray(strength[below] * (1 - part) + strength[below + 1] * part)


def _shown_lines(pose: Pose) -> GridSamples:
    samples = GridSamples.every(10)
    return samples.only(~hidden_by_larges(samples.points, pose.centre))


def _line_half(pixels: Image, pose: Pose, lined: bool) -> float:
    """Half the width (pitches) of what may belong to a line of the grid, thick lines' rims included; 0 where the grid
    is not known to have lines and none show."""
    samples = _shown_lines(pose)
    profiles = read_across(pixels, pose, samples.only(samples.inner), OFFSETS)
    if not len(profiles):
        return LINE_HALF
    usual = mirrored_median(profiles - profiles.mean(axis=1, keepdims=True), 1)[len(OFFSETS) // 2 :]
    rims = np.linalg.norm(np.diff(usual, axis=0), axis=1)[:RIMS]
    if not lined and rims.max(where=ACROSS * np.arange(RIMS) < LINE_HALF, initial=0.0) < FAINTEST:
        return 0.0
    most = int(rims.argmax())
    if rims[most] < RIM or rims[1] > FLAT * rims[most]:
        return LINE_HALF
    ends = most + np.flatnonzero(np.append(rims[most:], 0.0) <= RIM_ENDS * rims[most])[0]
    return float(np.clip(ACROSS * (ends + 0.5), LINE_HALF, THICKEST))


def _clear_of_lines(shape: tuple[int, ...], pose: Pose, half: float) -> NDArray[np.int16]:
    """1 where the picture shows no line of the grid, 0 where it does: lines look like edges of wider pieces."""
    if half == 0:
        return np.ones(shape[:2], np.int16)
    samples = _shown_lines(pose)
    along = 0.05 * samples.normals[:, ::-1]
    aside = half * samples.normals
    quads = np.stack([s * along + t * aside for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))], axis=1)
    pixels = pose.project((samples.points[:, None] + quads).reshape(-1, 2)).reshape(-1, 4, 2)
    clear = np.ones(shape[:2], np.int16)
    for quad in pixels.round().astype(np.int32):
        cv2.fillConvexPoly(clear, quad, 0)
    return clear


def _corners() -> Floats:
    return np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


def _wires(pitch: float) -> Floats:
    """Samples (8 x SAMPLES x 3, pitches) along a large's four base edges, then its four slanting edges' feet."""
    half = LARGE_BASE_MM / 2
    base = np.column_stack([half * _corners(), np.zeros(4)])
    top = np.column_stack([half * (1 - FREE_MM / LARGE_HEIGHT_MM) * _corners(), np.full(4, FREE_MM)])
    steps = np.linspace(0.08, 0.92, SAMPLES)[None, :, None]
    start, end = np.concatenate([base, base]), np.concatenate([np.roll(base, -1, axis=0), top])
    return np.asarray((start[:, None] * (1 - steps) + end[:, None] * steps) / pitch)


def _shown(cells: Floats, pose: Pose) -> NDArray[np.bool_]:
    """Which of the eight wires of a large on each cell (N x 3) face the camera and are not behind others: N x 8."""
    half = LARGE_BASE_MM / 2 / TYPICAL_PITCH_MM
    outward = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
    rise = (LARGE_BASE_MM / 2) / LARGE_HEIGHT_MM
    sides = np.column_stack([half * outward, np.zeros(4)])
    to = pose.centre - (cells[:, None] + sides)
    faces = (to * np.column_stack([outward, np.full(4, rise)])).sum(axis=2) > 0
    edges = faces & ~_behind(cells, outward, pose)
    feet = faces | np.roll(faces, 1, axis=1)
    slants = feet & ~_behind(cells, _corners(), pose)
    return np.concatenate([edges, slants], axis=1)


def _behind(cells: Floats, ways: Floats, pose: Pose) -> NDArray[np.bool_]:
    """Whether larges hide what is just outside a cell's large in each of some directions: N x directions."""
    half = LARGE_BASE_MM / 2 / TYPICAL_PITCH_MM
    points = cells[:, None, :2] + (half + 0.04) * ways
    return hidden_by_larges(points.reshape(-1, 2), pose.centre).reshape(len(cells), len(ways))
