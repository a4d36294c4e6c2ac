"""Boards of which it is not known what stands on them."""

import pytest

from tests.vision.tables import view_from
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.grid import VOLCANO, BoardGrid
from vision.watching.any_pyramids import any_pyramids
from vision.watching.watcher import BoardWatcher


@pytest.mark.parametrize("standing", [{}, {"b2": "G1"}, {"b2": "G1", "d4": "R3", "a5": "Y2"}])
def test_a_board_on_which_nothing_can_be_counted_on_is_watched(standing: dict[str, str]) -> None:
    grid = dict.fromkeys(VOLCANO.cells, "") | standing
    view = usual_view(VOLCANO)
    picture = SimulatedTable(grid, view).next(1)
    assert picture is not None
    watcher = BoardWatcher(picture.image, any_pyramids(VOLCANO))
    assert abs(watcher.view.project(watcher.view.ring) - view.project(view.ring)).max() < 3
    assert set(watcher.look(picture.image).cells) == set(VOLCANO.cells)


def test_a_board_of_another_size_is_watched_from_its_tapped_corners() -> None:
    grid = BoardGrid(3, 3)
    view = view_from(55, grid=grid, distance=320.0, pitch=28.0)
    stacks = {"a1": "R3R1", "b2": "Y3Y1", "c3": "B3", "c1": "G3G2"}
    picture = SimulatedTable(dict.fromkeys(grid.cells, "") | stacks, view).next(1)
    assert picture is not None
    taps = [(u + 2.0, v - 2.0) for u, v in view.project(view.ring)]
    look = BoardWatcher(picture.image, any_pyramids(grid), corners=taps).look(picture.image)
    assert set(look.cells) == set(grid.cells)
    asked = sorted(stacks.values())
    for cell, stack in stacks.items():
        assert asked[int(look.log_likelihoods(cell, asked).argmax())] == stack
