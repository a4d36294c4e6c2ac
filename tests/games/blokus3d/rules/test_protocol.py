"""Requests about Blokus 3D in JSON."""

import json
from random import Random
from typing import Any

import pytest

from companion.games.blokus3d.rules.pieces import PIECES
from companion.games.blokus3d.rules.turns import initial
from companion.games.engine import respond, respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english
from tests.games.mangling import mangled
from tests.games.saying import said

START = initial().to_json()
LINE = [[3, 3, 0], [4, 3, 0], [5, 3, 0], [6, 3, 0]]


def ask(op: str, **fields: Any) -> dict[str, Any]:
    return dict(said(respond({"game": "blokus3d", "op": op, **fields}, ENGINES)))


SECOND = ask("apply", position=START, piece="I4", cells=LINE)["position"]
ALL_OUT = {"out": ["blue", "yellow"], "to_move": None}


def test_initial() -> None:
    answer = ask("initial", structure="steps", players=3)
    position = answer["position"]
    assert position["structure"] == "steps"
    assert position["players"] == ["blue", "yellow", "red"]
    assert position["left"] == {player: list(PIECES) for player in position["players"]}
    assert (position["out"], position["to_move"]) == ([], "blue")
    assert set(position["columns"].values()) == {""}
    assert position["columns"].keys() == answer["limits"].keys()
    assert answer["limits"]["4,8"] == 5
    named = ask("initial", structure="tower", players=["green", "red"], to_move="red")["position"]
    assert (named["players"], named["to_move"]) == (["green", "red"], "red")
    assert ask("initial")["position"] == START


def test_moves() -> None:
    found = ask("moves", position=START)["moves"]
    assert {"piece": "I4", "cells": LINE} in found
    assert len(found) == len({json.dumps(move) for move in found}) == 687
    assert ask("moves", position=SECOND)["player"] == "yellow"
    assert ask("moves", position={**SECOND, **ALL_OUT}) == {"player": None, "moves": []}


def test_apply() -> None:
    answer = ask("apply", position=START, piece="I4", cells=LINE[::-1])
    assert answer["cells"] == LINE
    assert answer["position"]["columns"]["4,3"] == "B"
    assert "I4" not in answer["position"]["left"]["blue"]
    assert (answer["player"], answer["position"]["to_move"], answer["passed"]) == ("blue", "yellow", [])
    empty_left_out = {**START, "columns": {}}
    assert ask("apply", position=empty_left_out, piece="I4", cells=LINE) == answer


def test_apply_illegal() -> None:
    assert ask("apply", position=SECOND, piece="I2", cells=[[3, 5, 0], [4, 5, 0]]) == {
        "illegal": {
            "rule": "B3-03",
            "reason": "yellow's first piece must touch a piece that is already there",
            "cells": [[3, 5, 0], [4, 5, 0]],
        }
    }


@pytest.mark.parametrize("form", [lambda columns: columns, lambda columns: {"columns": columns}])
def test_check_legal(form: Any) -> None:
    answer = ask("check", before=START, after=form(SECOND["columns"]))
    assert answer["legal"] is True
    assert (answer["piece"], answer["cells"], answer["position"]) == ("I4", LINE, SECOND)


def test_check_tops() -> None:
    four = ask("check", before=START, after={"tops": {f"{x},3": "B" for x in (3, 4, 5, 6)}})
    assert (four["legal"], four["piece"], four["position"]) == (True, "I4", SECOND)
    two = ask("check", before=START, after={"tops": {"3,3": "B", "4,3": "B"}})
    assert two["legal"] is True and "position" not in two
    assert {candidate["piece"] for candidate in two["candidates"]} == {"I2", "V3", "L4", "O4"}
    assert two["reason"] == f"the tops leave several readings: {len(two['candidates'])} placements fit them"


def test_check_unchanged_tops() -> None:
    third = ask("apply", position=SECOND, piece="I2", cells=[[3, 4, 0], [4, 4, 0]])["position"]
    same = ask("check", before=third, after={"tops": {name: text[-1:] for name, text in third["columns"].items()}})
    assert same["legal"] is True and same["reason"].startswith("the tops are as before: nothing has been placed yet")
    assert {"piece": "I2", "cells": [[3, 3, 1], [4, 3, 1]]} in same["candidates"]


def test_check_illegal() -> None:
    answer = ask("check", before=SECOND, after={**SECOND["columns"], "3,4": "Y"})
    assert (answer["legal"], answer["rule"], answer["cells"]) == (False, "B3-turn", [[3, 4, 0]])
    assert answer["nearest"]["piece"] == "I2"
    assert [3, 4, 0] in answer["nearest"]["cells"]


