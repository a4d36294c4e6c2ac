"""A chequered board against those a row off and a quarter turned."""

import numpy as np
import pytest

from vision.board.board_prior import BoardPrior
from vision.board.by_lines import windows_about
from vision.board.pose import Pose
from vision.board.two_colours import surest_window
from vision.drawing.ball_table import BallScenery, ball_picture, usual_ball_view
from vision.geometry.grid import FIELD

VIEW = usual_ball_view((640, 480), 20, 30)
PICTURE = ball_picture(BallScenery({"d4": "R2K1", "b3": "R3", "f6": "B1"}, {"first": "R", "second": "B"}, "K"), VIEW)
FOUND = Pose.from_corners(VIEW.project(VIEW.ring), BoardPrior(FIELD, lambda cell: False), VIEW.camera, calibrated=True)


def test_a_board_that_fits_its_squares_is_kept_without_doubt() -> None:
    assert FOUND
    assert surest_window(PICTURE, windows_about(FOUND)) == (FOUND, 0.0)


@pytest.mark.parametrize("number", [1, 3, 9], ids=["a rank off", "a file off", "turned"])
def test_a_board_with_a_row_on_bare_cloth_is_put_where_its_squares_are(number: int) -> None:
    assert FOUND
    wrong = windows_about(FOUND)[number]
    best, _ = surest_window(PICTURE, windows_about(wrong))
    assert np.abs(best.corners[:, None] - FOUND.corners[None]).sum(axis=2).min(axis=1).max() < 1
