"""Reads a whole board from one or several pictures, given only the set of pieces."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.parameters import parameters
from vision.stacks.inventory import Decoded, decode


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    keep: int = 40  # number of likeliest stacks of a cell that are weighed against the set of pieces
    blind: float = 0.1  # all stacks of a cell are weighed if its likeliest one is less probable than this


P: Final = parameters(Parameters)


class CellEvidence(Protocol):
    """Evidence of one picture for every cell."""

    @property
    def hidden(self) -> frozenset[str]:
        """Cells that show too little to be read."""

    @property
    def doubt(self) -> float:
        """Probability (0..1) that the pose is wrong."""

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Return the log-likelihood of each stack, up to one constant for the cell."""


def read_cells(
    readings: Sequence[CellEvidence],
    cells: Sequence[str],
    ordinary: Sequence[str],
    inventory: Mapping[str, int],
    may_stand: Callable[[str, str], bool] = lambda cell, stack: True,
) -> dict[str, Decoded]:
    """Decode the most probable table from all pictures of it.

    Each of `cells` holds one of the `ordinary` stacks. `inventory` counts the pieces (see
    `vision.stacks.inventory.decode`). `may_stand(cell, stack)` rules stacks out.
    """
    candidates = {}
    for cell in cells:
        stacks = [stack for stack in ordinary if may_stand(cell, stack)]
        scores = np.sum([reading.log_likelihoods(cell, stacks) for reading in readings], axis=0)
        scores = scores - np.logaddexp.reduce(scores)
        keep = np.argsort(-scores)[: P.keep if scores.max() > np.log(P.blind) else len(stacks)]
        candidates[cell] = ([stacks[i] for i in keep], scores[keep])
    doubt = max(reading.doubt for reading in readings)
    return {cell: decoded.in_doubt(doubt) for cell, decoded in decode(candidates, inventory).items()}
