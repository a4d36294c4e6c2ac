"""Simulates the tower's phototransistors: dice on a clear floor, lit from below by one colour at a time.

Lengths are millimetres in the pocket's frame, origin at its middle. The model has opaque bodies, flat round pips, a
field of view with a sharp edge, and glare of the floor with or without a die.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from hardware.simulation.python_tower import BAYS

CELLS_PER_BAY = 9  # phototransistors, under the nine places that pips can have
PIP_GRID = 4.2  # mm between neighbouring pips, and between phototransistors
PIP_RADIUS = 1.5  # mm
SPOT_RADIUS = 1.3  # mm: what a phototransistor sees of the die's face
GLARE = 0.06  # light thrown back by the clear floor itself, as a share of a perfectly white face's
WHITE_COUNTS = 190.0  # of the converter's 255, for a perfectly white face
NOISE_COUNTS = 0.8  # standard deviation of one reading, in counts of the converter's 255

# Share of red, green and blue light reflected by body and by pips.
REFLECTANCE: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "R": ((0.62, 0.09, 0.08), (0.84, 0.84, 0.80)),
    "Y": ((0.80, 0.62, 0.10), (0.05, 0.05, 0.05)),
    "G": ((0.10, 0.46, 0.17), (0.84, 0.84, 0.80)),
    "B": ((0.07, 0.15, 0.52), (0.84, 0.84, 0.80)),
    "W": ((0.82, 0.82, 0.78), (0.05, 0.05, 0.05)),
    "K": ((0.05, 0.05, 0.05), (0.84, 0.84, 0.80)),
}

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
_CELLS = PIP_GRID * np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Seat:
    """Pose of a die in its pocket: quarter turns, millimetres off the middle, degrees of twist."""

    turns: int = 0
    dx: float = 0.0
    dy: float = 0.0
    twist: float = 0.0


@dataclass(frozen=True)
class LyingDie:
    """A die in a pocket; `value` is that of its upper face."""

    colour: str
    value: int
    seat: Seat = Seat()


def pip_share(value: int, seat: Seat) -> Array:
    """Return the share of each cell's view (9,) covered by pips, for a die whose upper face is `value`."""
    pips = PIP_GRID * np.array(_PIPS[7 - value], dtype=np.float64)
    angle = np.radians(90 * seat.turns + seat.twist)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    centres = pips @ turn.T + (seat.dx, seat.dy)
    gaps = np.linalg.norm(_CELLS[:, None] - centres[None], axis=2)
    return np.asarray(np.minimum(1.0, _overlap(gaps, SPOT_RADIUS, PIP_RADIUS).sum(axis=1)))


def reflectance(die: LyingDie) -> Array:
    """Return the reflectance (3, 9) of a die to each light at each cell."""
    body, pips = (np.array(part)[:, None] for part in REFLECTANCE[die.colour])
    share = pip_share(die.value, die.seat)[None]
    return np.asarray(body * (1 - share) + pips * share)


class SensorBlock:
    """One tower's floor, with slightly different cells, lights and bays, as components vary."""

    def __init__(self, rng: Random) -> None:
        self.gain = np.array([rng.uniform(0.8, 1.05) for _ in range(BAYS * CELLS_PER_BAY)])
        self.lamps = np.array([[rng.uniform(0.85, 1.0) for _ in range(BAYS)] for _ in range(3)])
        self.ambient = np.array([rng.uniform(2, 6) for _ in range(BAYS * CELLS_PER_BAY)])
        self.dead_lamps: set[tuple[int, int]] = set()

    def empty(self) -> Array:
        """Return counts (3, 36) above the dark frame over empty pockets."""
        return self.counts(np.zeros((3, BAYS * CELLS_PER_BAY)))

    def white(self) -> Array:
        """Return counts (3, 36) under a white card."""
        return self.counts(np.ones((3, BAYS * CELLS_PER_BAY)))

    def under(self, pockets: Sequence[LyingDie | None]) -> Array:
        """Return counts (3, 36) with these dice in the four pockets."""
        seen = [np.zeros((3, CELLS_PER_BAY)) if die is None else reflectance(die) for die in pockets]
        return self.counts(np.concatenate(seen, axis=1))

    def counts(self, shares: Array) -> Array:
        """Return counts above the dark frame for reflectances (3, 36)."""
        lamps = self.lamps.copy()
        for light, bay in self.dead_lamps:
            lamps[light, bay] = 0.0
        return np.asarray(WHITE_COUNTS * self.gain * np.repeat(lamps, CELLS_PER_BAY, axis=1) * (GLARE + shares))


def _overlap(gap: Array, r: float, s: float) -> Array:
    """Return the share of a disc of radius `r` covered by a disc of radius `s`, `gap` away."""
    d = np.clip(gap, 1e-9, r + s)
    a = np.arccos(np.clip((d * d + r * r - s * s) / (2 * d * r), -1, 1))
    b = np.arccos(np.clip((d * d + s * s - r * r) / (2 * d * s), -1, 1))
    area = r * r * (a - np.sin(2 * a) / 2) + s * s * (b - np.sin(2 * b) / 2)
    return np.asarray(np.where(gap >= r + s, 0.0, np.minimum(area / (np.pi * r * r), 1.0)))
