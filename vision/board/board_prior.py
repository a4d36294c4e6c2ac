"""What is known of a board before it is located."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import BoardGrid


@dataclass(frozen=True)
class BoardPrior:
    """A board's grid, and the cells in which a large always stands. Such larges hide lines, show edges, and their feet
    mark the cells."""

    grid: BoardGrid
    expects_pieces: Callable[[str], bool]

    @property
    def emptied(self) -> "BoardPrior":
        """The same board with no pieces expected."""
        return BoardPrior(self.grid, lambda cell: False)

    @cached_property
    def occupied(self) -> tuple[str, ...]:
        """Cells in which pieces are expected, in the grid's order."""
        return tuple(cell for cell in self.grid.cells if self.expects_pieces(cell))

    @cached_property
    def middles(self) -> NDArray[np.float64]:
        """Middles of the occupied cells, file by file, K x 2 pitches."""
        return np.array(sorted(self.grid.centre(cell) for cell in self.occupied)).reshape(-1, 2)
