"""Scores which way a board stands by the columns believed to stand on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.columns.joint_decoding import P as JOINT_DECODING
from vision.columns.joint_decoding import chance_logs, joint, place_of
from vision.columns.reader import ColumnReading
from vision.columns.sweep import SIDE
from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    stray: float = -2.0  # nats of a column outside the mask
    least: float = -3.0  # nats; lower bound of one believed column's evidence: a single one may have changed


P: Final = parameters(Parameters)


def turned(reading: ColumnReading, quarter: int) -> ColumnReading:
    """Return the reading by squares of the board turned by `quarter` quarters (see `BoardView.turned`)."""

    def turn(values: Floats) -> Floats:
        for _ in range(quarter % 4):
            values = values[::-1].swapaxes(0, 1)
        return values

    return ColumnReading(*(turn(values) for values in (reading.heights, reading.colours, reading.hidden)))


def flat(reading: ColumnReading) -> NDArray[np.bool_]:
    """Return the squares that show and on which nothing stands, 10 x 10."""
    return np.asarray((reading.hidden < JOINT_DECODING.hidden) & (reading.heights.argmax(axis=-1) == 0))


def built_fits(reading: ColumnReading, limits: Mapping[str, int], believed: Mapping[str, str]) -> float:
    """Return how well a reading fits the columns (letters bottom to top) believed to stand on the open squares of a
    mask, natural log."""
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
