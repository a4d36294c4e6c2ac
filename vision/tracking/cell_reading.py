"""Reads every cell of a rectified picture by itself: the third stage of seeing (`vision.tracking.tracker`)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.board.fit_under_stacks import PointedEnds
from vision.geometry.solids import USUAL_RISE_MM
from vision.parameters import parameters
from vision.stacks.crops import CellCrops
from vision.stacks.heights import EndsSeen, Heights, counts, fitted_rise, known_counts, unread
from vision.stacks.reader import CellReading, Known, StackReader


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    most_odds: float = 50.0  # nats; log odds beyond this are no surer


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class TablePrior:
    """What is known of a board with stacks before a picture of it is read."""

    board: BoardPrior
    stacks: tuple[str, ...]
    """Stacks that a cell usually carries."""
    corrections: Callable[[tuple[str, ...]], NDArray[np.float64]]
    """Terms added to the reader's log-probabilities of stacks seen for the first time, nats (see
    `vision.stacks.training_bias`)."""
    on_larges: bool = True
    """True if all stacks stand on a large. Most networks have learnt no others; for others only the coarse reader is
    used."""


def likeliest(readings: Sequence[CellReading], prior: TablePrior) -> list[str]:
    """Return the likeliest stack of each cell by the reader."""
    return [prior.stacks[int(np.argmax(scores))] for scores in _read(readings, prior)]


def absent(readings: Sequence[CellReading], prior: TablePrior) -> NDArray[np.float64]:
    """Return for each cell the probability that none of its usual stacks shows: it is empty or covered."""
    odds = [
        np.logaddexp.reduce(scores) - reading.log_likelihoods([""])[0]
        for scores, reading in zip(_read(readings, prior), readings, strict=True)
    ]
    bare: NDArray[np.float64] = 1 / (1 + np.exp(np.clip(odds, -P.most_odds, P.most_odds)))
    return np.asarray(np.maximum(bare, [reading.covered for reading in readings]))


def read_counts(readings: Sequence[CellReading], prior: TablePrior) -> NDArray[np.float64]:
    """Return the reader's log-probabilities of piece counts, see `vision.stacks.heights.counts`."""
    return counts(_read(readings, prior), prior.stacks)


def _read(readings: Sequence[CellReading], prior: TablePrior) -> list[NDArray[np.float64]]:
    correction = prior.corrections(prior.stacks)
    return [reading.log_likelihoods(prior.stacks) + correction for reading in readings]


@dataclass(frozen=True)
class FirstReading:
    """One cell of one picture, read by itself."""

    reading: CellReading
    heights: Heights
    prior: TablePrior

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.seen(stacks) + self.by_height(stacks)

    def log_probabilities(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.log_likelihoods(stacks) - float(np.logaddexp.reduce(self._ordinary))

    @property
    def likeliest(self) -> str:
        return self.prior.stacks[int(np.argmax(self._ordinary))]

    @cached_property
    def _ordinary(self) -> NDArray[np.float64]:
        return self.log_likelihoods(self.prior.stacks)

    def by_height(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.heights.log_likelihoods(stacks) if self.prior.on_larges else np.zeros(len(stacks))

    def seen(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.reading.log_likelihoods(stacks) + self.prior.corrections(tuple(stacks))


@dataclass(frozen=True)
class BoardReading:
    """All cells of a picture, each read without the others and without memory."""

    crops: CellCrops
    ends: PointedEnds
    rise: float
    """Stacking rise of the set, mm, as far as it is known by now."""
    first: Mapping[str, FirstReading]
    compared: Mapping[str, CellReading]
    """By cell, the reading with an earlier crop beside this one; empty while nothing is known."""


class BoardReader:
    """Reads the cells of one board; remembers the set's stacking rise only. Not to be shared between threads."""

    def __init__(self, prior: TablePrior, networks: StackReader) -> None:
        self._prior, self._networks = prior, networks
        self._rise = USUAL_RISE_MM

    def read(self, crops: CellCrops, ends: PointedEnds, known: Mapping[str, Known]) -> BoardReading:
        """Read all cells. `known`: earlier crops whose stacks are known, to compare with."""
        cells, frames, quick = crops.cells, crops.frames, not self._prior.on_larges
        heights = EndsSeen(*ends).heights(crops.view)
        unknown = self._prior.on_larges and not known
        if unknown:
            self._rise = fitted_rise(heights, unread(len(cells)))[0]
        readings = self._networks.read(crops.crops, frames, self._rise, quick=quick)
        if unknown:
            self._rise = fitted_rise(heights, read_counts(readings, self._prior))[0]
        compared: dict[str, CellReading] = {}
        if known:
            taught = [known.get(cell) for cell in cells]
            again = self._networks.read(crops.crops, frames, self._rise, taught, quick=quick)
            compared = dict(zip(cells, again, strict=True))
        first = {
            cell: FirstReading(reading, Heights(row, self._rise), self._prior)
            for cell, reading, row in zip(cells, readings, heights, strict=True)
        }
        return BoardReading(crops, ends, self._rise, first, compared)

    def learn(self, first: Mapping[str, FirstReading], held: Mapping[str, str]) -> None:
        """Fit the stacking rise to a picture in which the stacks of `held` stand."""
        if self._prior.on_larges:
            table = np.array([reading.heights.likelihoods for reading in first.values()])
            self._rise = fitted_rise(table, known_counts([held.get(cell) for cell in first]))[0]
