"""Checked cloths beneath a board and its programs."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board.board_prior import BoardPrior
from vision.board.ground_pattern import made_plain, pattern_of, squares_of, with_squares_alike, without_pattern
from vision.board.locate import locate
from vision.drawing.ball_table import BallScenery, DrawnArray, ball_picture, usual_ball_view
from vision.geometry.grid import FIELD
from vision.image import Image
from vision.programs.array_reading import PLACES
from vision.programs.field import look_at

VIEW = usual_ball_view((960, 720))
COMMANDS = {"S1": "E", "S2": "N", "M1": "E", "M3": "W", "L2": "N"}
SCENERY = BallScenery(
    {"b3": "R3", "d4": "R2K1", "f3": "R1", "d5": "B2", "b6": "B3", "f6": "B1"},
    {"first": "R", "second": "B"},
    "K",
    {"near": DrawnArray("Y", COMMANDS), "far": DrawnArray("G", {})},
)
PLAIN = ball_picture(SCENERY, VIEW)
GROUND = (PLAIN[0, 0] == PLAIN).all(axis=2)


def on_gingham(check_mm: float) -> Image:
    """The table with white and red stripes that cross, turned a little, for its plain ground."""
    height, width = GROUND.shape
    u, v = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    spots = VIEW.on_board(np.column_stack([u.ravel(), v.ravel()])).reshape(height, width, 2)
    turned = spots @ np.array([[np.cos(0.1), -np.sin(0.1)], [np.sin(0.1), np.cos(0.1)]])
    stripes = (np.floor(turned / check_mm) % 2).sum(axis=2).astype(int)
    cloth = np.array([[30, 25, 190], [130, 130, 215], [235, 235, 235]], np.uint8)[stripes]
    return np.where(GROUND[..., None], cloth, PLAIN)


@pytest.mark.parametrize("check_mm", [14.0, 25.0])
def test_a_checked_cloth_is_made_plain_and_what_lies_on_it_stays(check_mm: float) -> None:
    picture = on_gingham(check_mm)
    pattern = pattern_of(picture, VIEW)
    assert pattern is not None
    assert 1 / np.hypot(*pattern.waves.T) == pytest.approx(2 * check_mm / VIEW.pitch, rel=0.02)
    plain = without_pattern(picture, VIEW, pattern)
    near = slice(int(VIEW.corners["a1"][1]) + 40, 700), slice(250, 700)
    ground = GROUND[near]
    assert plain[near][ground].std(axis=0).max() < 0.35 * picture[near][ground].std(axis=0).max()
    changed = np.abs(plain[near].astype(int) - picture[near]).max(axis=2) > 30
    assert changed[~ground].mean() < 0.15


def test_programs_are_read_on_a_checked_cloth_but_less_surely() -> None:
    picture = on_gingham(25.0)
    reading = look_at(picture, VIEW, plain=made_plain(picture, VIEW))
    colours = reading.colours()
    assert colours.programs == {"near": "Y", "far": "G"}
    array = reading.array("near", colours)
    assert array is not None
    assert [array.command(place)[0] for place in PLACES] == [COMMANDS.get(place, ".") for place in PLACES]
    assert max(array.command(place)[1] for place in PLACES) < 0.9


def chequered(one: tuple[int, int, int], other: tuple[int, int, int]) -> tuple[Image, NDArray[np.bool_]]:
    """The table with a board of two colours, and where something stands on that."""
    empty = ball_picture(replace(SCENERY, grid={}), VIEW)
    height, width = GROUND.shape
    u, v = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    x, y = (
        np.moveaxis(VIEW.on_board(np.column_stack([u.ravel(), v.ravel()])).reshape(height, width, 2), 2, 0) / VIEW.pitch
    )
    inside = (x > 0) & (x < FIELD.files) & (y > 0) & (y < FIELD.ranks)
    colours = np.array([one, other], np.uint8)[(np.floor(x) + np.floor(y)).astype(int) % 2]
    stands = (empty != PLAIN).any(axis=2)
    return np.where((inside & ~stands)[..., None], colours, PLAIN), np.asarray(stands & inside)


def test_red_and_black_squares_are_made_alike_and_what_stands_on_them_stays() -> None:
    picture, stands = chequered((40, 45, 225), (40, 38, 36))
    squares = squares_of(picture, VIEW)
    assert squares is not None
    alike = with_squares_alike(picture, VIEW, squares)
    middles = [tuple(int(one) for one in VIEW.project(np.array([[*VIEW.cell_centre(c), 0.0]]))[0]) for c in FIELD.cells]
    free = [(v, u) for u, v in middles if not stands[v, u]]
    before, after = (np.array([image[spot] for spot in free], float) for image in (picture, alike))
    assert after.std(axis=0).max() < 0.3 * before.std(axis=0).max()
    assert (np.abs(alike.astype(int) - picture).max(axis=2) > 30)[stands].mean() < 0.25
    rest = slice(int(VIEW.corners["a1"][1]) + 40, None)
    assert (alike[rest] == picture[rest]).all()


def test_squares_of_boards_that_are_read_well_stay() -> None:
    for pair in (((225, 235, 240), (80, 110, 75)), ((150, 200, 230), (50, 75, 125))):
        assert squares_of(chequered(*pair)[0], VIEW) is None
    assert squares_of(PLAIN, VIEW) is None


def test_a_plain_table_has_no_pattern() -> None:
    assert pattern_of(PLAIN, VIEW) is None


def test_a_board_on_a_checked_cloth_is_found() -> None:
    found = locate(on_gingham(25.0), BoardPrior(FIELD, lambda cell: False), a1=VIEW.corners["a1"])
    off = [np.subtract(found.corners[name], VIEW.corners[name]) for name in FIELD.ring]
    assert np.abs(off).max() < 3
