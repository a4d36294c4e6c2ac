"""Joint decoding of every square from a picture and the mask."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.columns.reader import LETTERS, ColumnReading
from vision.columns.sweep import LEVELS, SIDE
from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    outside: float = 0.003  # chance of a column higher than the mask allows
    trust: float = 0.83  # scale on logs with which a column is chosen
    outside_said: float = 0.03  # chance of such a column where confidence is reported: any may break rules
    trust_said: float = 0.7  # scale on logs there, fitted so that probabilities are calibrated
    least: float = 1e-4  # lower bound of probabilities
    hidden: float = 0.5  # chance; nothing is reported of a square hidden more likely


P: Final = parameters(Parameters)


def cell_name(x: int, y: int) -> str:
    """Return the name of a square."""
    return f"{x},{y}"


def place_of(cell: str) -> tuple[int, int]:
    """Return the square of a name."""
    x, y = cell.split(",")
    return int(x), int(y)


@dataclass(frozen=True)
class DecodedColumn:
    """The decoded column of a square."""

    top: str
    """Letter of its top; "" where nothing stands."""
    height: int
    """In cubes."""
    probability: float
    """Probability of top and height."""
    visible: bool
    """False if the square is hidden."""


def joint(reading: ColumnReading, limits: Mapping[str, int], outside: float | None = None) -> Floats:
    """Return log-probabilities of every height and top: 10 x 10 x LEVELS x 4 (the same along the last axis for height
    0). `limits`: greatest height of each open square. `outside`: probability of a higher column, by default the usual
    one."""
    allowed = np.zeros((SIDE, SIDE), int)
    for cell, limit in limits.items():
        allowed[place_of(cell)] = limit
    over = np.arange(LEVELS) > allowed[..., None]
    heights = reading.heights + np.where(over, np.log(outside or P.outside), 0.0)
    heights -= np.log(np.exp(heights).sum(axis=-1, keepdims=True))
    both = heights[..., None] + reading.colours
    both[:, :, 0, :] = heights[:, :, 0, None]
    return both


def decode_columns(
    reading: ColumnReading, limits: Mapping[str, int], hidden: frozenset[str]
) -> dict[str, DecodedColumn]:
    """Decode the likeliest column of each square, by name."""
    both = joint(reading.doubted(P.trust), limits)
    said = joint(reading.doubted(P.trust_said), limits, P.outside_said)
    found = {}
    for x in range(SIDE):
        for y in range(SIDE):
            height, colour = np.unravel_index(int(both[x, y].argmax()), both[x, y].shape)
            chance = float(np.exp(said[x, y, height, colour]))
            top = LETTERS[int(colour)] if height else ""
            name = cell_name(x, y)
            found[name] = DecodedColumn(top, int(height), chance, name not in hidden)
    return found


def chance_logs(both: Floats, cell: str, things: tuple[str, ...]) -> Floats:
    """Return log-probabilities of columns (letters bottom to top) on a square, of which only top and height show."""
    x, y = place_of(cell)
    logs = np.full(len(things), np.log(P.least))
    for i, thing in enumerate(things):
        if len(thing) >= LEVELS:
            continue
        colour = LETTERS.find(thing[-1:]) if thing else 0
        if colour >= 0:
            logs[i] = np.logaddexp(logs[i], both[x, y, len(thing), colour])
    return logs
