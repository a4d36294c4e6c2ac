"""Fits a board's pose, focal length and radial distortion to the lines of its grid.

Lengths here are in pitches: cell a1 is the unit square at the origin. A line of the grid is sampled along its length,
samples that the 25 larges must hide are left out, and at each sample the picture is read across the line. How a line
of this board looks is learnt from the board itself: whatever separates two alike cells looks alike from both sides, so
the profile is a symmetric part, plus for chequered boards an antisymmetric one whose sign alternates from cell to cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry.board_view import SIDE, BoardView
from vision.geometry.camera import USUAL_FOCAL, Camera
from vision.image import Image

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Profiles = NDArray[np.float32]

LARGE_BASE_MM = 25.4
LARGE_HEIGHT_MM = 44.45
TYPICAL_PITCH_MM = 33.0

# Spread of what lenses do before the board has spoken: log of the focal length, and the first radial term.
FOCAL_SPREAD = 0.25
K1_SPREAD = 0.12
# How far (pitches) the outermost lines may be drawn from where the inner ones call for them.
INSET_SPREAD = 0.02
# How crooked (pitches) lines are drawn: from printed to drawn by hand.
LINE_SPREADS = (0.002, 0.03)

# Across a line the picture is read every STEP pitches; a line's look reaches WIDTH steps to both sides.
STEP = 0.01
WIDTH = 10


class Lines(Enum):
    """What separates the cells: light lines, dark lines, or the edges of chequered cells."""

    LIGHT = 0
    DARK = 1
    CHEQUERED = 2


@dataclass(frozen=True)
class Pose:
    """A board before a camera, in pitches: rotation vector, translation, camera, and whether the camera is known."""

    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    camera: Camera
    calibrated: bool = False

    @classmethod
    def from_corners(cls, corners: Floats, camera: Camera, calibrated: bool) -> "Pose | None":
        """The pose that shows a1 e1 e5 a5 at `corners` (4 x 2 pixels), or None where no camera above a board can."""
        ring = np.array([[0, 0, 0], [SIDE, 0, 0], [SIDE, SIDE, 0], [0, SIDE, 0]], dtype=float)
        if not calibrated:
            camera = Camera.guess(camera.size, focal_from_corners(corners, camera.size))
        found, rotations, translations, _ = cv2.solvePnPGeneric(
            ring, np.asarray(corners, dtype=float), camera.k, camera.d, flags=cv2.SOLVEPNP_IPPE
        )
        for rotation, translation in zip(rotations, translations, strict=True) if found else ():
            pose = cls(_three(rotation), _three(translation), camera, calibrated)
            if np.isfinite(pose.parameters).all() and pose.centre[2] > 0:
                return pose
        return None

    @property
    def parameters(self) -> Floats:
        """Rotation vector, translation, log focal length, k1."""
        return np.array([*self.rotation, *self.translation, np.log(self.camera.focal), self.camera.distortion[0]])

    @cached_property
    def centre(self) -> Floats:
        """The camera's position in the board frame, (3,) pitches."""
        matrix = cv2.Rodrigues(np.array(self.rotation))[0]
        return np.asarray(-matrix.T @ np.array(self.translation), dtype=float)

    def moved(self, step: Floats) -> "Pose":
        """The pose with `step` added to its parameters; a known camera stays as it is."""
        rotation = _three(np.array(self.rotation) + step[:3])
        translation = _three(np.array(self.translation) + step[3:6])
        camera = self.camera
        if not self.calibrated:
            focal = float(np.exp(np.log(camera.focal) + np.clip(step[6], -0.3, 0.3)))
            k1 = float(np.clip(camera.distortion[0] + step[7], -0.5, 0.5))
            camera = Camera.guess(camera.size, focal, k1)
        return replace(self, rotation=rotation, translation=translation, camera=camera)

    def project(self, points: Floats) -> Floats:
        """Pixels (N x 2) of board points (N x 2 on the board, or N x 3)."""
        return self.camera.project(_lifted(points), np.array(self.rotation), np.array(self.translation))

    def project_with_slopes(self, points: Floats) -> tuple[Floats, Floats]:
        """Pixels (N x 2) and their derivatives (N x 2 x 8) by `parameters`."""
        camera = self.camera
        pixels, slopes = cv2.projectPoints(
            _lifted(points), np.array(self.rotation), np.array(self.translation), camera.k, camera.d
        )
        slopes = np.asarray(slopes, dtype=float).reshape(-1, 2, slopes.shape[1])
        focal = slopes[..., 6] * camera.matrix[0][0] + slopes[..., 7] * camera.matrix[1][1]
        columns = np.concatenate([slopes[..., :6], focal[..., None], slopes[..., 10:11]], axis=-1)
        return np.asarray(pixels, dtype=float).reshape(-1, 2), columns

    def view(self, pitch: float, confidence: float) -> BoardView:
        """The same in millimetres."""
        return BoardView(self.camera, self.rotation, _three(np.array(self.translation) * pitch), pitch, confidence)

    @classmethod
    def of_view(cls, view: BoardView, calibrated: bool) -> "Pose":
        """The pose that a view holds."""
        return cls(view.rotation, _three(np.array(view.translation) / view.pitch), view.camera, calibrated)


