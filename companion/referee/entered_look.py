"""A table that is entered by hand, in the form of a camera's look: the referee judges both alike."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.referee.grid import Grid
from companion.referee.table import AnyTable
from vision.image import Image

# Nats against a thing, for each piece in which it differs from the entered one: more than any prior can outweigh.
PER_PIECE = 40.0


class EnteredLook:
    """A look (`vision.tracking.contract.Look`) without a picture: every place holds what was entered."""

    hand = False
    hidden: frozenset[str] = frozenset()

    def __init__(self, table: AnyTable, grid: Grid) -> None:
        self._table = table
        self._grid = {place: grid.get(place, "") for place in table.places}

    @property
    def image(self) -> Image:
        return np.zeros((1, 1, 3), dtype=np.uint8)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        entered = self._grid[cell]
        return np.array([-PER_PIECE * self._table.apart(entered, stack) for stack in stacks])

    def touched(self, cell: str) -> None:
        return None
