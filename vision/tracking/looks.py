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
from vision.tracking.standing import Stance, stance


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    covered: float = 0.5  # share; a stack is not seen of which more is covered
    partly: float = 0.1  # share; a stack is seen only in part of which more is covered
    partly_at_first: float = 0.02  # share; the same at first sight: no earlier picture tells what is covered now
    hand: float = 0.2  # share; something is over the board where more of any stack is covered
    partly_seen: float = 0.5  # scale on logs of partly hidden cells: the reader is over-confident there (drawn hands)
    reader_most: float = 9.0  # nats; what the reader may say of a touch at most: its pixels are those of the change
    reader: float = 0.9  # scale on the reader's own word on whether a stack was touched
    as_before: float = 0.25  # share taken off a stack's earlier log-probability: what misled once misleads again
    least_before: float = -8.0  # nats; no stack counts as less likely in the earlier look
    barely: float = 0.15  # share; with less of its outline in sight a stack is not told by itself
    shown: Two = (0.2, 0.45)  # shares of an outline in sight: up to the first `behind` counts, from the second all
    behind: float = 0.4  # scale on logs at first sight where hardly anything shows: what is in front is read instead
    feet: Two = (0.6, 0.75)  # confidences by pieces alone: a board may lie elsewhere below, hardly from the second
    by_feet: float = 0.7  # scale at first sight on a board that lies about there: pixels are a piece more or less
    misplaced: float = 0.4  # scale at first sight where a board may lie elsewhere, or is cut off: no reader knows
    row_missing: Two = (0.25, 0.4)  # shares more missing of a row at the edge: in doubt, as likely a row off
    veiled: float = 0.6  # share; a top of which less shows than earlier is not seen: what was put before hides it
    astray: float = 0.5  # chance; a board that was found is in doubt by this at most
    weighed_again: float = 0.6  # scale on logs of cells unchanged since last weighed: the same glint misleads again


P: Final = parameters(Parameters)
PUT: Final = (*(colour + pips for colour in "RYGB" for pips in "12"), "K1", "K2", "K3")
ADDED: Final = (*PUT, *(one + other for one in PUT for other in PUT))
"""What may have been put on a stack at once."""


@dataclass(frozen=True)
class Past:
    """What the earlier look of a cell adds: the stack that stood there and how it looked by itself, the reader's sight
    of the cell compared with it, the change, and how much of its top still shows past what has been put before it
    since (0..1, see `vision.stacks.silhouettes`)."""

    stack: str
    first: FirstReading
    reading: CellReading
    touched: float
    shows: float = 1.0


@dataclass(frozen=True)
class CellLook:
    """All that a picture says of one cell.

    With an earlier look the change says whether the stack known from then still stands. What stands there if not is
    said by its height and by the mean of the reader's two sights, with and without the earlier crop before it, less
    what was just as likely, and wrong, in the earlier look.
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
        """What most probably stands there: what is usual, or what stood there with a piece or two more or one less."""
        if self.past is None:
            return self.first.likeliest
        known = self.past.stack
        grown = (known + pile for pile in ADDED if len(known + pile) <= 2 * (LEVELS + 1))
        stacks = tuple(dict.fromkeys((known, *self.first.prior.stacks, known[:-2], *grown)))
        return stacks[int(np.argmax(self.log_likelihoods(stacks)))]

    @cached_property
    def _others(self) -> float:
        """Log of the summed scores of everything that may stand there but the known stack."""
        assert self.past is not None
        names = [stack for stack in self.first.prior.stacks if stack != self.past.stack]
        return float(np.logaddexp.reduce(self._compared(self.past, names)))

    @cached_property
    def _touched(self) -> float:
        """Log-odds that something else stands there than did: by the change of the look, and by the reader."""
        assert self.past is not None
        known = float(self._compared(self.past, [self.past.stack])[0])
        return self.past.touched + P.reader * float(np.clip(self._others - known, -P.reader_most, P.reader_most))


@dataclass(frozen=True)
class BoardLook:
    """A picture of the board, read cell by cell (implements `vision.tracking.contract.Look`).

    `ends` are what was pointed at in each cell, and how the crop for that was cut; the cells in `again` show what was
    weighed before.
    """

    image: Image
    view: BoardView
    cells: Mapping[str, CellLook]
    crops: Mapping[str, Image]
    stacking_rise: float
    ends: Mapping[str, tuple[Frame, Ends]]
    arm: bool = False
    again: frozenset[str] = frozenset()

    @property
    def hidden(self) -> frozenset[str]:
        return self._covered | self._beyond | self._veiled

    @cached_property
    def _veiled(self) -> frozenset[str]:
        return frozenset(cell for cell, seen in self.cells.items() if seen.past and seen.past.shows < P.veiled)

    @cached_property
    def _covered(self) -> frozenset[str]:
        return frozenset(cell for cell, seen in self.cells.items() if seen.first.reading.covered > P.covered)

    @cached_property
    def _beyond(self) -> frozenset[str]:
        return cells_beyond(self.view)

    @property
    def partly_hidden(self) -> frozenset[str]:
        """Cells of which something hides a part, or all, and maybe what tells their stacks."""
        return frozenset(cell for cell in self.cells if self._partly(cell) or self.shows[cell] < P.barely)

    @cached_property
    def shows(self) -> Mapping[str, float]:
        """The share of each stack's outline that shows past those before it, if all are what they look like."""
        table = {cell: seen.first.likeliest for cell, seen in self.cells.items()}
        return shown_shares(self.view, table, self.stacking_rise)

    @property
    def hand(self) -> bool:
        return self.arm or self.doubt == P.astray or any(self._behind_something(cell) > P.hand for cell in self.cells)

    def _behind_something(self, cell: str) -> float:
        """The share of a stack that something covers, of what of it was to be seen: what of it the picture's edge cuts
        off, or was covered when it was last understood, is behind no hand."""
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
        """How likely the board lies a row off: then a row at its edge holds nothing of what must stand there. Once the
        board is known, this tells a hand and no more."""
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
        """Log-likelihoods of stacks in a cell, the board's own doubt weighed in: of a board that lies elsewhere the
        cell shows nothing."""
        if not self.doubt:
            return scores
        first = self.cells[cell].first
        ordinary = self._trust(cell) * first.log_likelihoods(first.prior.stacks)
        there = np.log(1 - self.doubt) + scores - np.logaddexp.reduce(ordinary)
        return np.asarray(np.logaddexp(there, np.log(self.doubt / len(ordinary))))

    def _partly(self, cell: str) -> bool:
        return self.cells[cell].first.reading.covered > P.partly

    def _trust(self, cell: str) -> float:
        """Scale on a cell's log-likelihoods. What was seen before is compared, and needs no more than what shows."""
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
        """The picture with the outlines of the pyramids of `grid` drawn where they stand; `hidden` are cells of which
        nothing is known (by default those hidden in this picture), `unsure` those of which the reading is in doubt."""
        seen = {cell: stack for cell, stack in grid.items() if stack and cell not in self.hidden}
        stances = {cell: self._stance(cell, stack) for cell, stack in seen.items()}
        unknown = self.hidden if hidden is None else hidden
        return draw_table(self.image, self.view, grid, unknown, self.stacking_rise, stances, unsure)

    def _stance(self, cell: str, stack: str) -> Stance:
        return stance(self.view, cell, solids(stack, self.stacking_rise)[-1].apex, *self.ends[cell])
