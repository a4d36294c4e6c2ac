"""Boards of which it is not known what stands on them."""

import random

import pytest

from companion.games.looney_blockade.table.practice import random_setup
from companion.games.looney_blockade.table.stacks import on_its_large
from companion.games.looney_blockade.table.still import READER
from companion.referee.still_tables import SeeHints
from tests.vision.tables import view_from
from vision.board.board_prior import BoardPrior
from vision.board.line_score import shifted
from vision.board.pose import Pose
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.errors import VisionError
from vision.geometry.grid import VOLCANO, BoardGrid
from vision.stacks.training_bias import TrainingBias
from vision.tracking.any_pyramids import another_game, any_pyramids
from vision.tracking.cell_reading import TablePrior
from vision.tracking.looney_set import BOARD, BlockadeTracker, blockade, ordinary_stacks, read_board
from vision.tracking.tracker import BoardTracker


@pytest.mark.parametrize("standing", [{}, {"b2": "G1"}, {"b2": "G1", "d4": "R3", "a5": "Y2"}])
def test_a_board_on_which_nothing_can_be_counted_on_is_watched(standing: dict[str, str]) -> None:
    grid = dict.fromkeys(VOLCANO.cells, "") | standing
    view = usual_view(VOLCANO)
    picture = SimulatedTable(grid, view).next(1)
    assert picture is not None
    tracker = BoardTracker(picture.image, any_pyramids(VOLCANO))
    assert abs(tracker.view.project(tracker.view.ring) - view.project(view.ring)).max() < 3
    assert set(tracker.look(picture.image).cells) == set(VOLCANO.cells)


def test_a_board_of_another_size_is_watched_from_its_tapped_corners() -> None:
    grid = BoardGrid(3, 3)
    view = view_from(55, grid=grid, distance=320.0, pitch=28.0)
    stacks = {"a1": "R3R1", "b2": "Y3Y1", "c3": "B3", "c1": "G3G2"}
    picture = SimulatedTable(dict.fromkeys(grid.cells, "") | stacks, view).next(1)
    assert picture is not None
    taps = [(u + 2.0, v - 2.0) for u, v in view.project(view.ring)]
    look = BoardTracker(picture.image, any_pyramids(grid), corners=taps).look(picture.image)
    assert set(look.cells) == set(grid.cells)
    asked = sorted(stacks.values())
    for cell, stack in stacks.items():
        assert asked[int(look.log_likelihoods(cell, asked).argmax())] == stack


def seen(standing: dict[str, str]) -> dict[str, str]:
    """What is read of a drawn board by `companion see`, cell by cell; its cells are those of the picture."""
    picture = SimulatedTable(dict.fromkeys(VOLCANO.cells, "") | standing, usual_view(VOLCANO)).next(1)
    assert picture is not None
    table = READER.read([picture.image], None, SeeHints(None, None, None))
    assert not table.hidden and not any(look.hand for look in table.looks)
    return {cell: decoded.stack for cell, decoded in table.cells.items()}


def test_an_empty_board_is_empty_under_no_hand() -> None:
    assert set(seen({}).values()) == {""}


def test_single_pyramids_on_an_empty_board_are_read() -> None:
    right = []
    for standing in (
        {"a1": "R1", "b4": "G2", "c3": "Y3", "d2": "B1", "e5": "R2"},
        {"b1": "G1", "b4": "Y2", "c3": "B3", "d2": "R1", "e4": "B2"},
        {"a3": "Y1", "c1": "R3", "c5": "B1", "d4": "G2", "e2": "G3"},
    ):
        told = seen(standing)
        right.append(sum(stack == standing.get(cell, "") for cell, stack in told.items()))
    assert min(right) >= 24, right


@pytest.mark.parametrize("expects", [True, False])
def test_an_empty_board_is_empty_whatever_was_expected_on_it(expects: bool) -> None:
    names = ("", *(colour + pips for colour in "RYGB" for pips in "123"))
    prior = TablePrior(BoardPrior(VOLCANO, lambda cell: expects), names, TrainingBias({}).corrections)
    picture = SimulatedTable(dict.fromkeys(VOLCANO.cells, ""), usual_view(VOLCANO)).next(1)
    assert picture is not None
    look = BoardTracker(picture.image, prior).look(picture.image)
    assert not look.hand
    assert {names[int(look.log_likelihoods(cell, names).argmax())] for cell in VOLCANO.cells} == {""}


def test_a_game_is_known_by_what_stands_at_the_bottom() -> None:
    picture = SimulatedTable(game_of_blockade(), usual_view(VOLCANO)).next(1)
    assert picture is not None
    look = BlockadeTracker(picture.image).look(picture.image)
    assert not another_game([look], VOLCANO.cells, ordinary_stacks(), on_its_large)


def test_a_board_told_a_row_off_is_in_doubt() -> None:
    """Its row at the edge lies on the bare table: a hand, and no stack is read surely."""
    view = usual_view(VOLCANO)
    picture = SimulatedTable(game_of_blockade(), view).next(1)
    assert picture is not None
    astray = shifted(Pose.of_view(view, BOARD, True), 0, -1).view(view.pitch, 0.9)
    look = BoardTracker(picture.image, blockade(), found=astray).look(picture.image)
    assert look.hand and look.doubt > 0.25
    cells = read_board([look], on_its_large)
    assert max(decoded.probability for decoded in cells.values()) < 0.75


def game_of_blockade() -> dict[str, str]:
    """A table just set up."""
    return dict(random_setup(random.Random(1)).grid)


@pytest.mark.parametrize("grid", [BoardGrid(4, 4), BoardGrid(10, 10)], ids=["coarser", "finer"])
def test_an_empty_grid_of_other_cells_is_no_board(grid: BoardGrid) -> None:
    view = view_from(75, grid=grid, distance=420.0, pitch=165.0 / grid.files)
    picture = SimulatedTable(dict.fromkeys(grid.cells, ""), view).next(1)
    assert picture is not None
    with pytest.raises(VisionError, match=r"vision\.board\.(none|none_bare|larger)"):
        READER.read([picture.image], None, SeeHints(None, None, None))
