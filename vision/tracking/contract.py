"""What a watched board answers about a picture: the contract between seeing and refereeing.

Cells are named a1..e5; a stack is a string such as ``G3G2G1K3``, bottom to top, ``""`` for an empty place.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.image import Image


class Look(Protocol):
    """One picture of a located board, ready to be asked what stands where."""

    @property
    def image(self) -> Image:
        """The picture itself."""

    @property
    def hidden(self) -> frozenset[str]:
        """Cells of which too little shows to say anything: behind a hand, or out of the picture."""

    @property
    def hand(self) -> bool:
        """Something foreign, most likely a hand or an arm, is over the board."""

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Natural log of p(pixels | stack) for each stack asked about, up to one constant for the cell."""

    def touched(self, cell: str) -> tuple[str, float] | None:
        """The stack that stood on a cell when the tracker last took note of it, and how much likelier (natural log)
        what is seen is if it was touched, though the same stands there again, than if not; None if nothing tells."""


class Tracker(Protocol):
    """A located board under a camera, followed from picture to picture."""

    def look(self, image: Image) -> Look:
        """Look at a picture. Raises VisionError where the board cannot be found in it any more."""

    def weighed(self, look: Look) -> None:
        """Take note that what `look` shows was weighed, understood or not: seen again, it says less."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note that `look` showed `grid` (cells in doubt left out), so that later looks compare with it."""
