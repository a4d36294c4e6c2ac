"""The board that the networks were trained for.

Some have its cells in their shape (the readers look at 25 cells together, the crossings' network at 36 crossings), the
finder has seen no other.
"""

from typing import Final

from vision.errors import VisionError
from vision.geometry.grid import BoardGrid

TRAINED_FOR: Final = BoardGrid(5, 5)
"""The board of all networks that look at a whole board."""
CELLS: Final = TRAINED_FOR.cells
"""Its cells, in the order in which networks look at them."""


def check_trained_for(grid: BoardGrid, model: str) -> None:
    """Raise VisionError unless the network in the file `model` can look at a board with this grid."""
    if grid != TRAINED_FOR:
        trained, asked = (f"{grid.files} x {grid.ranks}" for grid in (TRAINED_FOR, grid))
        raise VisionError("vision.network.board", network=model, trained=trained, asked=asked)
