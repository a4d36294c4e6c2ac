"""No request makes an engine search for long; what is given up says so, and is no verdict."""

import json
from typing import Any

import pytest

from companion.games import engine
from companion.games.engine import respond, respond_line
from companion.games.looney_blockade.rules.searching.turn_results import perft
from companion.games.looney_blockade.rules.setup import initial
from companion.games.registry import ENGINES
from companion.games.step_budget import MOST_STEPS, LimitError, at_most, spend
from companion.texts.language import english


def ask(game: str, op: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = respond({"game": game, "op": op, **fields}, ENGINES)
    return answer


def test_a_count_of_too_many_positions_is_given_up_and_says_so() -> None:
    position = ask("pyramid-ball", "initial")["position"]
    request = {"game": "pyramid-ball", "op": "perft", "player": "first", "position": position, "rows": 3}
    answer = json.loads(respond_line(json.dumps(request).encode(), ENGINES, None, english))
    assert answer["limit"] == MOST_STEPS and "positions" not in answer
    assert "300000 steps" in answer["error"]


def test_counts_of_lawful_turns_are_within_the_limit() -> None:
    position = ask("looney-blockade", "initial")["position"]
    assert ask("looney-blockade", "perft", position=position, roll={"B": 6, "G": 6}) == {"positions": 662_496}
    position = ask("pyramid-ball", "initial")["position"]
    assert "positions" in ask("pyramid-ball", "perft", position=position, player="first", rows=1)


def test_a_check_that_was_given_up_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    before = initial()
    turn: dict[str, Any] = {"before": before.to_json(), "roll": {"B": 6, "G": 6}}
    moved = ask("looney-blockade", "moves", position=before.to_json(), budget={"B": 1, "G": 0})["moves"][0]
    played = ask("looney-blockade", "apply", position=before.to_json(), roll={"B": 6, "G": 6}, moves=[moved])
    turn["after"] = played["position"]["grid"]
    assert ask("looney-blockade", "check", **turn)["legal"]
    monkeypatch.setattr(engine, "MOST_STEPS", 1)
    answer = ask("looney-blockade", "check", **turn)
    assert answer["limit"] == 1 and "legal" not in answer


def test_pieces_of_every_row_and_both_dice_make_no_long_search() -> None:
    options = {"variant": "super-push", "LB-09": False, "LB-06": 0}
    position = {
        "first": [6, 0, 0, 0, 0, 2],
        "second": [1, 0, 0, 0, 0, 0],
        "to_move": "first",
        "across": {"first": [8, 0, 0, 0, 0, 0]},
    }
    for op in ("moves", "perft", "hint"):
        answer = ask("leistiko-blockade", op, position=position, roll=[6, 6], options=options)
        assert answer.keys() & {"turns", "positions", "suggestion", "limit"}


def test_without_a_limit_searches_go_on() -> None:
    spend(10 * MOST_STEPS)
    assert perft(initial(), {"B": 6, "G": 6}) == 662_496


def test_a_limit_ends_where_it_was_set() -> None:
    with at_most(10) as budget:
        with at_most(2):
            spend(2)
            with pytest.raises(LimitError):
                spend()
        assert budget.spent == 0
        spend(10)
        with pytest.raises(LimitError):
            spend()