def _three(values: ArrayLike) -> tuple[float, float, float]:
    a, b, c = (float(value) for value in np.ravel(values))
    return a, b, c


def _lifted(points: Floats) -> Floats:
    return points if points.shape[1] == 3 else np.column_stack([points, np.zeros(len(points))])


def focal_from_corners(corners: Floats, size: tuple[int, int]) -> float:
    """Focal length in pixels that makes the quadrilateral a square seen through the picture's middle.

    The two vanishing points of a square are at right angles for the eye (e.g. Hartley and Zisserman, Multiple View
    Geometry, 8.6). With little perspective that says little, so the answer is blended with the usual focal length.
    """
    middle = np.array(size) / 2
    usual = USUAL_FOCAL * max(size)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    h = cv2.getPerspectiveTransform(square, (np.asarray(corners) - middle).astype(np.float32))
    a, b = h[:, 0], h[:, 1]
    # Both conditions are linear in 1/f^2: a'wb = 0 and a'wa = b'wb with w = diag(s, s, 1), s = 1/f^2.
    lines = np.array([[a[:2] @ b[:2], -a[2] * b[2]], [a[:2] @ a[:2] - b[:2] @ b[:2], b[2] ** 2 - a[2] ** 2]])
    lines /= max(a[:2] @ a[:2], b[:2] @ b[:2])
    # Corner errors of a hundredth of a side set how far each condition may be trusted; the prior is the rest.
    noise, prior = 0.02, 1 / usual**2
    weight, known = lines[:, 0], lines[:, 1]
    precision = (weight @ weight) / noise**2
    prior_precision = 1 / (2 * FOCAL_SPREAD * prior) ** 2
    s = (weight @ known / noise**2 + prior * prior_precision) / (precision + prior_precision)
    return float(np.clip(1 / np.sqrt(max(s, 1e-12)), usual * 0.5, usual * 2.0))


def hidden_by_larges(points: Floats, centre: Floats, pitch: float = TYPICAL_PITCH_MM) -> Bools:
    """Which board points (N x 2, pitches) lie behind or under one of 25 larges for an eye at `centre` (3,)."""
    half = LARGE_BASE_MM / 2 / pitch
    lean = (LARGE_HEIGHT_MM / pitch) / max(centre[2] - LARGE_HEIGHT_MM / pitch, 0.05)
    cells = np.array([(i + 0.5, j + 0.5) for i in range(SIDE) for j in range(SIDE)])
    apex = (cells - centre[:2]) * lean
    # A point is hidden where it lies in the shadow of a slice, the share t of the way up: |q - t apex| <= (1 - t) half
    # in x and in y, which are four bounds on t.
    least, most = np.zeros((len(points), len(cells))), np.ones((len(points), len(cells)))
    for axis in range(2):
        q = points[:, axis, None] - cells[:, axis]
        for way in (-1, 1):
            slope = half + way * apex[:, axis]
            bound = (half + way * q) / np.where(slope == 0, 1e-12, slope)
            np.minimum(most, bound + np.where(slope < 0, np.inf, 0), out=most)
            np.maximum(least, bound - np.where(slope < 0, 0, np.inf), out=least)
    return np.asarray((least < most).any(axis=1))


