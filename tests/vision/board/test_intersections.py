"""Where intersections are seen around a rough ring."""

import numpy as np

from vision.board.intersections import Intersections
from vision.geometry.grid import VOLCANO


def test_a_ring_that_is_far_larger_than_the_picture_is_borne_with() -> None:
    ring = 1e6 * np.array([[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]])
    offsets = Intersections().offsets(np.full((480, 640, 3), 90, np.uint8), VOLCANO, ring)
    assert len(offsets.there) == 36 and not (offsets.there > 0.5).any()
