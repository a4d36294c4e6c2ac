"""Priors for a table of Looney Blockade: its board, its pieces, and the stacks it carries."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from vision.board.board_prior import BoardPrior
from vision.geometry.camera import Camera
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.stacks.features import LEVELS
from vision.stacks.inventory import Decoded
from vision.stacks.training_bias import TrainingBias
from vision.tracking.cell_reading import TablePrior
from vision.tracking.tracker import BoardTracker
from vision.tracking.whole_board import CellEvidence, read_cells

BOARD: Final = BoardPrior(VOLCANO, lambda cell: True)
"""Board prior: a large stands in every cell."""
BLOCKADE_SET: Final[Mapping[str, int]] = {
    **{f"{colour}{pips}": 5 for colour in "RYGB" for pips in (1, 2, 3)},
    "C3": 5,
}
"""Pieces on the board; black ones come and go."""
CAPS: Final[Mapping[str, float]] = {"K3": 0.85, "K2": 0.12, "K1": 0.03}
"""Shares of caps of each size: players cap with the largest black at hand."""
BIAS: Final = TrainingBias(CAPS)
"""Correction of the training data's prior."""


@cache
def ordinary_stacks() -> tuple[str, ...]:
    """Return the stacks that a Volcano board usually carries: piles of one colour on a large, and towers under a black
    cap, with or without such a pile. A missing stack costs more than its own cell, since its pieces are then sought in
    others."""
    found = set()
    for colour in "RYGB":
        one, two = f"{colour}1", f"{colour}2"
        piles = [two * mediums + one * smalls for mediums in range(6) for smalls in range(6)]
        tree = f"{colour}3{two}{one}"
        found |= {base + pile for base in ("C3", f"{colour}3", f"{tree}K3") for pile in piles}
        # A pile on a smaller cap is mostly put there by mistake.
        found |= {f"{tree}K{pips}{top}" for pips in (1, 2) for top in ("", one, one * 2, one * 3, two, two + one)}
    return tuple(sorted(stack for stack in found if len(stack) // 2 <= LEVELS + 1))


def blockade() -> TablePrior:
    """Return the prior of such a table."""
    return TablePrior(BOARD, ordinary_stacks(), BIAS.corrections)


class BlockadeTracker(BoardTracker):
    """A table of Looney Blockade found in a first picture and followed from there; parameters as in `BoardTracker`."""

    def __init__(
        self,
        image: Image,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        super().__init__(image, blockade(), a1=a1, corners=corners, camera=camera)


def read_board(
    readings: Sequence[CellEvidence],
    may_stand: Callable[[str, str], bool] = lambda cell, stack: True,
) -> dict[str, Decoded]:
    """Decode the most probable table of Looney Blockade from all pictures of it; see `read_cells`."""
    return read_cells(readings, VOLCANO.cells, ordinary_stacks(), BLOCKADE_SET, may_stand)
