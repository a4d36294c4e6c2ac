"""Reads a whole board from one or several pictures, with nothing known beforehand but the set of pieces."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.stacks.inventory import Settled, settle

KEEP: Final = 40
"""How many of a cell's likeliest stacks are weighed against the set of pieces."""
BLIND: Final = 0.1
"""The probability of a cell's likeliest stack up to which all of its stacks are weighed."""
FIRST_SIGHT: Final = 2.0
"""Scale on log-likelihoods of cells seen in full for the first time: the reader is under-confident there (pictures that
it had not learnt from)."""


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


def read_cells(
    sights: Sequence[Sight],
    cells: Sequence[str],
    ordinary: Sequence[str],
    inventory: Mapping[str, int],
    may_stand: Callable[[str, str], bool] = lambda cell, stack: True,
    *,
    first: bool = True,
) -> dict[str, Settled]:
    """The best table for what all pictures of it show together.

    Every one of `cells` holds one of the `ordinary` stacks; `inventory` counts the pieces (see
    `vision.stacks.inventory.settle`); `may_stand(cell, stack)` rules stacks out. `first` is whether this table is seen
    for the first time, and not compared with an earlier look.
    """
    candidates = {}
    for cell in cells:
        stacks = [stack for stack in ordinary if may_stand(cell, stack)]
        scaled = [
            sight.log_likelihoods(cell, stacks) * (FIRST_SIGHT if first and cell not in sight.partly_hidden else 1)
            for sight in sights
        ]
        scores = np.sum(scaled, axis=0)
        scores = scores - np.logaddexp.reduce(scores)
        keep = np.argsort(-scores)[: KEEP if scores.max() > np.log(BLIND) else len(stacks)]
        candidates[cell] = ([stacks[i] for i in keep], scores[keep])
    return settle(candidates, inventory)
