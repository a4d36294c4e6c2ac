"""Boards of any number of cells: names, places, corners."""

import numpy as np
import pytest

from tests.saying import refused
from tests.vision.tables import view_from
from vision.geometry.board_view import BoardView
from vision.geometry.grid import VOLCANO, BoardGrid

GRIDS = (BoardGrid(3, 3), VOLCANO, BoardGrid(7, 8), BoardGrid(9, 12))


def test_cells_are_named_rank_by_rank() -> None:
    assert BoardGrid(3, 2).cells == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert BoardGrid(7, 8).ring == ("a1", "g1", "g8", "a8")
    assert BoardGrid(2, 11).cells[-1] == "b11"


@pytest.mark.parametrize("grid", GRIDS)
def test_the_middles_of_cells_are_a_pitch_apart_and_fill_the_outline(grid: BoardGrid) -> None:
    middles = grid.floor(grid.cells, 30.0).reshape(grid.ranks, grid.files, 3)
    assert np.allclose(np.diff(middles, axis=0), (0, 30, 0)) and np.allclose(np.diff(middles, axis=1), (30, 0, 0))
    assert np.allclose(middles[0, 0], (15, 15, 0))
    assert np.allclose(middles[-1, -1, :2] + 15, 30 * grid.outline[2])


@pytest.mark.parametrize("grid", GRIDS)
def test_the_corners_are_intersections_and_belong_to_the_cells_of_the_ring(grid: BoardGrid) -> None:
    assert len(grid.intersections) == (grid.files + 1) * (grid.ranks + 1)
    assert all(corner in grid.intersections.tolist() for corner in grid.outline.tolist())
    for cell, corner in zip(grid.ring, grid.outline, strict=True):
        assert np.allclose(np.abs(np.array(grid.centre(cell)) - corner), 0.5)


@pytest.mark.parametrize("cell", ["", "a", "1a", "a0", "a01x", "h1", "a9", "A1", "a-1", "aa1", "a²"])
def test_what_is_no_cell_is_refused(cell: str) -> None:
    with refused("a1 to g8"):
        BoardGrid(7, 8).place(cell)


@pytest.mark.parametrize("grid", GRIDS)
def test_a_view_turned_by_a_quarter_shows_the_same_corners_under_other_names(grid: BoardGrid) -> None:
    view = view_from(50, grid=grid, distance=900)
    turned = view.turned(1)
    assert turned.grid == BoardGrid(grid.ranks, grid.files)
    assert np.allclose(turned.project(turned.ring), np.roll(view.project(view.ring), -1, axis=0), atol=1e-6)
    assert view.turned(2).grid == grid
    assert all(view.turned(turn).grid == grid for turn in grid.turns)


def test_a_view_is_kept_with_its_grid() -> None:
    view = view_from(50, grid=BoardGrid(7, 8))
    assert BoardView.from_json(view.to_json()) == view
    assert set(view.corners) == {"a1", "g1", "g8", "a8"}


def test_a_view_through_another_lens_shows_the_same_board() -> None:
    view = view_from(60, grid=BoardGrid(7, 8), distance=900)
    other = view.refocused(1.1)
    assert np.abs(other.project(other.ring) - view.project(view.ring)).max() < 8
