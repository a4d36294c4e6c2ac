"""The answers of one picture of a board, cell by cell: the last stage of seeing (`vision.tracking.tracker`)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.beyond_picture import cells_beyond
from vision.geometry.board_view import BoardView
from vision.geometry.solids import solids
from vision.image import Image
from vision.parameters import Two, parameters
from vision.stacks.crops import Frame
from vision.stacks.features import LEVELS
from vision.stacks.feet_and_apexes import Ends
from vision.stacks.in_front import shown_shares
from vision.stacks.reader import CellReading
from vision.tracking.arm import out_of_picture
from vision.tracking.cell_reading import FirstReading, absent
from vision.tracking.overlay import draw_table
from vision.tracking.standing import stance


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    covered: float = 0.5  # share; a stack of which more is covered is hidden
    partly: float = 0.1  # share; a stack of which more is covered is partly hidden
    partly_at_first: float = 0.02  # share; the same without an earlier picture, which would tell what is covered now
    hand: float = 0.2  # share; a hand is over the board if more of any stack is covered
    partly_seen: float = 0.5  # scale on logs of partly hidden cells: the reader is over-confident there (drawn hands)
    reader_most: float = 9.0  # nats; most that the reader says of a touch: it sees the same pixels as the change does
    reader: float = 0.9  # scale on the reader's log-odds that a stack was touched
    as_before: float = 0.25  # share taken off a stack's earlier log-probability: errors repeat
    least_before: float = -8.0  # nats; lower bound of a stack's earlier log-probability
    barely: float = 0.15  # share of its outline; a stack of which less shows cannot be read by itself
    shown: Two = (0.2, 0.45)  # shares of the outline that shows where the scale is `behind`, and from which it is 1
    behind: float = 0.4  # scale on logs without memory where hardly anything shows: the stack in front is read instead
    feet: Two = (0.6, 0.75)  # confidences of a pose by pieces alone: it may be wrong below, hardly from the second
    by_feet: float = 0.7  # scale on logs without memory where such a pose is good: the board is placed to about a piece
    misplaced: float = 0.4  # scale on logs without memory where the pose may be wrong or the board is cut off
    row_missing: Two = (0.25, 0.4)  # shares missing of a row at the edge: no doubt, a row off as likely as not
    veiled: float = 0.6  # share; a top of which less shows than earlier is hidden by what was put before it
    astray: float = 0.5  # chance; largest doubt of a board's pose
    weighed_again: float = 0.6  # scale on logs of cells unchanged since last weighed: the same glint misleads again


P: Final = parameters(Parameters)
PUT: Final = (*(colour + pips for colour in "RYGB" for pips in "12"), "K1", "K2", "K3")
ADDED: Final = (*PUT, *(one + other for one in PUT for other in PUT))
"""Pieces that may have been put on a stack at once."""


@dataclass(frozen=True)
class Past:
    """What an earlier look adds to a cell."""

    stack: str
    """Stack that stood there."""
    first: FirstReading
    """Its reading then, by itself."""
    reading: CellReading
    """Reading of the cell now, with the earlier crop beside it."""
    touched: float
    """Log-odds (natural) that the stack was touched, by how its look has changed."""
    shows: float = 1.0
    """Share (0..1) of its top that still shows past what was put before it since (`vision.stacks.silhouettes`)."""


@dataclass(frozen=True)
class CellLook:
    """All evidence of one picture for one cell.

    With an earlier look, the change says whether the known stack still stands. If it does not, the evidence is the
    height and the mean of the readings with and without the earlier crop, less the stacks that were likely, and wrong,
    in the earlier look.
    """

    first: FirstReading
    past: Past | None

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        if self.past is None:
            return self.first.log_likelihoods(stacks)
        scores = self._compared(self.past, stacks)
        share = scores - np.logaddexp(scores, self._others)
        other = np.array([stack != self.past.stack for stack in stacks])
        return np.where(other, share + self._touched, 0.0)

    def _compared(self, past: Past, stacks: Sequence[str]) -> NDArray[np.float64]:
        readings = (self.first.seen(stacks) + past.reading.log_likelihoods(stacks)) / 2
        then = np.maximum(past.first.log_probabilities(stacks), P.least_before)
        return readings + self.first.by_height(stacks) - P.as_before * then

    @property
    def likeliest(self) -> str:
        """Most probable stack: a usual one, or the earlier one with one or two pieces more or one less."""
        if self.past is None:
            return self.first.likeliest
        known = self.past.stack
        grown = (known + pile for pile in ADDED if len(known + pile) <= 2 * (LEVELS + 1))
        stacks = tuple(dict.fromkeys((known, *self.first.prior.stacks, known[:-2], *grown)))
        return stacks[int(np.argmax(self.log_likelihoods(stacks)))]

    @cached_property
    def _others(self) -> float:
        """Log of the summed scores of all stacks but the known one."""
        assert self.past is not None
        names = [stack for stack in self.first.prior.stacks if stack != self.past.stack]
        return float(np.logaddexp.reduce(self._compared(self.past, names)))

    @cached_property
    def _touched(self) -> float:
        """Log-odds that another stack stands there now, by the change of the look and by the reader."""
        assert self.past is not None
        known = float(self._compared(self.past, [self.past.stack])[0])
        return self.past.touched + P.reader * float(np.clip(self._others - known, -P.reader_most, P.reader_most))


@dataclass(frozen=True)
class BoardLook:
    """A picture of the board, read cell by cell (implements `vision.tracking.contract.Look`)."""

    image: Image
    view: BoardView
    cells: Mapping[str, CellLook]
    crops: Mapping[str, Image]
    stacking_rise: float
    ends: Mapping[str, tuple[Frame, Ends]]
    """By cell, the ends of its stack and the frame of the crop in which they were found."""
    arm: bool = False
    """True if an arm is over the board."""
    again: frozenset[str] = frozenset()
    """Cells that look as they did when they were weighed before."""

    @cached_property
    def hidden(self) -> frozenset[str]:
        covered = (cell for cell, seen in self.cells.items() if seen.first.reading.covered > P.covered)
        veiled = (cell for cell, seen in self.cells.items() if seen.past and seen.past.shows < P.veiled)
        return self._beyond.union(covered, veiled)

    @cached_property
    def _beyond(self) -> frozenset[str]:
        return cells_beyond(self.view)

    @property
    def partly_hidden(self) -> frozenset[str]:
        """Cells covered in part or as a whole."""
        covered = (cell for cell, seen in self.cells.items() if seen.first.reading.covered > P.partly)
        return frozenset(covered).union(cell for cell in self.cells if self.shows[cell] < P.barely)

    @cached_property
    def shows(self) -> Mapping[str, float]:
        """Visible share of each stack's outline past the stacks before it, if all are what they look like."""
        table = {cell: seen.first.likeliest for cell, seen in self.cells.items()}
        return shown_shares(self.view, table, self.stacking_rise)

    @property
    def hand(self) -> bool:
        return self.arm or self.doubt == P.astray or any(self._behind_something(cell) > P.hand for cell in self.cells)

    def _behind_something(self, cell: str) -> float:
        """Return the covered share of a stack, without what the edge of the picture cuts off or was covered when the
        stack was last understood."""
        first, past = self.cells[cell].first, self.cells[cell].past
        covered = first.reading.covered
        if covered <= P.hand or not first.likeliest:
            return covered
        beyond = out_of_picture(self.view, cell, first.likeliest, self.stacking_rise)
        if past:
            beyond = max(beyond, past.first.reading.covered)
        return max(0.0, covered - beyond) / max(1 - beyond, P.hand)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        if cell in self.hidden:
            return np.zeros(len(stacks))
        scores = self._in_doubt(cell, self._trust(cell) * self.cells[cell].log_likelihoods(stacks))
        return P.weighed_again * scores if cell in self.again else scores

    @cached_property
    def doubt(self) -> float:
        """Probability that the pose is a row off, so that a row at its edge lacks pieces that must stand there. Zero
        once the board is known."""
        looks = list(self.cells.values())
        prior, grid = looks[0].first.prior, self.view.grid
        if any(look.past for look in looks) or len(prior.board.occupied) < len(looks):
            return 0.0
        missing = absent([look.first.reading for look in looks], prior)
        places = np.array([grid.place(cell) for cell in self.cells])
        edges = [places[:, axis] == end for axis in (0, 1) for end in (0, places[:, axis].max())]
        most = max(float(missing[row].mean() - missing[~row].mean()) for row in edges)
        return float(np.interp(most, P.row_missing, (0.0, P.astray)))

    def _in_doubt(self, cell: str, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Mix the doubt of the pose into a cell's log-likelihoods: if the board lies elsewhere, it tells nothing."""
        if not self.doubt:
            return scores
        first = self.cells[cell].first
        ordinary = self._trust(cell) * first.log_likelihoods(first.prior.stacks)
        there = np.log(1 - self.doubt) + scores - np.logaddexp.reduce(ordinary)
        return np.asarray(np.logaddexp(there, np.log(self.doubt / len(ordinary))))

    def _trust(self, cell: str) -> float:
        """Return the scale on a cell's log-likelihoods. One with an earlier look is compared, so the pose matters
        little."""
        covered, first = self.cells[cell].first.reading.covered, self.cells[cell].past is None
        trust = P.partly_seen if covered > (P.partly_at_first if first else P.partly) else 1.0
        if not first:
            return trust
        if self._beyond:
            trust *= P.misplaced
        elif not self.view.lined:
            trust *= float(np.interp(self.view.confidence, P.feet, (P.misplaced, P.by_feet)))
        return trust * float(np.interp(self.shows[cell], P.shown, (P.behind, 1.0)))

    def touched(self, cell: str) -> tuple[str, float] | None:
        past = None if cell in self.hidden else self.cells[cell].past
        return (past.stack, past.touched) if past else None

    def overlay(
        self, grid: Mapping[str, str], hidden: Collection[str] | None = None, unsure: Collection[str] = ()
    ) -> Image:
        """Return the picture with the outlines of `grid` drawn where its pyramids stand. `hidden`: cells of which
        nothing is known (by default those hidden in this picture); `unsure`: cells whose reading is in doubt."""
        seen = {cell: stack for cell, stack in grid.items() if stack and cell not in self.hidden}
        apexes = {cell: solids(stack, self.stacking_rise)[-1].apex for cell, stack in seen.items()}
        stances = {cell: stance(self.view, cell, apex, *self.ends[cell]) for cell, apex in apexes.items()}
        unknown = self.hidden if hidden is None else hidden
        return draw_table(self.image, self.view, grid, unknown, self.stacking_rise, stances, unsure)
