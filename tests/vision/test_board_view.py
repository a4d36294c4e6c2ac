"""The board's pose: frames, names of corners, quarter turns."""

import numpy as np
import pytest

from tests.vision.tables import view_from
from vision.board_view import RING


def test_the_camera_stands_where_it_was_put() -> None:
    view = view_from(50, azimuth=-90, distance=400)
    middle = np.array([82.5, 82.5, 15.0])
    offset = view.camera_centre - middle
    assert np.linalg.norm(offset) == pytest.approx(400)
    assert offset[0] == pytest.approx(0, abs=1e-9)
    assert offset[1] < 0 < offset[2]


def test_a1_is_near_left_from_the_rank_1_side() -> None:
    corners = view_from(50).corners
    assert corners["a1"][0] < corners["e1"][0]
    assert corners["a1"][1] > corners["a5"][1]


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_view_renames_the_same_corners(quarters: int) -> None:
    view = view_from(60, azimuth=20)
    turned = view.turned(quarters)
    for i, cell in enumerate(RING):
        assert turned.corners[cell] == pytest.approx(view.corners[RING[(i + quarters) % 4]], abs=1e-6)
    assert np.linalg.norm(turned.camera_centre) > 0
    assert turned.camera_centre[2] == pytest.approx(view.camera_centre[2])
