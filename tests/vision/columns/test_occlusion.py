"""What columns leave to be seen of other columns."""

import json

import numpy as np
import pytest

from lab.training.scenes.column_tables import drawn
from tests.vision.columns.test_turning import usual_view
from vision.columns.occlusion import visible_shares
from vision.geometry.board_view import BoardView


def test_a_bare_board_is_seen_whole() -> None:
    assert (visible_shares(np.zeros((10, 10), int), usual_view()) == 1).all()


def test_a_tower_hides_what_is_behind_it() -> None:
    view = usual_view()
    heights = np.zeros((10, 10), int)
    heights[5, 5] = 8
    seen = visible_shares(heights, view)
    away = np.array([5.5, 5.5]) - (view.camera_centre / view.pitch)[:2]
    behind = tuple(5 + np.round(away / np.abs(away).max()).astype(int))
    assert seen[5, 5] == 1
    assert seen[behind] < 0.3
    assert 0 < (seen < 1).sum() < 30


@pytest.mark.parametrize("seed", [81, 83])
def test_what_is_hidden_of_drawn_tables_agrees(seed: int) -> None:
    _, told = drawn(seed, (640, 480))
    heights = np.zeros((10, 10), int)
    for cell, column in told["columns"].items():
        heights[tuple(int(c) for c in cell.split(","))] = len(column)
    view = BoardView.from_json(json.loads(json.dumps(told["more"]["view"])))
    seen = visible_shares(heights, view)
    wanted = np.array([[told["top_shown"][f"{x},{y}"] for y in range(10)] for x in range(10)])
    # Hands hide as well, but what columns hide is hidden.
    assert (wanted[seen < 0.2] < 0.5).all()
    assert np.abs(seen - wanted).mean() < 0.12
