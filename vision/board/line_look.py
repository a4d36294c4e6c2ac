"""Learns how the lines of a board's grid look in a picture. Lengths are in pitches (sides of a cell).

A line is sampled along its length, without samples that pieces must hide, and at each sample the picture is read across
the line. The look is learnt from the board itself: what separates two equal cells looks alike from both sides, so the
profile has a symmetric part, and for chequered boards an antisymmetric one whose sign alternates from cell to cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache, cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.pose import Pose
from vision.geometry.grid import BoardGrid
from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Floats, Image

Bools = NDArray[np.bool_]
Profiles = NDArray[np.float32]

TYPICAL_PITCH_MM: Final = 33.0
"""Pitch assumed before pieces have given it."""
STEP: Final = 0.01
"""Distance of samples across a line, pitches."""
WIDTH: Final = 10
"""Samples to both sides of a line."""


class LineKind(Enum):
    """Kinds of what separates cells: light lines, dark lines, or the edges of chequered cells."""

    LIGHT = 0
    DARK = 1
    CHEQUERED = 2


def hidden_by_larges(points: Floats, cells: Floats, centre: Floats) -> Bools:
    """Return True for board points (N x 2, pitches) behind or under larges in the middles of `cells` (K x 2, pitches),
    seen from `centre` (3,)."""
    half, height = BASE_MM[3] / 2 / TYPICAL_PITCH_MM, HEIGHT_MM[3] / TYPICAL_PITCH_MM
    lean = height / max(centre[2] - height, 0.05)
    apex = (cells - centre[:2]) * lean
    # A point is hidden by the slice at share t of the height if |q - t apex| <= (1 - t) half in x and in y: four bounds
    # on t.
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
    """Samples along the lines of a grid, lengths in pitches."""

    points: Floats
    """N x 2."""
    normals: Floats
    """Unit normals of the lines, N x 2."""
    axis: NDArray[np.int64]
    """0 on a line x = const, 1 on one y = const, N."""
    line: NDArray[np.int64]
    """Number of the line, those of x = const first, N."""
    along: Floats
    """Distance along the line, N."""
    length: Floats
    """Length of the line, N."""
    parity: Floats
    """+-1, colour step of a chequered board along the normal, N."""
    inner: Bools
    """True where the line runs between two cells, N."""

    @classmethod
    @cache
    def every(cls, grid: BoardGrid, per_cell: int) -> "GridSamples":
        """Sample all lines of a grid, `per_cell` samples a cell, away from the intersections."""
        counts, parts, lines = (grid.files, grid.ranks), [], 0
        for axis in range(2):
            length = counts[1 - axis]
            step = (np.arange(length * per_cell) + 0.5) / per_cell
            for k in range(counts[axis] + 1):
                here = np.empty((len(step), 2))
                here[:, axis], here[:, 1 - axis] = k, step
                normals = np.tile(np.eye(2)[axis], (len(step), 1))
                axes, line = np.full(len(step), axis), np.full(len(step), lines + k)
                parity = 1.0 - 2.0 * ((k + np.floor(step)) % 2)
                inner = np.full(len(step), 0 < k < counts[axis])
                parts.append(cls(here, normals, axes, line, step, np.full(len(step), float(length)), parity, inner))
            lines += counts[axis] + 1
        return cls.joined(parts)

    def moved(self, step: Floats) -> "GridSamples":
        """Return the samples moved by whole cells, `step` (2,)."""
        parity = self.parity * (1.0 - 2.0 * (abs(int(step.sum())) % 2))
        return replace(self, points=self.points + step, parity=parity)

    @classmethod
    def joined(cls, parts: Sequence["GridSamples"]) -> "GridSamples":
        """Concatenate samples."""
        return cls(*(np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(cls)))

    def only(self, keep: Bools) -> "GridSamples":
        """Return the samples where `keep` is true."""
        return GridSamples(*(getattr(self, each.name)[keep] for each in fields(self)))


def read_across(pixels: Image, pose: Pose, samples: GridSamples, offsets: Floats) -> Profiles:
    """Read the picture at `offsets` across each sample: N x len(offsets) x 3."""
    if not len(samples.points):
        return np.empty((0, len(offsets), 3), np.float32)
    # Project three points of each way across and interpolate by a parabola: exact to some thousandths of a pixel.
    span = np.array([offsets[0], (offsets[0] + offsets[-1]) / 2, offsets[-1]])
    points = samples.points[:, None, :] + span[None, :, None] * samples.normals[:, None, :]
    t = (offsets - offsets[0]) / (offsets[-1] - offsets[0])
    weights = np.column_stack([(1 - t) * (1 - 2 * t), 4 * t * (1 - t), t * (2 * t - 1)])
    uv = (weights @ pose.project(points.reshape(-1, 2)).reshape(-1, 3, 2)).astype(np.float32)
    read = cv2.remap(pixels, uv[..., 0], uv[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(read, np.float32)


@dataclass(frozen=True)
class LineLook:
    """Profile of lines, offsets x 3, zero mean: `even` plus `odd` times the sample's parity."""

    even: Profiles
    odd: Profiles

    @cached_property
    def both(self) -> Profiles:
        """Return both parts, 2 x offsets x 3."""
        return np.stack([self.even, self.odd])

    def energy(self, parity: Floats) -> Profiles:
        """Return the norm of the look of samples with these parities."""
        up, down = (float(np.sqrt(((self.even + sign * self.odd) ** 2).sum())) for sign in (1, -1))
        return np.asarray(np.where(parity > 0, up, down) + 1e-9, np.float32)


