"""Reads every square of a board at once: height of its column, colour of its top, visibility, and whether the mask
leaves it open."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.columns.sweep import AROUND, LEVELS, SIDE, PlaneSweep, as_input, mirrored, quarter_turned
from vision.image import Floats
from vision.networks.runtime import load_network

LETTERS: Final = "RYGB"
COLOURS: Final = len(LETTERS)
OUTPUTS: Final = LEVELS + LEVELS * COLOURS + 2
"""Numbers a square: heights, colours at each height, hidden, open."""
MODEL: Final = "columns.onnx"
SIDES: Final = 4
"""Sides from which a board is read, as well as its mirror image: chance errors differ between them."""


@dataclass(frozen=True)
class ColumnReading:
    """Reading of all squares, by x then y; logs are natural logs of probabilities."""

    heights: Floats
    """Logs of heights, 10 x 10 x LEVELS."""
    colours: Floats
    """Logs of the colour of a top at each height, 10 x 10 x LEVELS x 4."""
    hidden: Floats
    """Probability that the square is hidden, 10 x 10."""
    open: Floats
    """Probability that the mask leaves the square open, 10 x 10."""

    def doubted(self, share: float) -> "ColumnReading":
        """Return the reading with logs scaled by `share`."""
        return replace(self, heights=_logs(share * self.heights), colours=_logs(share * self.colours))

    def mixed(self, other: "ColumnReading", chance: float) -> "ColumnReading":
        """Mix with another reading that is the true one with this probability: the doubt of the pose becomes that of
        squares."""
        own, its = (one.heights[..., None] + one.colours for one in (self, other))
        both = np.logaddexp(np.log1p(-chance) + own, np.log(chance) + its)
        heights = np.logaddexp.reduce(both, axis=-1)
        hidden, open_ = (
            (1 - chance) * a + chance * b for a, b in ((self.hidden, other.hidden), (self.open, other.open))
        )
        return ColumnReading(heights, both - heights[..., None], hidden, open_)


def read_columns(sweep: PlaneSweep, *, mirror: bool = True) -> ColumnReading:
    """Return the network's mean reading of the board turned to all sides and, if `mirror`, of its mirror image."""
    outputs = _outputs(sweep)
    if mirror:
        outputs += [np.flip(one, 1) for one in _outputs(mirrored(sweep))]
    return reading_of(np.mean(outputs, axis=0))


def _outputs(sweep: PlaneSweep) -> list[Floats]:
    """Return the outputs for a board turned to all sides, each turned back: OUTPUTS x 12 x 12."""
    outputs = []
    for quarter in range(SIDES):
        shown = quarter_turned(sweep, quarter)
        inputs = {"planes": as_input(shown.planes)[None], "leans": shown.leans[None]}
        (answer,) = load_network(MODEL).answer(inputs, ["told"])
        outputs.append(np.rot90(np.asarray(answer[0], np.float64), -quarter, (1, 2)))
    return outputs


def reading_of(outputs: Floats) -> ColumnReading:
    """Decode OUTPUTS x 12 x 12 (or 10 x 10) numbers."""
    inner = outputs if outputs.shape[1] == SIDE else outputs[:, AROUND:-AROUND, AROUND:-AROUND]
    by_square = inner.transpose(1, 2, 0)
    heights = _logs(by_square[..., :LEVELS])
    colours = _logs(by_square[..., LEVELS : LEVELS * (1 + COLOURS)].reshape(SIDE, SIDE, LEVELS, COLOURS))
    hidden, open_ = (1 / (1 + np.exp(-by_square[..., k])) for k in (-2, -1))
    return ColumnReading(heights, colours, hidden, open_)


def _logs(numbers: Floats) -> Floats:
    """Return log-probabilities from a network's numbers, along the last axis."""
    level = numbers - numbers.max(axis=-1, keepdims=True)
    return np.asarray(level - np.log(np.exp(level).sum(axis=-1, keepdims=True)))
