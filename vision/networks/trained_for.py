"""The boards that the networks were trained for.

That of intersections has a board in its shape (36 intersections); of finders there is one for each board.
"""

from collections.abc import Mapping
from typing import Final

from vision.errors import VisionError
from vision.geometry.grid import FIELD, HALF_BOARD, TURNTABLE, BoardGrid

TRAINED_FOR: Final = BoardGrid(5, 5)
"""The board of all networks that look at a whole board, finders apart."""
CELLS: Final = TRAINED_FOR.cells
"""Its cells, in the order in which networks look at them."""
TOGETHER: Final = len(CELLS)
"""So many cells the stack readers compare with one another; on what board does not matter to them."""

_FINDERS: Final[Mapping[BoardGrid, str]] = {
    TRAINED_FOR: "painted.onnx",
    FIELD: "painted_field.onnx",
    TURNTABLE: "painted_turntable.onnx",
    HALF_BOARD: "painted_half_board.onnx",
}

FOUND_BOARDS: Final = tuple(_FINDERS)
"""The boards that have a finder."""
FOUND_BARE: Final = frozenset(FOUND_BOARDS) - {TRAINED_FOR}
"""Those whose finder has met them without anything on them, too: where it paints none, there is none."""


def check_trained_for(grid: BoardGrid, model: str) -> None:
    """Raise VisionError unless the network in the file `model` can look at a board with this grid."""
    if grid != TRAINED_FOR:
        trained, asked = (f"{grid.files} x {grid.ranks}" for grid in (TRAINED_FOR, grid))
        raise VisionError("vision.network.board", network=model, trained=trained, asked=asked)


def finder_of(grid: BoardGrid) -> str:
    """The file of the network that finds such boards. Raises VisionError where there is none."""
    if grid not in _FINDERS:
        check_trained_for(grid, _FINDERS[TRAINED_FOR])
    return _FINDERS[grid]
