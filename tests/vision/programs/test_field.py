"""All that a picture of a table says."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, usual_ball_view
from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.programs import field
from vision.programs.feet_finder import EndFeet, find_feet
from vision.programs.field import look_at

VIEW = usual_ball_view((960, 720))
SCENERY = BallScenery({"b3": "R3", "d5": "B2"}, {"first": "R", "second": "B"}, "K", {"near": DrawnArray("G", {})})
BARE = np.array([[-2.0, -1.0], [-2.5, -2.0], [9.0, -1.5], [9.5, -2.5], [-1.5, -3.0], [8.5, -3.5]])


def test_feet_where_there_is_nothing_at_a_second_look_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = ball_picture(SCENERY, VIEW)
    seen = look_at(picture, VIEW)

    def and_more(image: Image, view: BoardView) -> tuple[Mapping[str, EndFeet], Floats]:
        ends, covered = find_feet(image, view)
        near = ends["near"]
        places, chances = np.concatenate([near.places, BARE]), np.concatenate([near.chances, np.full(len(BARE), 0.4)])
        return {**ends, "near": replace(near, places=places, chances=chances)}, covered

    monkeypatch.setattr(field, "find_feet", and_more)
    again = look_at(picture, VIEW)
    assert np.array_equal(again.feet["near"].places, seen.feet["near"].places)
    assert np.array_equal(again.beyond["near"].spots, seen.beyond["near"].spots)
    assert again.view.pitch == pytest.approx(seen.view.pitch)
