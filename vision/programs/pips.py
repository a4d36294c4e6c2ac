"""How many pips the pyramids of a table have, told by all of them together, and the pitch that known ones tell.

A picture tells a pyramid's size only against the board's cells, whose pitch nobody has measured. But all pyramids of a
table stand on one board, and there are only three sizes: one pitch makes sense of all of them.
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
"""Of boards, mm, and somewhat beyond: what is told of sizes errs in all pyramids of a table alike."""
Pitch = tuple[float, float]
"""A pitch (mm), and by how much (standard deviation of the logarithm) the true one may differ from it."""
USUAL: Final[Pitch] = 37.0, 0.14


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    known_error: float = 0.07  # log; error of the pitch that pyramids of known sizes tell (drawn tables)
    unbalanced: float = 0.035  # share; sizes may be so unbalanced, give or take
    least_spread: float = 0.04  # log; a size is told no more exactly
    wider: float = 1.0  # scale on what the reader holds for a size's spread
    astray: float = 0.02  # chance that a size tells nothing
    enough: float = 12.0  # pyramids whose shares of sizes are known
    together: float = 0.15  # scale on what pyramids say of the pitch: they err together


P: Final = parameters(Parameters)
SHARES: Final = np.array([0.38, 0.31, 0.31])
"""Programs, teams and balls have so many smalls, mediums and larges,"""
BASES: Final = np.array([BASE_MM[pips] for pips in (1, 2, 3)])


def pitch_by(readings: PyramidReadings, pips: Sequence[int]) -> Pitch:
    """The pitch that pyramids (N, one at least) tell whose pips are known."""
    weights = 1 / np.maximum(P.wider * readings.spread, P.least_spread) ** 2
    logs = np.log(BASES[np.array(pips) - 1]) - readings.size
    return float(np.exp((weights * logs).sum() / weights.sum())), P.known_error


def pips_of(readings: PyramidReadings, usual: Pitch = USUAL) -> tuple[float, float, Floats]:
    """The board's pitch (mm) and its standard deviation, and the natural logs of what pips each pyramid has, N x 3;
    `usual` is the pitch to be expected."""
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