def test_outcome_and_perft() -> None:
    assert ask("outcome", position=SECOND) == {"scores": {"blue": -6, "yellow": -11}, "winners": None}
    assert ask("outcome", position={**SECOND, **ALL_OUT}) == {
        "scores": {"blue": -6, "yellow": -11},
        "winners": ["blue"],
    }
    assert ask("perft", position=START) == {"positions": 687}


@pytest.mark.rule("B3-09")
def test_two_colours_each() -> None:
    options = {"B3-09": True}
    position = ask("initial", structure="tower", players=2, options=options)["position"]
    assert len(position["players"]) == 4
    answer = ask("outcome", position=position, options=options)
    assert answer["sides"] == [
        {"colours": ["blue", "red"], "score": -11},
        {"colours": ["yellow", "green"], "score": -11},
    ]
    assert "suggestion" in ask("hint", position=position, options=options)
    assert ask("outcome", position=START, options=options)["error"].startswith("options: B3-09 needs all four colours")
    assert ask("initial", players=3, options=options)["error"].startswith("options: B3-09 needs all four colours")


def test_hint_for_a_piece() -> None:
    answer = ask("hint", position=SECOND, piece="I2")
    assert answer["piece"] == "I2"
    assert {"piece": "I2", "cells": [[3, 4, 0], [4, 4, 0]]} in answer["moves"]
    refused = {entry["cell"]: entry for entry in answer["refused"]}
    assert refused["3,7"]["reason"] == "yellow's first piece must touch a piece that is already there"
    assert refused["3,3"]["reason"] == "yellow's first piece must have a cube on the board"
    assert "3,5" not in refused and "4,4" not in refused
    placed = ask("hint", position={**SECOND, "to_move": "blue"}, piece="I4")
    assert placed["moves"] == []
    assert {entry["reason"] for entry in placed["refused"]} == {"blue has already placed I4"}
    assert ask("hint", position=SECOND, piece="X")["error"].startswith("piece: 'X' is no piece")


def test_hint_for_a_square() -> None:
    answer = ask("hint", position=SECOND, **{"from": "3,6"})
    assert {move["piece"] for move in answer["moves"]} == {"I3", "I4", "T4", "L4", "S4"}
    assert {entry["piece"] for entry in answer["refused"]} == {"I2", "V3", "O4", "Y4", "A4", "B4"}
    assert {entry["rule"] for entry in answer["refused"]} == {"B3-03"}
    outside = ask("hint", position=SECOND, **{"from": "0,0"})
    assert outside["moves"] == [] and {entry["rule"] for entry in outside["refused"]} == {"B3-inside"}
    assert ask("hint", position=SECOND, **{"from": "a1"})["error"].startswith("'a1' is no square")
    assert ask("hint", position=SECOND, piece="I2", **{"from": "3,3"})["error"] == "hint: piece or from, not both"


def test_suggestion() -> None:
    answer = ask("hint", position=SECOND, seed=7)
    suggestion = answer["suggestion"]
    assert {"piece": suggestion["piece"], "cells": suggestion["cells"]} in answer["moves"]
    assert suggestion["reason"].startswith(("shows ", "keeps "))
    assert isinstance(suggestion["value"], float)
    assert ask("hint", position=SECOND, seed=7) == answer, "the same seed, the same suggestion"
    over = ask("hint", position={**SECOND, **ALL_OUT})
    assert over == {"suggestion": None, "moves": []}


def test_a_suggestion_is_thought_over_as_long_as_there_is_time() -> None:
    ticks = iter(range(1000))
    asked = {"game": "blokus3d", "op": "hint", "position": SECOND, "seconds": 30}
    assert "suggestion" in respond(asked, ENGINES, lambda: float(next(ticks)))
    assert next(ticks) > 25