def look_of_lines(profiles: Profiles, samples: GridSamples) -> LineLook:
    """Learn the look of this board's lines from the inner ones' profiles.

    Learnt twice, the second time from the better half of the samples: small pieces and hands hide some of them, too.
    """
    inner, parity = profiles[samples.inner], samples.parity[samples.inner]
    level = inner - inner.mean(axis=1, keepdims=True)
    correlation = _correlations(level, parity, _look(level, parity))
    best = correlation >= np.median(correlation)
    return _look(level[best], parity[best])


def _look(level: Profiles, parity: Floats) -> LineLook:
    """Return the look of profiles of zero mean."""
    even = mirrored_median(level, 1)
    odd = mirrored_median(level * parity[:, None, None].astype(np.float32), -1)
    return LineLook(even - even.mean(axis=0), odd - odd.mean(axis=0))


def mirrored_median(profiles: Profiles, sign: int) -> Profiles:
    """Return the median of N x offsets x 3 profiles and their mirror images times `sign`: offsets x 3."""
    half = profiles.shape[1] // 2 + 1
    both = np.concatenate([profiles[:, :half], sign * profiles[:, : -half - 1 : -1]])
    # np.median of an even number of values, without its slow search for NaN.
    middle = len(both) // 2 - 1, len(both) // 2
    ordered = np.partition(np.ascontiguousarray(both.transpose(1, 2, 0)), middle, axis=2)
    first = (ordered[..., middle[0]] + ordered[..., middle[1]]) / 2
    return np.concatenate([first, sign * first[-2::-1]])


def correlations(profiles: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """Return the normalised correlation (N) of profiles with their look; flat profiles count as unlike."""
    return _correlations(profiles - profiles.mean(axis=1, keepdims=True), parity, look)


def _correlations(level: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """Return `correlations` of profiles of zero mean."""
    flat, energy = level.reshape(len(level), -1), look.energy(parity)
    even, odd = look.both.reshape(2, -1) @ flat.T
    size = np.sqrt(np.einsum("ni,ni->n", flat, flat))
    return np.asarray((even + parity * odd) / (energy * np.maximum(size, 0.5 * energy)), np.float32)


def correlations_along(profiles: Profiles, parity: Floats, look: LineLook) -> Profiles:
    """Return the correlation of a look with each stretch of longer profiles: N x stretches."""
    count, length = len(look.even), profiles.shape[1]
    # Any level may be subtracted; the middle sample's leaves small numbers to square, and so small rounding errors.
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
class LineProfiles:
    """The grid's lines in a picture under one pose: visible samples and profiles `STEP` pitches apart."""

    samples: GridSamples
    profiles: Profiles

    @classmethod
    def of(cls, pixels: Image, pose: Pose, radius: float, per_cell: int) -> "LineProfiles":
        """Read all lines, `radius` pitches further to both sides than a look reaches."""
        return cls.at(pixels, pose, GridSamples.every(pose.prior.grid, per_cell), radius)

    @classmethod
    def at(cls, pixels: Image, pose: Pose, samples: GridSamples, radius: float) -> "LineProfiles":
        """Read the samples that are in the picture and not hidden by a piece."""
        samples = samples.only(~hidden_by_larges(samples.points, pose.prior.middles, pose.centre))
        samples = samples.only(_in_picture(pose.project(samples.points), pose.camera.size))
        reach = WIDTH + max(int(np.ceil(radius / STEP)), 2)
        return cls(samples, read_across(pixels, pose, samples, STEP * np.arange(-reach, reach + 1, dtype=float)))

    @property
    def here(self) -> Profiles:
        """The profiles at the pose's own lines, as wide as a look."""
        spare = (self.profiles.shape[1] - 2 * WIDTH - 1) // 2
        return self.profiles[:, spare : self.profiles.shape[1] - spare]

    @property
    def enough(self) -> bool:
        """True if there are enough samples to fit to."""
        return int(self.samples.inner.sum()) >= 30


@cache
def plain_look(lines: LineKind) -> LineLook:
    """Return the look assumed for a kind of lines before it is learnt."""
    offsets = np.arange(-WIDTH, WIDTH + 1) * STEP
    if lines is LineKind.CHEQUERED:
        across, parts = np.tanh(offsets / 0.02), (0, 1)
    else:
        across, parts = np.exp(-0.5 * (offsets / 0.02) ** 2) * (1 if lines is LineKind.LIGHT else -1), (1, 0)
    level = np.tile((across - across.mean())[:, None], (1, 3)).astype(np.float32)
    return LineLook(*(level * np.float32(part) for part in parts))


def _in_picture(uv: Floats, size: tuple[int, int]) -> Bools:
    return np.asarray((uv > 2).all(axis=1) & (uv < np.array(size) - 3).all(axis=1))
