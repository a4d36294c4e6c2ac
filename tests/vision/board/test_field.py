"""Finding the board of Pyramid Ball: drawn tables of many kinds, and boards that are another."""

from dataclasses import replace

import numpy as np
import pytest

from lab.training.scenes.ball_tables import draw, random_ball_table, view
from tests.saying import refused
from vision.board.board_prior import BoardPrior
from vision.board.locate import locate
from vision.drawing.ball_table import BallScenery, ball_picture, usual_ball_view
from vision.drawing.table import BoardStyle, Scene, render
from vision.geometry.board_view import BoardView
from vision.geometry.grid import FIELD, VOLCANO, BoardGrid
from vision.image import Image

PRIOR = BoardPrior(FIELD, lambda cell: False)
GRID = {"f3": "R1", "d4": "R2K1", "b3": "R3", "f6": "B1", "d5": "B2", "b6": "B3"}
TEAMS = {"first": "R", "second": "B"}
SCENERY = BallScenery(GRID, TEAMS, "K")
# What holds no such board is looked through at every scale: that takes long in a large picture.
SMALL = (640, 480)


def off(found: BoardView, truth: BoardView) -> float:
    """How far the worst corner is off, pixels."""
    return float(np.linalg.norm(found.project(found.ring) - truth.project(truth.ring), axis=1).max())


def a1(truth: BoardView) -> tuple[float, float]:
    u, v = truth.corners["a1"]
    return u + 8, v - 6


@pytest.mark.parametrize(("azimuth", "oblique"), [(0, 0), (0, 50), (35, 25), (90, 50), (200, 0), (200, 25)])
def test_the_simulated_table_is_found_from_all_sides(azimuth: float, oblique: float) -> None:
    truth = usual_ball_view((960, 720), azimuth, oblique)
    assert off(locate(ball_picture(SCENERY, truth), PRIOR, a1=a1(truth)), truth) < 3


@pytest.mark.parametrize("hand", ["d4", "near"])
def test_a_hand_over_the_board_or_beside_it_changes_nothing(hand: str) -> None:
    truth = usual_ball_view((960, 720))
    picture = ball_picture(replace(SCENERY, hands=frozenset({hand})), truth)
    assert off(locate(picture, PRIOR, a1=a1(truth)), truth) < 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2_000_003, 2_000_007, 2_000_018, 2_000_045, 122_000_715])
def test_drawn_tables_of_all_kinds(seed: int) -> None:
    # The last is on gingham whose pattern is not made out: its lines show it.
    table = random_ball_table(seed)
    truth = view(table)
    assert off(locate(draw(table), PRIOR, a1=a1(truth)), truth) < 0.005 * truth.camera.size[0]


def test_the_focal_length_comes_from_the_board() -> None:
    truth = usual_ball_view((960, 720), 20, 45)
    assert locate(ball_picture(SCENERY, truth), PRIOR).camera.focal == pytest.approx(truth.camera.focal, rel=0.05)


def test_a_board_is_followed_when_it_is_bumped() -> None:
    truth = usual_ball_view((960, 720))
    first = locate(ball_picture(SCENERY, truth), PRIOR)
    assert locate(ball_picture(SCENERY, truth), PRIOR, previous=first) is first
    x, y, z = truth.translation
    bumped = replace(truth, translation=(x + 7, y - 5, z))
    assert off(locate(ball_picture(SCENERY, bumped), PRIOR, previous=first), bumped) < 3


def other_board(grid: BoardGrid) -> Image:
    """The picture of a chequered board with so many cells, at the same place."""
    truth = usual_ball_view(SMALL)
    style = BoardStyle((0.7, 0.6, 0.4), (0.2, 0.1, 0.05), (0.1, 0.1, 0.1), 0.6)
    return render(Scene(truth.project, truth.camera_centre, SMALL, truth.pitch, {}, board=style, board_grid=grid))


def test_a_chess_board_is_another_one() -> None:
    with refused("more than 7 x 8 cells"):
        locate(other_board(BoardGrid(8, 8)), PRIOR)


def test_a_board_with_fewer_cells_is_another_one() -> None:
    with refused("No 7 x 8 board was found"):
        locate(other_board(VOLCANO), PRIOR)


def test_an_empty_grid_of_fewer_lines_is_no_board() -> None:
    picture = np.full((720, 960, 3), 200, np.uint8)
    for at in range(6):
        picture[98 + 100 * at : 103 + 100 * at, 198:703] = 30
        picture[98:603, 198 + 100 * at : 203 + 100 * at] = 30
    with refused("No 7 x 8 board was found"):
        locate(picture, PRIOR)


def test_a_bare_table_holds_no_board() -> None:
    noise = np.random.default_rng(0).normal(120, 6, (480, 640, 3))
    with refused("No 7 x 8 board was found"):
        locate(np.clip(noise, 0, 255).astype(np.uint8), PRIOR)


@pytest.mark.parametrize("part", [np.s_[:, :320], np.s_[:240]], ids=["right", "lower"])
def test_half_a_board_is_told_to_be_cut_off(part: tuple[slice, ...]) -> None:
    whole = ball_picture(SCENERY, usual_ball_view(SMALL))
    with refused("partly out of the picture"):
        locate(np.ascontiguousarray(whole[part]), PRIOR)
