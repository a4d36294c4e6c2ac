"""Which way a board stands."""

import numpy as np
import pytest

from tests.vision.columns.drawn_reading import reading_of_columns
from vision.columns.joint_decoding import place_of
from vision.columns.turning import built_fits, turned
from vision.drawing.ball_table import usual_ball_view
from vision.geometry.board_view import BoardView
from vision.geometry.grid import TURNTABLE

RING = {f"{x},{y}": 2 for x in range(1, 9) for y in range(1, 9)}


def usual_view() -> BoardView:
    ball = usual_ball_view(oblique=30.0)
    return BoardView(ball.camera, ball.rotation, ball.translation, 20.0, grid=TURNTABLE)


@pytest.mark.parametrize("quarter", range(4))
def test_a_sight_turns_with_its_view(quarter: int) -> None:
    view = usual_view()
    other = view.turned(quarter)
    reading = turned(reading_of_columns({"2,7": "RRB"}), quarter)
    x, y = np.argwhere(reading.heights.argmax(axis=-1) == 3)[0]
    here = other.project(np.array([[(x + 0.5) * 20, (y + 0.5) * 20, 0.0]]))
    there = view.project(np.array([[(2 + 0.5) * 20, (7 + 0.5) * 20, 0.0]]))
    assert np.allclose(here, there, atol=1e-6)


@pytest.mark.parametrize("quarter", range(4))
def test_columns_tell_which_way_a_board_stands(quarter: int) -> None:
    built = {"1,1": "RR", "2,1": "RY", "4,6": "B"}
    reading = turned(reading_of_columns(built), quarter)
    bare = [built_fits(turned(reading, k), RING, {}) for k in range(4)]
    worth = [built_fits(turned(reading, k), RING, built) for k in range(4)]
    assert np.ptp(bare) < 1.0
    assert int(np.argmax(worth)) == (4 - quarter) % 4
    assert sorted(worth)[-1] - sorted(worth)[-2] > 3
    assert place_of("4,6") == (4, 6)
