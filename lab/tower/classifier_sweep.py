"""The firmware's classifier against simulated light: every value, colour, bay and quarter turn, with noise."""

import functools
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from hardware.simulation.python_tower import BAYS
from lab.tower.simulation.chip import core_classify, core_learn
from lab.tower.simulation.optics import (
    CELLS_PER_BAY,
    GLARE,
    NOISE_COUNTS,
    WHITE_COUNTS,
    LyingDie,
    Seat,
    SensorBlock,
    reflectance,
)

COLOURS = "RYGBW"
WHITE = 200  # the classifier's scale
SEATING_MM, SEATING_DEGREES = 0.5, 3.0
GAIN_NOISE = 0.05  # of each cell, left over after calibration
LAMP_NOISE = 0.10  # of each light, since calibration
BODY_NOISE = 0.05  # of each reflectance, from die to die and face to face
BATCH = 2000


@dataclass(frozen=True)
class Sweep:
    """Counts of simulated dice; `kinds` is how many combinations of value, colour, bay and quarter turn occurred."""

    throws: int
    wrong: int
    uncertain: int
    kinds: int


@functools.cache
def palette() -> tuple[bytes, ...]:
    """The swatches that calibration learns from one die of each colour, well seated."""
    return tuple(core_learn(_scaled(reflectance(LyingDie(colour, 3))), colour) for colour in COLOURS)


def sweep(throws: int, seed: int, noise: float = 1.0) -> Sweep:
    """Throw so many dice. `noise` multiplies the realistic spread of everything: converter, gain, lamps, reflectance.

    Seating is within 0.5 mm and 3 degrees. Wrong is a value or a colour that was told and is not so.
    """
    rng = np.random.default_rng(seed)
    block = SensorBlock(Random(seed))
    kinds: set[tuple[int, int, int, int]] = set()
    wrong = uncertain = 0
    for begin in range(0, throws, BATCH):
        count = min(BATCH, throws - begin)
        number = np.arange(begin, begin + count)
        value, colour, bay, turns = 1 + number % 6, number // 6 % 5, number // 30 % BAYS, number // 120 % 4
        kinds.update(zip(value.tolist(), colour.tolist(), bay.tolist(), turns.tolist(), strict=True))
        light = np.stack(
            [
                _look(rng, block, int(v), int(c), int(b), int(t), noise)
                for v, c, b, t in zip(value, colour, bay, turns, strict=True)
            ]
        )
        told = core_classify(light, palette())
        letters = np.array([ord(letter) for letter in COLOURS])[colour]
        sure = told[:, 0] > 0
        uncertain += int(np.count_nonzero(~sure))
        wrong += int(np.count_nonzero(sure & ((told[:, 0] != value) | (told[:, 1] != letters))))
    return Sweep(throws, wrong, uncertain, len(kinds))


def _look(
    rng: np.random.Generator, block: SensorBlock, value: int, colour: int, bay: int, turns: int, noise: float
) -> NDArray[np.uint8]:
    """The 27 reflectances that the firmware would work out for one die."""
    dx, dy = rng.uniform(-SEATING_MM, SEATING_MM, 2)
    seat = Seat(int(turns), dx, dy, rng.uniform(-SEATING_DEGREES, SEATING_DEGREES))
    share = reflectance(LyingDie(COLOURS[int(colour)], int(value), seat))
    share = share * (1 + noise * BODY_NOISE * rng.standard_normal((3, 1)))
    cells = slice(int(bay) * CELLS_PER_BAY, (int(bay) + 1) * CELLS_PER_BAY)
    full = WHITE_COUNTS * block.gain[cells] * block.lamps[:, bay][:, None]
    lamp = 1 + noise * LAMP_NOISE * rng.uniform(-1, 1, (3, 1))
    gain = 1 + noise * GAIN_NOISE * rng.uniform(-1, 1, (1, CELLS_PER_BAY))
    counts = full * lamp * gain * (GLARE + share) + noise * NOISE_COUNTS * rng.standard_normal((3, CELLS_PER_BAY))
    # As in the firmware: the glare that calibration saw is taken off, the white card's span is WHITE.
    seen = (np.round(counts) - np.round(full * GLARE)) * WHITE / np.round(full)
    return np.asarray(np.clip(seen, 0, 255).astype(np.uint8).reshape(27))


def _scaled(share: NDArray[np.float64]) -> NDArray[np.uint8]:
    return np.asarray(np.clip(share * WHITE, 0, 255).astype(np.uint8).reshape(27))
