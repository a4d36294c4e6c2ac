"""Scores which way a board stands, by its mask and by the columns believed to stand on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.columns.reader import ColumnSight
from vision.columns.settled import P as SETTLED
from vision.columns.settled import chance_logs, joint, place_of
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


def turned(sight: ColumnSight, quarter: int) -> ColumnSight:
    """Return the reading by squares of the board turned by `quarter` quarters (see `BoardView.turned`)."""

    def turn(values: Floats) -> Floats:
        for _ in range(quarter % 4):
            values = values[::-1].swapaxes(0, 1)
        return values

    return ColumnSight(*(turn(values) for values in (sight.heights, sight.colours, sight.hidden, sight.open)))


def fits(sight: ColumnSight, limits: Mapping[str, int], believed: Mapping[str, str]) -> float:
    """Return how well a reading fits the open squares of the mask and the columns (letters bottom to top) believed to
    stand there, natural log."""
    mask = np.zeros((SIDE, SIDE), bool)
    for cell in limits:
        mask[place_of(cell)] = True
    flat = (sight.hidden < SETTLED.hidden) & (sight.heights.argmax(axis=-1) == 0)
    likely = np.log(np.clip(np.where(mask, sight.open, 1 - sight.open), 0.02, 1))
    return P.mask_worth * float(likely[flat].sum()) + built_fits(sight, limits, believed)


def built_fits(sight: ColumnSight, limits: Mapping[str, int], believed: Mapping[str, str]) -> float:
    """Return the same by the columns alone, whatever the mask looks like."""
    outside = np.ones((SIDE, SIDE), bool)
    for cell in limits:
        outside[place_of(cell)] = False
    shows = sight.hidden < SETTLED.hidden
    total = P.stray * float((shows & (sight.heights.argmax(axis=-1) > 0) & outside).sum())
    both = joint(sight, limits)
    for cell, column in believed.items():
        if column and shows[place_of(cell)]:
            total += max(float(chance_logs(both, cell, (column,))[0]), P.least)
    return total
