"""Random Blokus 3D tables and the truth about them."""

from dataclasses import replace

import numpy as np
import pytest

from companion.games.blokus3d.rules.structures import STRUCTURES, limits
from lab.training.scenes.column_ground import random_board_look, sheet
from lab.training.scenes.column_pieces import LETTERS, SIDE, masks, random_building, random_mask
from lab.training.scenes.column_rays import NONE, SIDE_X, TOP, met
from lab.training.scenes.column_tables import SHOWS, STEEP, drawn, random_column_table


def test_a_seed_gives_the_same_table_again() -> None:
    (one, told), (other, again) = drawn(5, (320, 240)), drawn(5, (320, 240))
    assert np.array_equal(one, other)
    assert told == again
    assert one.shape == (240, 320, 3)
    assert set(told["corners"]) == {"0,0", "10,0", "10,10", "0,10"}
    assert set(told["hidden"]) == {cell for cell, share in told["top_shown"].items() if round(share, 2) < SHOWS}


def test_masks_are_those_of_the_game() -> None:
    for structure in STRUCTURES:
        wanted = np.zeros((SIDE, SIDE), int)
        for square, height in limits(structure, 4).items():
            wanted[square] = height
        assert np.array_equal(masks()[structure], wanted)


def test_buildings_have_no_holes_and_mostly_keep_to_the_mask() -> None:
    strays = built = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        _, players, open_ = random_mask(rng)
        building = random_building(rng, open_, players)
        columns = building.columns()
        assert {letter for column in columns.values() for letter in column} <= set(LETTERS)
        assert (np.count_nonzero(building.colours >= 0, axis=2) == building.heights).all()
        strays += int((building.heights > open_).sum())
        built += len(columns)
    assert 0 < strays < 0.1 * built


def test_sheets_often_reach_beyond_their_grid() -> None:
    _, _, open_ = random_mask(np.random.default_rng(0))
    for margin in (0.0, 4.5):
        look = replace(
            random_board_look(np.random.default_rng(1), "tower", 4, open_, 15.0), margin=margin, cut_out=True
        )
        picture, there, across = sheet(3, look)
        assert picture.shape[:2] == there.shape[:2]
        assert across == pytest.approx(SIDE * 15.0 + 2 * margin, abs=0.2)
        # The first open square lies its place within the grid, and the grid in the middle of the sheet.
        x, y = np.argwhere(open_ > 0)[0]
        cell, room = (round(length * len(there) / across) for length in (15.0, margin))
        middle = room + round((x + 0.5) * cell), room + round((SIDE - y - 0.5) * cell)
        assert there[middle[1], middle[0], 0] == 0


def test_tall_buildings_hide_far_squares() -> None:
    tall = [drawn(seed, (320, 240))[1] for seed in range(6)]
    heights = [max(len(column) for column in told["columns"].values()) for told in tall if told["columns"]]
    assert sum(height >= 5 for height in heights) >= 3
    assert max(len(told["hidden"]) for told in tall) > 25


def test_a_table_is_seen_from_above_if_it_is_to_be() -> None:
    assert all(random_column_table(seed, steep=1.0).oblique <= STEEP for seed in range(6))
    usual = [random_column_table(seed) for seed in range(3)]
    assert any(one.oblique > STEEP for one in usual)
    assert [one.view for one in usual] == [random_column_table(seed, steep=0.0).view for seed in range(3)]


def test_sight_lines_meet_the_nearest_face() -> None:
    heights = np.zeros((SIDE, SIDE), np.int32)
    heights[4, 4], heights[6, 4] = 1, 3
    start = np.array([4.5, 4.5, 9.0], np.float32)
    down = np.array([[0.0, 0.0, -1.0], [2.0, 0.0, -5.0], [3.0, 0.0, -3.0]], np.float32)
    seen = met(start, down, heights, 1.0)
    assert seen.face.tolist() == [TOP, TOP, NONE]
    assert seen.reach[0] == 8
    across = met(np.array([0.5, 4.5, 0.5], np.float32), np.array([[1.0, 0.0, 0.0]], np.float32), heights, 1.0)
    assert (across.face[0], across.x[0], across.y[0]) == (SIDE_X, 4, 4)