@dataclass(frozen=True)
class GridSamples:
    """Samples along the lines of the grid, in pitches.

    `points` N x 2; `normals` N x 2; `line` 0..5 for x = const then 6..11 for y = const; `along` 0..5; `parity` +-1, the
    colour step of a chequered board in the direction of the normal.
    """

    points: Floats
    normals: Floats
    line: NDArray[np.int64]
    along: Floats
    parity: Floats

    @classmethod
    @cache
    def every(cls, per_cell: int) -> "GridSamples":
        """All twelve lines with `per_cell` samples a cell, away from the crossings."""
        step = (np.arange(SIDE * per_cell) + 0.5) / per_cell
        points, normals, lines, along, parity = [], [], [], [], []
        for axis in range(2):
            for k in range(SIDE + 1):
                here = np.empty((len(step), 2))
                here[:, axis], here[:, 1 - axis] = k, step
                points.append(here)
                normals.append(np.tile(np.eye(2)[axis], (len(step), 1)))
                lines.append(np.full(len(step), 6 * axis + k))
                along.append(step)
                parity.append(1.0 - 2.0 * ((k + np.floor(step)) % 2))
        return cls(
            np.vstack(points), np.vstack(normals), np.concatenate(lines), np.concatenate(along), np.concatenate(parity)
        )

    @cached_property
    def inner(self) -> Bools:
        """On a line between two cells."""
        return np.asarray((self.line % 6 > 0) & (self.line % 6 < SIDE))

    def moved(self, step: Floats) -> "GridSamples":
        """The same samples a whole number of cells further, `step` (2,)."""
        parity = self.parity * (1.0 - 2.0 * (abs(int(step.sum())) % 2))
        return GridSamples(self.points + step, self.normals, self.line, self.along, parity)

    @classmethod
    def joined(cls, parts: Sequence["GridSamples"]) -> "GridSamples":
        """The samples of all parts together."""
        return cls(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)))

    def only(self, keep: Bools) -> "GridSamples":
        """The samples where `keep` holds."""
        return GridSamples(self.points[keep], self.normals[keep], self.line[keep], self.along[keep], self.parity[keep])


