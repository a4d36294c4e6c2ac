"""Colours of a half board and of its discs, learnt in the picture in which they are looked for."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.checkers.disc_scene import PARTS, WALL, DiscScene
from vision.geometry.half_board import ROWS
from vision.image import Floats
from vision.parameters import Three, parameters
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    step: Three = (0.06, 0.03, 0.03)  # log; tints are rounded to this
    anything: float = -4.4  # log density of what looks like nothing known, for ground and discs alike
    least: float = -7.0  # log density; most that a pixel says against what is drawn
    most: float = 2.0  # log density; most that a pixel says for it
    grounds: int = 7  # colours of the ground
    ground_spread: Three = (0.06, 0.04, 0.04)  # log; their least spread
    disc_spread: Three = (0.09, 0.05, 0.05)  # log; least spread of a part of a disc
    first_spread: Three = (0.3, 0.14, 0.14)  # log; spread of a top whose colour is known roughly
    wall_spread: Three = (0.5, 0.2, 0.2)  # log; spread of a wall then
    wall_darker: float = 0.35  # log; by how much a wall is darker than its top
    enough: int = 60  # pixels; parts that show less teach nothing
    samples: int = 8000  # pixels of the ground that are looked at
    places: float = 2.0  # pixels; weight of the ground's colours anywhere against those at a place


P: Final = parameters(Parameters)
SHADES: Final = (
    (0.0, 0.0, 1.0),
    (-0.15, -0.7, 1.3),
    (-0.32, -1.0, 1.6),
    (-0.52, -1.3, 1.8),
    (-0.75, -1.6, 2.0),
    (-1.05, -2.0, 2.2),
    (0.12, -0.7, 1.2),
)
"""Changes of the ground's brightness by shadow or light, the log of their frequency, and how much they spread."""
LABELS: Final = 1 + PARTS
"""The ground, and the parts of a disc."""
ACROSS, INWARD = 10, 64
"""Places of a point that are told apart: by their distance from its axis and from the rim."""


class Shade(NamedTuple):
    """A colour: median and spread of its tints, and its share."""

    median: Floats
    spread: Floats
    share: float

    def density(self, tint: NDArray[np.float32], shade: float = 0.0, wider: float = 1.0) -> NDArray[np.float32]:
        """Return the log density of tints, N x 3."""
        spread = self.spread * np.array([wider, 1 + (wider - 1) / 4, 1 + (wider - 1) / 4])
        away = (tint - (self.median + np.array([shade, 0, 0])).astype(np.float32)) / spread.astype(np.float32)
        return np.asarray(-0.5 * (away * away).sum(axis=-1) - np.log(spread).sum() - 2.757, np.float32)


