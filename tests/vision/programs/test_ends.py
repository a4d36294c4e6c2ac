"""Views of the table beyond the ends of a board."""

import numpy as np
import pytest

from vision.drawing.ball_table import usual_ball_view
from vision.programs.ends import BEYOND, BOARD, ENDS, EndMap


@pytest.mark.parametrize("end", ENDS)
def test_places_come_back(end: str) -> None:
    here = EndMap(usual_ball_view(), end)
    spots = np.array([[3.0, 5.0], [100.0, 80.0], [200.0, 160.0]])
    assert np.allclose(here.in_view(here.on_table(spots)), spots)


def test_the_board_is_at_the_upper_edge_of_both() -> None:
    view = usual_ball_view()
    near, far = (EndMap(view, end) for end in ENDS)
    assert near.on_table(np.array([[0.0, 0.0]]))[0, 1] == pytest.approx(0.5)
    assert near.on_table(np.array([[0.0, near.size[1]]]))[0, 1] == pytest.approx(-BEYOND)
    assert far.on_table(np.array([[0.0, far.size[1]]]))[0, 1] == pytest.approx(8 + BEYOND)


@pytest.mark.parametrize("end", ENDS)
def test_pixels_are_those_of_the_places(end: str) -> None:
    view = usual_ball_view(azimuth=40.0, oblique=35.0)
    here = EndMap(view, end)
    across, down = here.pixels()
    assert across.shape == down.shape == here.size[::-1]
    for row, column in ((3, 7), (60, 120), (150, 30)):
        place = here.on_table(np.array([[column + 0.5, row + 0.5]]))[0] * view.pitch
        seen = view.project(np.array([[*place, 0.0]]))[0]
        assert np.hypot(seen[0] - across[row, column], seen[1] - down[row, column]) < 0.3


def test_the_board_lies_in_the_middle_of_its_view() -> None:
    here = EndMap(usual_ball_view(), BOARD)
    corners = here.in_view(np.array([[0.0, 0.0], [7.0, 8.0]]))
    assert np.allclose(corners.mean(axis=0), np.array(here.size) / 2)
    assert corners[0, 1] > corners[1, 1]
    assert np.allclose(here.on_table(corners), [[0.0, 0.0], [7.0, 8.0]])