def read_across(pixels: Image, pose: Pose, samples: GridSamples, offsets: Floats) -> Profiles:
    """The picture read at `offsets` across each sample: N x len(offsets) x 3."""
    if not len(samples.points):
        return np.empty((0, len(offsets), 3), np.float32)
    # A parabola through three points is the way across to a few thousandths of a pixel.
    span = np.array([offsets[0], (offsets[0] + offsets[-1]) / 2, offsets[-1]])
    points = samples.points[:, None, :] + span[None, :, None] * samples.normals[:, None, :]
    t = (offsets - offsets[0]) / (offsets[-1] - offsets[0])
    weights = np.column_stack([(1 - t) * (1 - 2 * t), 4 * t * (1 - t), t * (2 * t - 1)])
    uv = (weights @ pose.project(points.reshape(-1, 2)).reshape(-1, 3, 2)).astype(np.float32)
    read = cv2.remap(pixels, uv[..., 0], uv[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(read, np.float32)


@dataclass(frozen=True)
class LineLook:
    """How lines look, across them (`even` and `odd`, offsets x 3, zero mean): the former, plus the latter times the
    parity of the sample."""

    even: Profiles
    odd: Profiles

    @cached_property
    def both(self) -> Profiles:
        """2 x offsets x 3."""
        return np.stack([self.even, self.odd])

    def energy(self, parity: Floats) -> Profiles:
        """The length of the look of samples of such parities, as one vector."""
        up, down = (float(np.sqrt(((self.even + sign * self.odd) ** 2).sum())) for sign in (1, -1))
        return np.asarray(np.where(parity > 0, up, down) + 1e-9, np.float32)


def look_of_lines(profiles: Profiles, samples: GridSamples) -> LineLook:
    """How the lines of this board look, from the inner ones' profiles.

    Learnt twice, the second time from the half of the samples that the first look fits best: more is hidden than the
    larges alone hide.
    """
    inner, parity = profiles[samples.inner], samples.parity[samples.inner]
    level = inner - inner.mean(axis=1, keepdims=True)
    likeness = _likenesses(level, parity, _look(level, parity))
    best = likeness >= np.median(likeness)
    return _look(level[best], parity[best])


def _look(level: Profiles, parity: Floats) -> LineLook:
    """The look of profiles of zero mean."""
    even = mirrored_median(level, 1)
    odd = mirrored_median(level * parity[:, None, None].astype(np.float32), -1)
    return LineLook(even - even.mean(axis=0), odd - odd.mean(axis=0))


def mirrored_median(profiles: Profiles, sign: int) -> Profiles:
    """Median of N x offsets x 3 profiles and the same read the other way round, times `sign`: offsets x 3."""
    half = profiles.shape[1] // 2 + 1
    both = np.concatenate([profiles[:, :half], sign * profiles[:, : -half - 1 : -1]])
    # Of an even number; this is what NumPy's median does, without looking for what is not a number.
    middle = len(both) // 2 - 1, len(both) // 2
    ordered = np.partition(np.ascontiguousarray(both.transpose(1, 2, 0)), middle, axis=2)
    first = (ordered[..., middle[0]] + ordered[..., middle[1]]) / 2
    return np.concatenate([first, sign * first[-2::-1]])


def likenesses(profiles: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """Normalised correlation (N) of the profiles of samples of such parities with their look; flat profiles count as
    unlike."""
    return _likenesses(profiles - profiles.mean(axis=1, keepdims=True), parity, look)


def _likenesses(level: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """The same of profiles of zero mean."""
    flat, energy = level.reshape(len(level), -1), look.energy(parity)
    even, odd = look.both.reshape(2, -1) @ flat.T
    size = np.sqrt(np.einsum("ni,ni->n", flat, flat))
    return np.asarray((even + parity * odd) / (energy * np.maximum(size, 0.5 * energy)), np.float32)


def _likenesses_along(profiles: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """`likenesses` of a look with every stretch of longer profiles that is as long: N x stretches."""
    count, length = len(look.even), profiles.shape[1]
    # Whatever is taken off, as long as little is left to square and to subtract.
    level = profiles - profiles[:, length // 2, None]
    starts = np.arange(length - count + 1)
    within = (np.arange(length)[:, None] >= starts) & (np.arange(length)[:, None] < starts + count)
    looks = np.zeros((2, length, 3, len(starts)), np.float32)
    for start in starts:
        looks[:, start : start + count, :, start] = look.both
    even, odd = level.reshape(len(level), -1) @ looks.reshape(2, 3 * length, -1)
    window = within.astype(np.float32)
    sums = (level.transpose(2, 0, 1) @ window) ** 2
    squares = np.einsum("nwc,nwc->nw", level, level) @ window
    size = np.sqrt(np.maximum(squares - (sums[0] + sums[1] + sums[2]) / count, 0))
    energy = look.energy(parity)[:, None]
    return np.asarray((even + parity[:, None] * odd) / (energy * np.maximum(size, 0.5 * energy)), np.float32)


@dataclass(frozen=True)
class Match:
    """Where each sample's line lies, `shift` (pitches, along the normal), and its `likeness` (-1..1) to its look."""

    shift: Floats
    likeness: Floats


def match_lines(profiles: Profiles, look: LineLook, samples: GridSamples, smooth: float) -> Match:
    """Slide each sample's expected look over its longer profile, in steps of `STEP` pitches.

    Scores are averaged along each line over about `smooth` pitches to both sides: a line goes on, a glint does not.
    """
    reach = (profiles.shape[1] - len(look.even)) // 2
    score = _along(_likenesses_along(profiles, samples.parity, look), samples, smooth)
    best = score.argmax(axis=1)
    rows = np.arange(len(score))
    middle = np.clip(best, 1, 2 * reach - 1)
    left, top, right = score[rows, middle - 1], score[rows, middle], score[rows, middle + 1]
    bend = left - 2 * top + right
    part = np.where((bend < -1e-9) & (best == middle), 0.5 * (left - right) / np.minimum(bend, -1e-9), 0.0)
    return Match((best - reach + np.clip(part, -0.5, 0.5)) * STEP, score.max(axis=1))


def _along(score: Profiles, samples: GridSamples, smooth: float) -> Floats:
    """The mean of each sample's score and of those of its line that are nearer than `smooth` pitches."""
    place = samples.along + 2 * SIDE * samples.line
    order = np.argsort(place, kind="stable")
    ordered = place[order]
    first = np.searchsorted(ordered, ordered - smooth - 1e-6, "right")
    last = np.searchsorted(ordered, ordered + smooth + 1e-6, "left")
    running = np.vstack([np.zeros(score.shape[1]), np.cumsum(score[order], axis=0, dtype=np.float64)])
    mean = np.empty(score.shape)
    mean[order] = (running[last] - running[first]) / (last - first)[:, None]
    return mean


def solve(pose: Pose, samples: GridSamples, match: Match, sigma: float) -> Pose:
    """One robust Gauss-Newton step that brings the grid's lines to where they were seen.

    `sigma` is the standard error of one sample across the line in pixels, before robust weights (Cauchy).
    """
    here, slopes = pose.project_with_slopes(samples.points)
    tangent, across = 0.01 * samples.normals[:, ::-1], 0.01 * samples.normals
    moves = np.stack([tangent, -tangent, across, match.shift[:, None] * samples.normals])
    further, back, beside, seen = pose.project((samples.points + moves).reshape(-1, 2)).reshape(4, -1, 2)
    ahead = further - back
    normal = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / (np.linalg.norm(ahead, axis=1, keepdims=True) + 1e-12)
    residual = ((seen - here) * normal).sum(axis=1)
    reach = ((beside - here) * normal).sum(axis=1) / 0.01
    design = np.column_stack([(slopes * normal[:, :, None]).sum(axis=1), _waywardness(samples, reach)])
    trust = np.clip(2 * match.likeness / max(float(np.quantile(match.likeness, 0.8)), 0.1) - 1, 0, 1) ** 2
    weight = trust / (1 + (residual / (2 * sigma)) ** 2) ** 2 / sigma**2
    # Neighbouring samples share their errors: ten of them tell about as much as one.
    weight /= 10
    usual = np.log(USUAL_FOCAL * max(pose.camera.size))
    size = design.shape[1]
    pull, step = np.zeros(size), np.zeros(size)
    weighted = design.T * weight
    normal_matrix, told = weighted @ design, weighted @ residual
    free = np.flatnonzero(~(np.isin(np.arange(size), (6, 7)) & pose.calibrated))
    spread = LINE_SPREADS[0]
    for _ in range(3):
        spreads = np.full((12, 2), spread)
        spreads[[0, 5, 6, 11]] = np.hypot(spread, INSET_SPREAD)
        prior = np.concatenate([np.zeros(6), [1 / FOCAL_SPREAD**2, 1 / K1_SPREAD**2], 1 / spreads.ravel() ** 2])
        pull[6:8] = prior[6:8] * (usual - pose.parameters[6], -pose.parameters[7])
        matrix = normal_matrix + np.diag(prior) + 1e-9 * np.eye(size)
        step[free] = np.linalg.solve(matrix[np.ix_(free, free)], (told + pull)[free])
        inner = step[8:].reshape(12, 2)[[1, 2, 3, 4, 7, 8, 9, 10]]
        spread = float(np.clip(np.sqrt((inner**2).mean()), *LINE_SPREADS))
    return pose.moved(step[:8])


def _waywardness(samples: GridSamples, reach: Floats) -> Floats:
    """Pixels (N x 24) that each sample moves across its line when that is drawn a pitch off (`reach`, N) or a pitch
    askew.

    Grids are drawn by hand, and printed ones often have their outermost lines within the outer cells; so each line has
    an offset and a slope of its own.
    """
    columns = np.zeros((len(samples.points), 12, 2))
    rows = np.arange(len(samples.points))
    columns[rows, samples.line, 0] = reach
    columns[rows, samples.line, 1] = reach * (samples.along / SIDE - 0.5)
    return columns.reshape(-1, 24)


@dataclass(frozen=True)
class Reading:
    """The grid's lines as one pose expects them in a picture: visible samples and profiles `STEP` pitches apart."""

    samples: GridSamples
    profiles: Profiles

    @classmethod
    def of(cls, pixels: Image, pose: Pose, radius: float, per_cell: int) -> "Reading":
        """Read all lines, `radius` pitches further to both sides than a look is wide."""
        return cls.at(pixels, pose, GridSamples.every(per_cell), radius)

    @classmethod
    def at(cls, pixels: Image, pose: Pose, samples: GridSamples, radius: float) -> "Reading":
        """Read those of `samples` that the larges leave visible."""
        samples = samples.only(~hidden_by_larges(samples.points, pose.centre))
        samples = samples.only(_in_picture(pose.project(samples.points), pose.camera.size))
        reach = WIDTH + max(int(np.ceil(radius / STEP)), 2)
        return cls(samples, read_across(pixels, pose, samples, STEP * np.arange(-reach, reach + 1, dtype=float)))

    @property
    def here(self) -> Profiles:
        """The profiles, no wider than a look, where the pose has the lines."""
        spare = (self.profiles.shape[1] - 2 * WIDTH - 1) // 2
        return self.profiles[:, spare : self.profiles.shape[1] - spare]

    @property
    def enough(self) -> bool:
        """There is something to fit to."""
        return int(self.samples.inner.sum()) >= 30


@cache
def plain_look(lines: Lines) -> LineLook:
    """What lines look like before more is known than their kind."""
    offsets = np.arange(-WIDTH, WIDTH + 1) * STEP
    if lines is Lines.CHEQUERED:
        across, parts = np.tanh(offsets / 0.02), (0, 1)
    else:
        across, parts = np.exp(-0.5 * (offsets / 0.02) ** 2) * (1 if lines is Lines.LIGHT else -1), (1, 0)
    level = np.tile((across - across.mean())[:, None], (1, 3)).astype(np.float32)
    return LineLook(*(level * np.float32(part) for part in parts))


def catch(pixels: Image, pose: Pose, lines: Lines, radius: float = 0.12) -> Pose:
    """Pull a rough pose (wrong by up to `radius` pitches) onto lines of a kind."""
    for reach in (radius, radius / 2):
        reading = Reading.of(pixels, pose, reach, 5)
        if not reading.enough:
            break
        match = match_lines(reading.profiles, plain_look(lines), reading.samples, 0.4)
        pose = solve(pose, reading.samples, match, 20 * reach)
    return pose


def refine(pixels: Image, pose: Pose, rounds: tuple[float, ...] = (0.05, 0.03, 0.02, 0.02), per_cell: int = 8) -> Pose:
    """Fit `pose` to the lines as they look on this board; `rounds` are the search radii in pitches, one a round."""
    for radius in rounds:
        reading = Reading.of(pixels, pose, radius, per_cell)
        if not reading.enough:
            return pose
        look = look_of_lines(reading.here, reading.samples)
        match = match_lines(reading.profiles, look, reading.samples, 2 * radius)
        pose = solve(pose, reading.samples, match, max(0.5, 20 * radius))
    return pose


def _in_picture(uv: Floats, size: tuple[int, int]) -> Bools:
    return np.asarray((uv > 2).all(axis=1) & (uv < np.array(size) - 3).all(axis=1))
