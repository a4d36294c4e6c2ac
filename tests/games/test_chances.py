"""Who is likely to win, in all games."""

from typing import Any

import pytest

from companion.games.chances import CHANCES
from companion.games.engine import respond
from companion.games.registry import ENGINES

STARTS: dict[str, dict[str, Any]] = {
    "looney-blockade": {},
    "leistiko-blockade": {},
    "pyramid-ball": {"mode": "advanced"},
    "blokus3d": {"structure": "corner", "players": 3},
}


def start(game: str) -> dict[str, Any]:
    position = respond({"game": game, "op": "initial", **STARTS[game]}, ENGINES)["position"]
    assert isinstance(position, dict)
    return position


def test_all_games_of_the_house_tell_chances() -> None:
    assert set(CHANCES) == set(STARTS)


@pytest.mark.parametrize("game", STARTS)
def test_a_glance_at_the_start_is_even_enough_and_the_same_twice(game: str) -> None:
    seen = [CHANCES[game].at_a_glance(start(game)) for _ in range(2)]
    assert seen[0] == seen[1]
    assert sum(seen[0].values()) == pytest.approx(1)
    assert all(0.01 < chance < 0.99 for chance in seen[0].values())


@pytest.mark.parametrize("game", ["leistiko-blockade", "pyramid-ball", "blokus3d"])
def test_a_look_is_the_same_twice(game: str) -> None:
    seen = [CHANCES[game].searched(start(game), seed=3) for _ in range(2)]
    assert seen[0] == seen[1]
    assert sum(seen[0].values()) == pytest.approx(1)


def test_a_game_that_is_over_is_won() -> None:
    ball = {**start("pyramid-ball"), "score": [6, 2]}
    half = {"first": [0] * 6, "second": [1, 0, 0, 0, 0, 0], "to_move": "first"}
    for game, position in (("pyramid-ball", ball), ("leistiko-blockade", half)):
        for seen in (CHANCES[game].at_a_glance(position), CHANCES[game].searched(position)):
            assert seen == {"first": 1, "second": 0}


def test_luck_is_what_a_roll_adds() -> None:
    chances, position = CHANCES["leistiko-blockade"], start("leistiko-blockade")
    before = chances.searched(position, {}, {"row": 3})["first"]
    by_die = [chances.searched(position, {}, {"row": 3, "roll": [die]})["first"] for die in range(1, 7)]
    assert before < by_die[5] == max(by_die)
    assert sum(by_die) / 6 == pytest.approx(before, abs=0.02)


def test_two_that_play_two_colours_each_have_one_chance_by_both() -> None:
    options = {"B3-09": True}
    asked = {"game": "blokus3d", "op": "initial", "structure": "tower", "players": 2, "options": options}
    seen = CHANCES["blokus3d"].at_a_glance(respond(asked, ENGINES)["position"], options)
    colours = list(seen)
    assert seen[colours[0]] == seen[colours[2]] == pytest.approx(1 - seen[colours[1]])


def test_who_needs_few_points_is_likely_to_win_looney_blockade() -> None:
    chances, position = CHANCES["looney-blockade"], start("looney-blockade")
    near = {**position["grid"]}
    for cell in [cell for cell, stack in near.items() if stack[0] == "B"]:
        near[cell] = "B3B2B1K1"
    seen = chances.at_a_glance({**position, "grid": near})
    assert seen == {"cool": 1, "warm": 0}
