"""What pixels look like that show no solid: the board and the table around it."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.image import Floats


class BareGround(Protocol):
    """Bare board and table of a scene."""

    @property
    def board(self) -> NDArray[np.bool_]:
        """True for pixels of the board, (N,)."""

    @property
    def stored(self) -> float:
        """Nats by which a pixel beside the board speaks for a solid's colour and against a piece in store; infinite
        where `density` knows what lies there."""

    def density(self, seen: Floats, shows: NDArray[np.bool_]) -> Floats:
        """Return the log density of the tints of pixels (N x 3) if they are bare. `shows`: those thought to be."""
