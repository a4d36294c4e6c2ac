"""Reads every square of a board at once: height of its column, colour of its top, and visibility."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.columns.sweep import AROUND, LEVELS, SIDE, PlaneSweep, as_input, mirrored, quarter_turned
from vision.image import Floats
from vision.networks.runtime import load_network
from vision.parameters import parameters

LETTERS: Final = "RYGB"
COLOURS: Final = len(LETTERS)
OUTPUTS: Final = LEVELS + LEVELS * COLOURS + 2
"""Numbers a square: heights, colours at each height, hidden, and whether the mask leaves it open (not used)."""
MODEL: Final = "columns.onnx"
SIDES: Final = 4
"""Sides from which a board is read: chance errors differ between them."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    bare: float = 0.9  # chance; a board is bare if each square is told empty with more
    shows: float = 0.3  # chance; and hidden with less


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class ColumnReading:
    """Reading of all squares, by x then y; logs are natural logs of probabilities."""

    heights: Floats
    """Logs of heights, 10 x 10 x LEVELS."""
    colours: Floats
    """Logs of the colour of a top at each height, 10 x 10 x LEVELS x 4."""
    hidden: Floats
    """Probability that the square is hidden, 10 x 10."""

    def doubted(self, share: float) -> "ColumnReading":
        """Return the reading with logs scaled by `share`."""
        return replace(self, heights=_logs(share * self.heights), colours=_logs(share * self.colours))

    def averaged(self, other: "ColumnReading") -> "ColumnReading":
        """Return the reading by the mean outputs of both: chance errors differ between them."""
        odds = [np.log(one.hidden / (1 - one.hidden)) for one in (self, other)]
        heights, colours = (self.heights + other.heights) / 2, (self.colours + other.colours) / 2
        return ColumnReading(_logs(heights), _logs(colours), 1 / (1 + np.exp(-np.mean(odds, axis=0))))


def read_columns(sweep: PlaneSweep, sides: int = SIDES) -> ColumnReading:
    """Return the network's mean reading of the board turned to `sides` sides."""
    return reading_of(_outputs(sweep, sides))


def read_on(sweep: PlaneSweep, reading: ColumnReading) -> ColumnReading:
    """Average a reading with that of the board's mirror image; a bare board is read well enough."""
    if reading.heights[..., 0].min() > np.log(P.bare) and reading.hidden.max() < P.shows:
        return reading
    return reading.averaged(reading_of(np.flip(_outputs(mirrored(sweep)), 1)))


def _outputs(sweep: PlaneSweep, sides: int = SIDES) -> Floats:
    """Return the mean output for a board turned to `sides` sides, turned back: OUTPUTS x 12 x 12."""
    outputs = []
    for quarter in range(sides):
        if quarter not in sweep.told:
            shown = quarter_turned(sweep, quarter)
            inputs = {"planes": as_input(shown.planes)[None], "leans": shown.leans[None]}
            (answer,) = load_network(MODEL).answer(inputs, ["told"])
            sweep.told[quarter] = answer[0]
        outputs.append(np.rot90(np.asarray(sweep.told[quarter], np.float64), -quarter, (1, 2)))
    return np.asarray(np.mean(outputs, axis=0))


def reading_of(outputs: Floats) -> ColumnReading:
    """Decode OUTPUTS x 12 x 12 (or 10 x 10) numbers."""
    inner = outputs if outputs.shape[1] == SIDE else outputs[:, AROUND:-AROUND, AROUND:-AROUND]
    by_square = inner.transpose(1, 2, 0)
    heights = _logs(by_square[..., :LEVELS])
    colours = _logs(by_square[..., LEVELS : LEVELS * (1 + COLOURS)].reshape(SIDE, SIDE, LEVELS, COLOURS))
    return ColumnReading(heights, colours, 1 / (1 + np.exp(-by_square[..., -2])))


def _logs(numbers: Floats) -> Floats:
    """Return log-probabilities from a network's numbers, along the last axis."""
    level = numbers - numbers.max(axis=-1, keepdims=True)
    return np.asarray(level - np.log(np.exp(level).sum(axis=-1, keepdims=True)))