@pytest.mark.parametrize(
    ("op", "fields", "error"),
    [
        ("moves", {}, "position is missing"),
        ("moves", {"position": []}, "position: an object with structure, players, columns"),
        ("moves", {"position": {"structure": "tower"}}, "position: players, columns, left, out, to_move missing"),
        ("moves", {"position": {**START, "more": 1}}, "position: unknown entry 'more'"),
        ("moves", {"position": {**START, "structure": ["tower"]}}, 'structure: ["tower"] is none of'),
        ("moves", {"position": {**START, "players": ["blue"]}}, "players: two to four different colours"),
        ("moves", {"position": {**START, "players": ["blue", "blue"]}}, "players: two to four different colours"),
        ("moves", {"position": {**START, "players": [{}, "blue"]}}, "players: two to four different colours"),
        ("moves", {"position": {**START, "columns": []}}, "columns: an object"),
        (
            "moves",
            {"position": {**START, "columns": {"3,3": "B"}}},
            "columns: 1 blue cubes, but the pieces placed (none)",
        ),
        ("moves", {"position": {**START, "columns": {"0,0": "B"}}}, "columns: 0,0 has 1 cubes; 0 fit there"),
        ("moves", {"position": {**START, "columns": {"3,3": "BBBBB"}}}, "columns: 3,3 has 5 cubes; 4 fit there"),
        ("moves", {"position": {**START, "columns": {"3,3": 1}}}, "columns: 3,3: 1 is no column"),
        (
            "moves",
            {"position": {**START, "left": {"blue": []}}},
            "left: an object with the pieces left of blue, yellow",
        ),
        ("moves", {"position": {**START, "left": {"blue": 1, "yellow": []}}}, "left: blue: a list of pieces"),
        ("moves", {"position": {**START, "out": ["red"]}}, "out: a list of players out of blue, yellow"),
        ("moves", {"position": {**START, "out": ["blue"]}}, "to_move: one of yellow is needed, not 'blue'"),
        ("moves", {"position": {**START, "out": ["blue", "blue"]}}, "out: a player is named twice"),
        ("moves", {"position": {**START, "to_move": None}}, "to_move: one of blue, yellow is needed, not null"),
        ("moves", {"position": {**START, "to_move": {}}}, "to_move: one of blue, yellow is needed, not {}"),
        (
            "moves",
            {"position": {**START, "out": ["blue", "yellow"]}},
            "to_move: null, as all players are out, is needed",
        ),
        ("apply", {"position": START, "piece": "I4"}, "cells is missing"),
        ("apply", {"position": START, "piece": 4, "cells": LINE}, "piece: 4 is no piece"),
        ("apply", {"position": START, "piece": "I4", "cells": "LINE"}, "cells: a list of at most 4 cells"),
        ("apply", {"position": START, "piece": "I4", "cells": [[3, 3]]}, "cells: cell 1 is [3, 3];"),
        ("apply", {"position": START, "piece": "I4", "cells": [[3, 3, -1]]}, "cells: cell 1 is [3, 3, -1];"),
        ("apply", {"position": START, "piece": "I4", "cells": [[3, 3, True]]}, "cells: cell 1 is [3, 3, true];"),
        ("apply", {"position": START, "piece": "I4", "cells": [LINE[0], LINE[0]]}, "cells: a cell is named twice"),
        ("check", {"before": START}, "after is missing"),
        ("check", {"before": START, "after": 3}, "after: an object is needed"),
        ("check", {"before": START, "after": {"tops": 3}}, "after: tops: an object by square is needed, not 3"),
        ("check", {"before": START, "after": {"3,3": ["B"]}}, 'columns: 3,3: ["B"] is no column'),
        ("hint", {"position": START, "seed": -1}, "seed: a whole number"),
        ("hint", {"position": START, "seed": 10**30}, "seed: a whole number"),
        ("hint", {"position": START, "seconds": -1}, "seconds: a number from 0"),
        ("hint", {"position": START, "options": {"B3-08": 1}}, "options: 'B3-08' is no option; there are B3-07, B3-09"),
        ("hint", {"position": START, "options": {"B3-09": 1}}, "options: B3-09 is one of false, true, not 1"),
        ("hint", {"position": START, "options": 3}, "options: an object"),
        ("initial", {"players": 5}, "players: 2 to 4, or a list of their colours"),
        ("initial", {"players": True}, "players: 2 to 4, or a list of their colours"),
        ("initial", {"to_move": "red"}, "to_move: one of blue, yellow is needed"),
        ("initial", {"structure": 1}, "structure: 1 is none of"),
    ],
)
def test_requests_that_make_no_sense(op: str, fields: dict[str, Any], error: str) -> None:
    answer = ask(op, **fields)
    assert answer.keys() == {"error"}
    assert answer["error"].startswith(error)


def test_mangled_requests_are_answered() -> None:
    """Whatever is put in the place of any part of a good request, there is an answer."""
    rng = Random(4)
    good = [
        {"op": "moves", "position": SECOND},
        {"op": "apply", "position": START, "piece": "I4", "cells": LINE},
        {"op": "check", "before": START, "after": SECOND["columns"]},
        {"op": "check", "before": START, "after": {"tops": {"3,3": "B", "4,3": None}}},
        {"op": "hint", "position": SECOND, "piece": "I2"},
        {"op": "hint", "position": SECOND, "from": "3,4"},
        {"op": "outcome", "position": SECOND, "options": {"B3-09": False}},
        {"op": "initial", "structure": "corner", "players": ["red", "blue"], "to_move": "blue"},
    ]
    for request in mangled(rng, "blokus3d", good, ["3,3", "B" * 100, {"3,3": {}}, {"blue": []}], 1500):
        assert json.loads(respond_line(json.dumps(request).encode(), ENGINES, None, english))
