"""Where the corners of standing and of lying pyramids are."""

import numpy as np
import pytest

from vision.geometry.lying import lying_corners, lying_length, standing_corners
from vision.geometry.solids import BASE_MM, HEIGHT_MM


@pytest.mark.parametrize("pips", [1, 2, 3])
def test_a_lying_pyramid_has_the_size_of_a_standing_one(pips: int) -> None:
    stands = standing_corners(BASE_MM[pips], 0, HEIGHT_MM[pips], 3, 4, 0.3)
    lies = lying_corners(pips, -20, 30, 0, 1.1)
    for corners in (stands, lies):
        base, apex = corners[:4], corners[4]
        assert np.linalg.norm(base - np.roll(base, 1, axis=0), axis=1) == pytest.approx([BASE_MM[pips]] * 4)
        assert np.linalg.norm(apex - base.mean(axis=0)) == pytest.approx(HEIGHT_MM[pips])
        outwards = np.cross(base[1] - base[0], apex - base[0])
        assert outwards @ (base.mean(axis=0) - base[:2].mean(axis=0)) < 0


@pytest.mark.parametrize("pips", [1, 2, 3])
def test_a_lying_pyramid_rests_on_a_face_and_points_where_it_heads(pips: int) -> None:
    heading = 2.2
    corners = lying_corners(pips, 10, 20, -3, heading)
    assert corners[[1, 2, 4], 2] == pytest.approx([-3] * 3)
    assert (corners[[0, 3], 2] > 0).all()
    edge = corners[1:3].mean(axis=0)
    assert (edge + corners[4])[:2] / 2 == pytest.approx([10, 20])
    along = (corners[4] - edge)[:2]
    assert along == pytest.approx(lying_length(pips) * np.array([np.cos(heading), np.sin(heading)]))
