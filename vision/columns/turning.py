"""Scores which way a board stands, by its mask and by the columns believed to stand on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.columns.joint_decoding import P as JOINT_DECODING
from vision.columns.joint_decoding import chance_logs, joint, place_of
from vision.columns.reader import ColumnReading
from vision.columns.sweep import SIDE
from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    mask_worth: float = 0.4  # scale on a square's evidence for the mask, against believed columns
    stray: float = -2.0  # nats of a column outside the mask
    least: float = -3.0  # nats; lower bound of one believed column's evidence: a single one may have changed


P: Final = parameters(Parameters)


def turned(reading: ColumnReading, quarter: int) -> ColumnReading:
    """Return the reading by squares of the board turned by `quarter` quarters (see `BoardView.turned`)."""

    def turn(values: Floats) -> Floats:
        for _ in range(quarter % 4):
            values = values[::-1].swapaxes(0, 1)
        return values

    return ColumnReading(*(turn(values) for values in (reading.heights, reading.colours, reading.hidden, reading.open)))


def fits(reading: ColumnReading, limits: Mapping[str, int], believed: Mapping[str, str]) -> float:
    """Return how well a reading fits the open squares of the mask and the columns (letters bottom to top) believed to
    stand there, natural log."""
    mask = np.zeros((SIDE, SIDE), bool)
    for cell in limits:
        mask[place_of(cell)] = True
    flat = (reading.hidden < JOINT_DECODING.hidden) & (reading.heights.argmax(axis=-1) == 0)
    likely = np.log(np.clip(np.where(mask, reading.open, 1 - reading.open), 0.02, 1))
    return P.mask_worth * float(likely[flat].sum()) + built_fits(reading, limits, believed)


def built_fits(reading: ColumnReading, limits: Mapping[str, int], believed: Mapping[str, str]) -> float:
    """Return the same by the columns alone, whatever the mask looks like."""
    outside = np.ones((SIDE, SIDE), bool)
    for cell in limits:
        outside[place_of(cell)] = False
    shows = reading.hidden < JOINT_DECODING.hidden
    total = P.stray * float((shows & (reading.heights.argmax(axis=-1) > 0) & outside).sum())
    both = joint(reading, limits)
    for cell, column in believed.items():
        if column and shows[place_of(cell)]:
            total += max(float(chance_logs(both, cell, (column,))[0]), P.least)
    return total
