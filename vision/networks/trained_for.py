"""The boards that the networks were trained for.

The network of intersections has a board in its shape (36 intersections); finders exist for each board.
"""

from collections.abc import Mapping
from typing import Final

from vision.errors import VisionError
from vision.geometry.grid import FIELD, HALF_BOARD, TURNTABLE, BoardGrid

TRAINED_FOR: Final = BoardGrid(5, 5)
"""Board of all networks that look at a whole board, apart from finders."""
CELLS: Final = TRAINED_FOR.cells
"""Its cells in the order of the networks."""
TOGETHER: Final = len(CELLS)
"""Number of cells that the stack readers compare; the board does not matter to them."""

_FINDERS: Final[Mapping[BoardGrid, str]] = {
    TRAINED_FOR: "painted.onnx",
    FIELD: "painted_field.onnx",
    TURNTABLE: "painted_turntable.onnx",
    HALF_BOARD: "painted_half_board.onnx",
}

FOUND_BOARDS: Final = tuple(_FINDERS)
"""Boards with a finder."""
FOUND_BARE: Final = frozenset(FOUND_BOARDS) - {TRAINED_FOR}
"""Boards whose finder was also trained on them bare: empty maps mean that there is none."""


def check_trained_for(grid: BoardGrid, model: str) -> None:
    """Raise VisionError unless the network in the file `model` was trained for this grid."""
    if grid != TRAINED_FOR:
        trained, asked = (f"{grid.files} x {grid.ranks}" for grid in (TRAINED_FOR, grid))
        raise VisionError("vision.network.board", network=model, trained=trained, asked=asked)


def finder_of(grid: BoardGrid) -> str:
    """Return the file of the network that finds such boards. Raises VisionError where there is none."""
    if grid not in _FINDERS:
        check_trained_for(grid, _FINDERS[TRAINED_FOR])
    return _FINDERS[grid]
