"""The contract between seeing and refereeing: what a located board answers about a picture.

Cells are named a1..e5; a stack is a string such as ``G3G2G1K3``, bottom to top, ``""`` for an empty place.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.half_board import PlacedHalfBoard
from vision.image import Image


class Look(Protocol):
    """One picture of a located board."""

    @property
    def image(self) -> Image:
        """The picture itself."""

    @property
    def hidden(self) -> frozenset[str]:
        """Cells that show too little to be read: behind a hand, or out of the picture."""

    @property
    def hand(self) -> bool:
        """True if something foreign, most likely a hand or an arm, is over the board."""

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Return natural log of p(pixels | stack) for each stack, up to one constant for the cell."""

    def touched(self, cell: str) -> tuple[str, float] | None:
        """Return the stack that stood on a cell when the tracker last took note of it, and the log-odds (natural) that
        it was touched, even if the same stack stands there again. None if nothing tells."""


@runtime_checkable
class WholeLook(Protocol):
    """A look that tells more of whole tables than of their places one by one, since solids hide one another."""

    def whole(self, base: Mapping[str, str], changes: Sequence[Mapping[str, str]]) -> NDArray[np.float64] | None:
        """Return by how much (natural log, up to one constant for the look) the picture is likelier, if a table stands
        there, than what its places show makes it; for tables that have some other stacks than `base`. None where
        nothing more is known."""

    def unexplained(self, table: Mapping[str, str]) -> float:
        """Return which share of the board shows something foreign in one patch, most likely a hand, if a table stands
        there."""


class Tracker(Protocol):
    """A located board under a camera, followed from picture to picture."""

    def look(self, image: Image) -> Look:
        """Look at a picture. Raises VisionError where the board is not found any more."""

    def weighed(self, look: Look) -> None:
        """Take note that `look` was weighed, understood or not: seen again, it carries less evidence."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note that `look` showed `grid` (cells in doubt left out), so that later looks are compared with it."""


@runtime_checkable
class OutliningTracker(Protocol):
    """A tracker that knows where in its last picture things lie."""

    @property
    def view(self) -> BoardView | PlacedHalfBoard:
        """Pose of the board."""

    def outline(self, cell: str, thing: str) -> NDArray[np.float64]:
        """Return the outline of a place with a thing on it, N x 2 pixels."""
