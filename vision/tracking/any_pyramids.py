"""Prior for a board of pyramids whose game is not known: any cell may be empty or hold single or piled pyramids."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

import numpy as np

from vision.board.board_prior import BoardPrior
from vision.geometry.grid import BoardGrid
from vision.parameters import parameters
from vision.stacks.features import PIECES
from vision.tracking.cell_reading import TablePrior
from vision.tracking.looney_set import ordinary_stacks
from vision.tracking.whole_board import CellEvidence

COLOURS: Final = "RYGB"


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    highest: int = 4  # pieces; most of one colour in a pile without a large
    most_a_cell: float = 4.0  # nats; most that one cell says against a game: the reader is sometimes surely wrong
    another_game: float = 12.0  # nats against it over all cells: its own boards come to 11, others to 18 and more


P: Final = parameters(Parameters)


@cache
def any_stacks() -> tuple[str, ...]:
    """Return the stacks the reader can tell apart: nothing, single pyramids, one on another, piles of one colour, and
    the stacks of Looney Blockade."""
    found = {"", *PIECES, *ordinary_stacks()}
    found |= {low + high for low, high in product(PIECES, PIECES) if high != "C3"}
    for colour, count in product(COLOURS, range(3, P.highest + 1)):
        found |= {"".join(colour + pips for pips in sizes) for sizes in product("123", repeat=count)}
    return tuple(sorted(found))


def any_pyramids(grid: BoardGrid) -> TablePrior:
    """Return the prior for a board of which only the grid is known."""
    # No corrections: the reader's training data had tables of all kinds.
    return TablePrior(BoardPrior(grid, lambda cell: False), any_stacks(), lambda s: np.zeros(len(s)), on_larges=False)


NO_INVENTORY: Final[Mapping[str, int]] = {}
"""No inventory: the pieces of unknown games are not counted."""


def another_game(
    readings: Sequence[CellEvidence],
    cells: Sequence[str],
    ordinary: Sequence[str],
    may_stand: Callable[[str, str], bool],
) -> bool:
    """Return True if pictures show that another game is played.

    In the expected game each of `cells` holds one of the `ordinary` stacks for which `may_stand(cell, stack)` is true.
    Empty cells speak against it, and bottom pieces that never stand there.
    """
    bottoms = {stack[:2] for stack in ordinary}
    foreign = [stack for stack in any_stacks() if stack[:2] not in bottoms]
    against = 0.0
    for cell in cells:
        allowed = [stack for stack in ordinary if may_stand(cell, stack)]
        logs = [
            reading.log_likelihoods(cell, [*foreign, *allowed]) for reading in readings if cell not in reading.hidden
        ]
        if logs:
            others, own = np.split(np.sum(logs, axis=0), [len(foreign)])
            odds = np.logaddexp.reduce(others) - np.logaddexp.reduce(own)
            against += float(np.clip(odds, 0.0, P.most_a_cell))
    return against > P.another_game