class DiscColours:
    """Likelihoods of a scene's pixels for the ground and for each part of each side's discs.

    `tops`: rough colours (BGR) of both sides' tops.
    """

    def __init__(self, scene: DiscScene, tops: tuple[Floats, Floats]) -> None:
        self._scene = scene
        steps = np.array(P.step, np.float32)
        rounded = np.round(scene.tints / steps).astype(np.int64)
        keys = ((rounded[:, 0] + 500) * 1000 + rounded[:, 1] + 500) * 1000 + rounded[:, 2] + 500
        _, first, self._which = np.unique(keys, return_index=True, return_inverse=True)
        self._tints = (rounded[first] * steps).astype(np.float32)
        self._discs: dict[tuple[int, int], list[Shade]] = {}
        for side, top in enumerate(tops):
            tint = tints(np.asarray(np.round(top), np.uint8).reshape(1, 1, 3))[0, 0]
            darker = tint - np.array([P.wall_darker, 0, 0])
            for part in range(PARTS):
                wall = part < WALL
                spread = np.array(P.wall_spread if wall else P.first_spread)
                self._discs[side, part] = [Shade(darker if wall else tint, spread, 1.0)]
        x, y = scene.field
        self._side = (y > scene.depth / 2).astype(int)
        inward = np.where(self._side == 0, y, scene.depth - y)
        row = np.clip(np.floor(x), 0, ROWS - 1).astype(int)
        self._parity = row % 2
        cells = np.clip(np.abs(x - row - 0.5) * 2 * ACROSS, 0, ACROSS - 1).astype(int) * INWARD
        self._cells = cells + np.clip(inward * 12, 0, INWARD - 1).astype(int)
        self._field = (x > 0) & (x < ROWS) & (y > 0) & (y < scene.depth)
        self._near = (np.abs(x / ROWS - 0.5) < 0.56) & (np.abs(y / scene.depth - 0.5) < 0.54)
        self.said: NDArray[np.float32] = np.empty((2, LABELS, len(keys)), np.float32)
        """Log density of every pixel, by side and label."""

    def learn(self, labels: NDArray[np.uint8]) -> None:
        """Learn from what is seen where: 0 for the ground, then the parts of the first side's discs, and those of the
        second's."""
        ends = np.cumsum(np.bincount(labels, minlength=1 + 2 * PARTS))
        ordered = np.split(np.argsort(labels, kind="stable"), ends[:-1])
        for side, part in self._discs:
            seen = self._scene.tints[ordered[1 + part + PARTS * side]]
            if len(seen) > P.enough:
                self._discs[side, part] = (
                    _tones(seen, 3 if len(seen) > 200 else 1, P.disc_spread, 2.0) or self._discs[side, part]
                )
        bare = np.asarray(labels == 0)
        bare &= cv2.dilate((~bare).astype(np.uint8).reshape(self._scene.shape), np.ones((3, 3), np.uint8)).ravel() == 0
        self.said[:, 0] = np.clip(self._ground(bare), P.least, P.most)
        for (side, part), tones in self._discs.items():
            logs = np.full(len(self._tints), P.anything, np.float32)
            for tone in tones:
                logs = np.logaddexp(logs, tone.density(self._tints) + np.float32(np.log(0.85 * tone.share)))
            self.said[side, 1 + part] = np.clip(logs, P.least, P.most)[self._which]

    def _ground(self, bare: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return what each pixel says for the ground: by its colours anywhere, and by those at this place of points of
        one colour, which lie two apart and face each other shifted by one or not."""
        tones = _tones(self._scene.tints[bare & self._near], P.grounds, P.ground_spread, 2.5, 1.0)
        shares = np.array([max(tone.share, 0.04) for tone in tones])
        shares /= shares.sum()
        logs = np.array(
            [
                np.max([tone.density(self._tints, shade, wider) + log for shade, log, wider in SHADES], axis=0)
                for tone in tones
            ]
        )
        logs = np.maximum(logs, -9.0)
        on, taught = self._field, bare[self._field]
        which, side, parity, cells = self._which[on], self._side[on], self._parity[on], self._cells[on]
        likeliest = logs.argmax(axis=0)[which]
        places = ACROSS * INWARD
        keys = ((side * 2 + parity) * len(tones) + likeliest) * places + cells
        seen = (
            np.bincount(keys[taught], minlength=4 * len(tones) * places).reshape(2, 2, len(tones), places).astype(float)
        )
        facing = seen[::-1] if _agree(seen, seen[::-1]) > _agree(seen, seen[::-1, ::-1]) else seen[::-1, ::-1]
        both = (3 * seen + facing).reshape(-1, ACROSS, INWARD)
        both = np.array([cv2.GaussianBlur(one, (0, 0), 0.8) for one in both]).reshape(seen.shape)
        there = np.log((both + P.places * shares[:, None]) / (both.sum(axis=2, keepdims=True) + P.places))
        there = there.astype(np.float32).transpose(2, 0, 1, 3)[:, side, parity, cells]
        best = np.logaddexp.reduce(logs + np.log(shares).astype(np.float32)[:, None], axis=0)[self._which]
        best[on] = np.logaddexp.reduce(logs[:, which] + there, axis=0)
        return np.asarray(np.logaddexp(best + np.float32(np.log(0.9)), np.float32(P.anything)))


def _agree(one: Floats, other: Floats) -> float:
    """Return how well two counts of colours by place (2 x 2 x colours x places) agree where both have some."""
    both = np.minimum(one.sum(axis=2), other.sum(axis=2))
    shares = [seen / np.maximum(seen.sum(axis=2, keepdims=True), 1) for seen in (one, other)]
    return float((both * (shares[0] * shares[1]).sum(axis=2)).sum() / max(both.sum(), 1))


def _tones(
    seen: Floats | NDArray[np.float32], count: int, least: Three, weight: float, wider: float = 1.2
) -> list[Shade]:
    """Return the colours of tints, N x 3. `weight`: of hue against brightness."""
    if len(seen) > P.samples:
        seen = seen[np.random.default_rng(1).choice(len(seen), P.samples, replace=False)]
    if len(seen) < count:
        return []
    cv2.setRNGSeed(1)
    scaled = np.asarray(seen * np.array([1, weight, weight]), np.float32)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1e-3)
    _, labels, _ = cv2.kmeans(scaled, count, np.empty(0, np.int32), stop, 1, cv2.KMEANS_PP_CENTERS)
    found = []
    for number in range(count):
        own = seen[labels.ravel() == number]
        if len(own) >= 20:
            median = np.median(own, axis=0)
            spread = wider * 1.48 * np.median(np.abs(own - median), axis=0)
            found.append(Shade(median, np.maximum(spread, least), len(own) / len(seen)))
    return found
