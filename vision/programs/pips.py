"""Decodes the pips of all pyramids of a table together, and measures the pitch on known ones.

A picture shows a pyramid's size only relative to the board's cells, whose pitch is unknown. But all pyramids stand on
one board, and there are three sizes: one pitch explains all of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.geometry.solids import BASE_MM
from vision.image import Floats
from vision.parameters import parameters
from vision.programs.pyramid_reader import PlaceState, PyramidReadings

PITCHES: Final = np.exp(np.linspace(np.log(25.0), np.log(54.0), 45))
"""Pitches that are compared, mm, somewhat beyond those of boards: sizes err alike in all pyramids of a table."""
Pitch = tuple[float, float]
"""A pitch (mm) and the standard deviation of its logarithm."""
USUAL: Final[Pitch] = 37.0, 0.14


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    known_error: float = 0.07  # log; standard error of the pitch measured on known sizes (drawn tables)
    unbalanced: float = 0.035  # share; standard deviation of the shares of sizes
    least_spread: float = 0.04  # log; lower bound of a size's spread
    wider: float = 1.0  # scale on the reader's spread of a size
    astray: float = 0.02  # chance that a size says nothing
    enough: float = 12.0  # pyramids from which the shares of sizes count
    together: float = 0.15  # scale on the evidence for the pitch: pyramids err together


P: Final = parameters(Parameters)
SHARES: Final = np.array([0.38, 0.31, 0.31])
"""Prior shares of smalls, mediums and larges among programs, teams and balls."""
BASES: Final = np.array([BASE_MM[pips] for pips in (1, 2, 3)])


def pitch_by(readings: PyramidReadings, pips: Sequence[int]) -> Pitch:
    """Measure the pitch on pyramids (N, at least one) with known pips."""
    weights = 1 / np.maximum(P.wider * readings.spread, P.least_spread) ** 2
    logs = np.log(BASES[np.array(pips) - 1]) - readings.size
    return float(np.exp((weights * logs).sum() / weights.sum())), P.known_error


def pips_of(readings: PyramidReadings, usual: Pitch = USUAL) -> tuple[float, float, Floats]:
    """Return the board's pitch (mm), its standard deviation, and the log-probabilities of each pyramid's pips, N x 3;
    `usual`: expected pitch."""
    spread = np.maximum(P.wider * readings.spread, P.least_spread)[:, None, None]
    off = readings.size[:, None, None] - np.log(BASES[:, None] / PITCHES)
    fits = np.logaddexp(np.log(1 - P.astray) - 0.5 * (off / spread) ** 2, np.log(P.astray))
    joint = readings.pips[:, :, None] + fits
    there = np.exp(np.logaddexp(readings.state[:, PlaceState.UPRIGHT], readings.state[:, PlaceState.LYING]))
    each = np.logaddexp.reduce(joint, axis=1)
    total = P.together * (there[:, None] * each).sum(axis=0)
    held = (there[:, None, None] * np.exp(joint - each[:, None])).sum(axis=0)
    shares = held / np.maximum(held.sum(axis=0), 1e-9)
    total -= 0.5 * (((shares - SHARES[:, None]) / P.unbalanced) ** 2).sum(axis=0) * min(1.0, there.sum() / P.enough)
    total -= 0.5 * (np.log(PITCHES / usual[0]) / usual[1]) ** 2
    chance = total - np.logaddexp.reduce(total)
    pips = np.logaddexp.reduce(joint + chance, axis=2)
    share = np.exp(chance)
    pitch = float(share @ PITCHES)
    return (
        pitch,
        float(np.sqrt(share @ (PITCHES - pitch) ** 2)),
        pips - np.logaddexp.reduce(pips, axis=1, keepdims=True),
    )
