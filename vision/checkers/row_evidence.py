"""What one picture says about the number of checkers in each row, by all that tells: the reader (`rows_reader`), discs
that are drawn (`drawn_rows`), and what differs from the last picture that was understood (`row_changes`).

Only all together are right: each of the two others alone is sure of wrong counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from vision.checkers.disc_scene import P as DISC
from vision.checkers.drawn_rows import DrawnRows, Place
from vision.checkers.row_changes import RowChanges, registered
from vision.checkers.rows_reader import RowsReading
from vision.geometry.half_board import PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    drawn: float = 1.0  # weight of drawn discs in a game
    placed: Two = (0.55, 0.75)  # confidences of a pose below which discs are not drawn, and from which they count fully
    sure: float = 0.97  # chance; rows that the reader reads so surely are not drawn: that takes a fifth of a second
    least: float = -12.0  # nats; lower bound of a count by the reader: what was never learnt may lie there
    piled: int = 6  # checkers from which a row lies in layers, so that its neighbouring counts look alike
    miscounted: float = 0.2  # chance that of a row in layers one checker more or fewer is counted


P: Final = parameters(Parameters)
Gains = dict[Place, dict[int, list[float]]]


class RowEvidence:
    """A picture of a board. `known`: an earlier one and what lay there."""

    def __init__(
        self, image: Image, view: PlacedHalfBoard, reading: RowsReading, known: "KnownRows | None" = None
    ) -> None:
        self.image, self.view, self.reading, self._known = image, view, reading, known
        self._logs: dict[Place, Floats] = {}

    @cached_property
    def drawn(self) -> DrawnRows:
        """The rows as they are drawn."""
        before = self._known.evidence.drawn if self._known else None
        return DrawnRows(self.image, self.view, self.reading, before)

    @cached_property
    def _changes(self) -> RowChanges | None:
        if self._known is None:
            return None
        earlier = self._known.evidence
        pair = registered(earlier.image, earlier.view, self.image, self.view, DISC.thickness)
        return RowChanges(pair, self.view) if pair else None

    def log_likelihoods(self, place: Place) -> Floats:
        """Return the log likelihoods of 0 to 16 checkers in a row, up to a constant."""
        if place not in self._logs:
            logs = np.maximum(self.reading.counts[place], P.least)
            if (known := self._known) is not None:
                if weight := P.drawn * self._tells(self.reading.counts[place]):
                    logs = logs + weight * self.drawn.log_chances(place, known.gains(place), known.usual(place[0]))
                if place in known.counts and self._changes:
                    logs = logs + self._changes.log_ratios(*place, known.counts[place])
            self._logs[place] = _bounded(logs)
        return self._logs[place]

    def log_chances(self, place: Place) -> Floats:
        """Return the log-probabilities of the counts on a table of which nothing is known: by the reader alone."""
        logs = self.reading.anywhere[place]
        return np.asarray(logs - np.logaddexp.reduce(logs))

    def _tells(self, logs: Floats) -> float:
        """Return how much drawing tells, 0..1: nothing of a row that the reader is sure of, and little where the board
        may lie elsewhere."""
        if logs.max() > np.log(P.sure) or all(colour is None for colour in self.reading.colours):
            return 0.0
        return float(np.interp(self.view.confidence, P.placed, (0.0, 1.0)))


class KnownRows:
    """Checkers in each row of a picture, as it was understood. `before`: the picture before."""

    def __init__(self, evidence: RowEvidence, counts: Mapping[Place, int], before: "KnownRows | None" = None) -> None:
        self.evidence, self.counts = evidence, counts
        self._gains: Gains = before._gains if before else {}
        self._usual: dict[int, Two] = before._usual if before else {}
        self._noted: set[Place] = set()

    def gains(self, place: Place) -> Mapping[int, Sequence[float]]:
        """Return what a disc on each of a row's discs gained in all pictures in which none lay there."""
        if place not in self._noted:
            self._noted.add(place)
            fit = self.evidence.drawn.row(place)
            if len(fit.flats) == self.counts.get(place):
                for disc, nats in fit.by_disc.items():
                    self._gains.setdefault(place, {}).setdefault(disc, []).append(nats)
        return self._gains.get(place, {})

    def usual(self, side: int) -> Two:
        """Return what discs of a side gain on those that bear none, median and spread, in the first picture."""
        if side not in self._usual:
            self._usual[side] = self.evidence.drawn.gained_by_nothing(side)
        return self._usual[side]


def _bounded(logs: Floats) -> Floats:
    """Return the log likelihoods of counts so that none of a row in layers is much likelier than the next one."""
    piled, off = logs[P.piled :], np.log(P.miscounted)
    beside = np.maximum(np.append(piled[1:], -np.inf), np.insert(piled[:-1], 0, -np.inf))
    return np.concatenate([logs[: P.piled], np.maximum(piled, beside + off)])
