"""A table as the players enter it by hand, in the form in which the referee takes what a camera sees."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import CELLS
from vision.geometry.solids import pieces
from vision.image import Image

# Nats against a stack for each piece in which it differs from the one entered: beyond what any prior could outweigh.
PER_PIECE = 40.0


class EnteredLook:
    """A look (`vision.watching.contract.Look`) without a picture: every stack is what was entered."""

    hand = False
    hidden: frozenset[str] = frozenset()

    def __init__(self, grid: Mapping[str, str]) -> None:
        self._grid = {cell: grid.get(cell, "") for cell in CELLS}

    @property
    def image(self) -> Image:
        return np.zeros((1, 1, 3), dtype=np.uint8)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        entered = self._grid[cell]
        return np.array([-PER_PIECE * _different(entered, stack) for stack in stacks])

    def touched(self, cell: str) -> None:
        return None


def _different(stack: str, other: str) -> int:
    """In how many levels two stacks differ."""
    return sum(a != b for a, b in zip_longest(pieces(stack), pieces(other)))
