"""Reads a whole board from one or several pictures, with nothing known beforehand but the set of pieces."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import CELLS
from vision.stacks.features import LEVELS
from vision.stacks.inventory import BLOCKADE_SET, Settled, settle

KEEP = 40
BLIND = 0.1
# What is seen of a table for the first time is surer than the reader says: so it was on pictures that it had not
# learnt from and of which nothing was hidden.
FIRST_SIGHT = 2.0


class Sight(Protocol):
    """One picture's evidence for every cell."""

    @property
    def hidden(self) -> frozenset[str]:
        """Cells of which too little shows."""

    @property
    def partly_hidden(self) -> frozenset[str]:
        """Cells of which something hides a part, or all."""

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Log-likelihood of each stack, up to one constant a cell."""


@cache
def ordinary_stacks() -> tuple[str, ...]:
    """The stacks a Volcano board usually carries: piles of one colour on a large, and towers under a black cap."""
    found = set()
    for colour in "RYGB":
        one, two = f"{colour}1", f"{colour}2"
        piles = [two * mediums + one * smalls for mediums in range(6) for smalls in range(6)]
        found |= {base + pile for pile in piles for base in ("C3", f"{colour}3") if len(pile) // 2 <= LEVELS}
        caps = [f"K{pips}" + top for pips in (1, 2, 3) for top in ("", one, one * 2, two, two + one)]
        found |= {f"{colour}3{two}{one}{cap}" for cap in caps}
    return tuple(sorted(found))


def read_board(
    sights: Sequence[Sight],
    inventory: Mapping[str, int] = BLOCKADE_SET,
    may_stand: Callable[[str, str], bool] = lambda cell, stack: True,
    *,
    first: bool = True,
) -> dict[str, Settled]:
    """The best table for what all pictures of it show together; `may_stand(cell, stack)` rules stacks out. `first` is
    whether this table is seen for the first time, and not compared with an earlier look."""
    candidates = {}
    for cell in CELLS:
        stacks = [stack for stack in ordinary_stacks() if may_stand(cell, stack)]
        told = [
            sight.log_likelihoods(cell, stacks) * (FIRST_SIGHT if first and cell not in sight.partly_hidden else 1)
            for sight in sights
        ]
        scores = np.sum(told, axis=0)
        scores = scores - np.logaddexp.reduce(scores)
        keep = np.argsort(-scores)[: KEEP if scores.max() > np.log(BLIND) else len(stacks)]
        candidates[cell] = ([stacks[i] for i in keep], scores[keep])
    return settle(candidates, inventory)
