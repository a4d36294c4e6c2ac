"""Corners of a board that people point at."""

from collections.abc import Sequence

import numpy as np

from vision.errors import VisionError
from vision.image import Floats


def tapped_ring(corners: Sequence[tuple[float, float]] | Floats, names: Sequence[str]) -> Floats:
    """Return the corners called `names`, 4 x 2 pixels. Raises VisionError unless they go round a board
    counter-clockwise."""
    ring = np.asarray(corners, float)
    if ring.shape != (4, 2) or not np.isfinite(ring).all():
        raise VisionError("vision.corners.four", corners=" ".join(names))
    steps = np.roll(ring, -1, axis=0) - ring
    after = np.roll(steps, -1, axis=0)
    # Counter-clockwise seen from above: with v downwards every turn is negative.
    if (steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0] >= 0).any():
        raise VisionError("vision.corners.no_board", corners=" ".join(names))
    return ring
