"""Boards of which it is not known what game is played on them: any cell may be empty, and any pyramids may stand in the
others, single or piled."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.geometry.grid import BoardGrid
from vision.stacks.features import PIECES
from vision.watching.looks import TablePrior
from vision.watching.looney_set import ordinary_stacks
from vision.watching.whole_board import Sight

COLOURS: Final = "RYGB"
HIGHEST: Final = 4
"""The most pieces of one colour in a pile on no large, in any order."""


@cache
def any_stacks() -> tuple[str, ...]:
    """What the reader can tell apart in a cell: nothing, single pyramids, one on another, piles of one colour, and the
    stacks of Looney Blockade."""
    found = {"", *PIECES, *ordinary_stacks()}
    found |= {low + high for low, high in product(PIECES, PIECES) if high != "C3"}
    for colour, count in product(COLOURS, range(3, HIGHEST + 1)):
        found |= {"".join(colour + pips for pips in sizes) for sizes in product("123", repeat=count)}
    return tuple(sorted(found))


def _as_read(stacks: tuple[str, ...]) -> NDArray[np.float64]:
    """No stack is likelier than the reader holds it for: its training data had tables of all kinds."""
    return np.zeros(len(stacks))


def any_pyramids(grid: BoardGrid) -> TablePrior:
    """What is known of a board of which nothing is known but its grid."""
    return TablePrior(BoardPrior(grid, lambda cell: False), any_stacks(), _as_read, heights=False)


MOST_A_CELL: Final = 4.0
"""How much (nats) one cell may say at most against a game's stacks: the reader errs, and is sure of it now and then."""
ANOTHER_GAME: Final = 10.0
"""How much (nats) all cells must say against them: three cells at least."""
NO_INVENTORY: Final[Mapping[str, int]] = {}
"""Pieces of unknown games are not counted."""


def another_game(
    sights: Sequence[Sight], cells: Sequence[str], ordinary: Sequence[str], may_stand: Callable[[str, str], bool]
) -> bool:
    """Whether pictures of a table show that other things stand in its `cells` than the `ordinary` stacks that
    `may_stand(cell, stack)` there in some game."""
    stacks = any_stacks()
    known = set(ordinary)
    against = 0.0
    for cell in cells:
        seen = [sight.log_likelihoods(cell, stacks) for sight in sights if cell not in sight.hidden]
        if seen:
            scores = np.sum(seen, axis=0)
            allowed = [k for k, stack in enumerate(stacks) if stack in known and may_stand(cell, stack)]
            odds = np.logaddexp.reduce(scores) - np.logaddexp.reduce(scores[allowed])
            against += min(float(odds), MOST_A_CELL)
    return against > ANOTHER_GAME
