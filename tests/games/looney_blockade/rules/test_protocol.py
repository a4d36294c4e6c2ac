"""Requests about Looney Blockade in JSON."""

from typing import Any

import pytest

from companion.games.engine import respond
from companion.games.looney_blockade.rules.setup import initial
from companion.games.registry import ENGINES
from tests.games.saying import said

START = initial().to_json()
TOWER = [{"from": "b3", "to": "b2"}, {"from": "a5", "to": "b3"}, {"from": "b2", "to": "b3"}]
BUILT = {**START["grid"], "a5": "C3G2G2G2G2", "b3": "G3G2G1K3"}


def ask(op: str, **fields: Any) -> dict[str, Any]:
    return dict(said(respond({"game": "looney-blockade", "op": op, **fields}, ENGINES)))


def test_initial() -> None:
    assert ask("initial") == {"position": START}
    other = {**START["grid"], "b5": "R3R1", "a4": "B3B1"}
    assert ask("initial", grid=other, to_move="warm")["position"] == {
        "grid": other,
        "supply": [5, 5, 5],
        "to_move": "warm",
    }
    assert "red has 4 larges, needs 5" in ask("initial", grid={**other, "b5": "Y3Y1"})["error"]


def test_moves() -> None:
    found = ask("moves", position=START, budget={"B": 0, "G": 1})["moves"]
    assert {"from": "b3", "to": "c3", "piece": "G1", "cost": 1} in found
    assert {hop["piece"] for hop in found} == {"G1"}
    assert {hop["cost"] for hop in found} == {1}
    assert ask("moves", position=START, budget={"R": 1}) == {"error": "budget: cool has no colour 'R', only B and G"}


def test_apply() -> None:
    answer = ask("apply", position=START, roll={"B": 4, "G": 5}, moves=TOWER)
    assert answer["position"]["grid"] == BUILT
    assert answer["position"]["supply"] == [5, 5, 4]
    assert answer["position"]["to_move"] == "warm"
    assert answer["points"] == {"B": 0, "G": 4}
    assert answer["moves"][2] == {"from": "b2", "to": "b3", "piece": "G1", "cost": 1, "cap": "K3"}
    assert ask("apply", position=START, roll={"B": 4, "G": 5}, moves=[])["points"] == {"B": 0, "G": 0}


def test_apply_illegal() -> None:
    answer = ask("apply", position=START, roll={"B": 4, "G": 5}, moves=[{"from": "b3", "to": "c5"}])
    assert answer == {
        "illegal": {
            "rule": "BK-land",
            "reason": "a green small may not land on c5: a blue small is on top, and only its own colour lands there",
            "cells": ["c5"],
        }
    }


def test_check_legal() -> None:
    answer = ask("check", before=START, after=BUILT, roll={"B": 1, "G": 4})
    assert answer["legal"] is True
    assert [(hop["from"], hop["to"]) for hop in answer["moves"]] == [("b3", "b2"), ("a5", "b3"), ("b2", "b3")]
    assert answer["points"] == {"B": 0, "G": 4}


def test_check_illegal() -> None:
    answer = ask("check", before=START, after={**BUILT, "b3": "G3G2G1"}, roll={"B": 1, "G": 4})
    assert (answer["legal"], answer["rule"], answer["cells"]) == (False, "BK-cap", ["b3"])
    assert answer["reason"] == "the new tower on b3 lacks its black large"
    assert answer["nearest"]["grid"] == BUILT
    assert answer["nearest"]["points"] == {"B": 0, "G": 4}


def test_outcome_and_perft() -> None:
    towers = {"R": 0, "Y": 0, "G": 0, "B": 0}
    assert ask("outcome", position=START) == {"winner": None, "towers": towers}
    assert ask("perft", position=START, roll={"B": 1, "G": 1}) == {"positions": 259}


@pytest.mark.rule("BK-02", "BK-04")
def test_options_by_ruling_id() -> None:
    step = [{"from": "a5", "to": "c3"}]
    request = {"position": START, "roll": {"B": 4, "G": 5}, "moves": step}
    assert "position" in ask("apply", **request, options={"BK-02": "a", "BK-04": "exact"})
    assert ask("apply", **request, options={"BK-02": "b"})["illegal"]["rule"] == "BK-02"
    assert ask("apply", **request, options={"BK-02": "d"})["error"] == "options: BK-02 is one of a, b, c, not 'd'"
    assert "BK-03' is no option" in ask("apply", **request, options={"BK-03": "a"})["error"]
    assert "options: an object" in ask("apply", **request, options=["BK-02"])["error"]


def test_hint_for_a_cell() -> None:
    answer = ask("hint", position=START, budget={"G": 1}, **{"from": "b3"})
    assert {hop["to"] for hop in answer["moves"]} == {"b2", "c3"}
    refused = {entry["cell"]: entry for entry in answer["refused"]}
    assert refused["c1"]["reason"] == "c1 costs 2 points; green has 1"
    assert refused["a1"]["rule"] == "BK-land"
    assert "c5" not in refused, "another colour's square is no temptation"
    assert ask("hint", position=START, budget={"G": 1}, **{"from": "a4"})["refused"][0]["rule"] == "BK-own"
    assert (
        ask("hint", position=START, budget={"G": 1}, **{"from": "z4"})["error"] == "'z4' is no cell; cells are a1..e5"
    )


def test_hint_for_a_roll() -> None:
    suggestion = ask("hint", position=START, roll={"B": 1, "G": 4})["suggestion"]
    assert any(hop.get("cap") == "K3" for hop in suggestion["moves"])
    assert suggestion["reason"].startswith("builds a tower on ")
    assert suggestion["points_to_win"].keys() == {"B", "G"}
    assert ask("hint", position=START)["error"] == "hint: a roll or a budget is needed"


@pytest.mark.parametrize(
    ("op", "fields", "error"),
    [
        ("moves", {}, "position is missing"),
        ("moves", {"position": START}, "budget is missing"),
        ("moves", {"position": START, "budget": 3}, "budget: an object is needed, not 3"),
        ("moves", {"position": [], "budget": {}}, "position: an object with grid, supply and to_move is needed"),
        ("moves", {"position": {**START, "more": 1}, "budget": {}}, "position: unknown entry 'more'"),
        ("moves", {"position": {"grid": {}}, "budget": {}}, "position: supply, to_move missing"),
        ("outcome", {"position": {**START, "supply": [5, 5]}}, "supply: three whole numbers"),
        ("outcome", {"position": {**START, "supply": [5, 5, 6]}}, "supply: three whole numbers"),
        ("outcome", {"position": {**START, "supply": [5, 5, True]}}, "supply: three whole numbers"),
        ("outcome", {"position": {**START, "to_move": "green"}}, "to_move: 'cool'"),
        ("outcome", {"position": {**START, "to_move": ["cool"]}}, "to_move: 'cool'"),
        (
            "outcome",
            {"position": {**START, "grid": {**START["grid"], "b3": "G3C1"}}},
            "b3: the game has no clear small",
        ),
        ("outcome", {"position": {**START, "grid": {**START["grid"], "b3": "G3" * 99}}}, "b3"),
        (
            "apply",
            {"position": START, "roll": {"B": 4, "G": 5}, "moves": [["b3", "b2"]]},
            'moves: hop 1 is ["b3", "b2"]',
        ),
        ("apply", {"position": START, "roll": {"B": 4, "G": 5}, "moves": "b3b2"}, "moves: a list is needed"),
        (
            "apply",
            {"position": START, "roll": {"B": 4, "G": 5}, "moves": [{"from": "b3"}]},
            'moves: hop 1 is {"from": "b3"}',
        ),
        (
            "apply",
            {"position": START, "roll": {"B": 4, "G": 5}, "moves": [{"from": "b3", "to": "b0"}]},
            "moves: hop 1: 'b0' is no cell",
        ),
        ("apply", {"position": START, "roll": {"B": 4, "G": 7}, "moves": []}, "roll: the green die shows 7"),
        ("check", {"before": START, "roll": {"B": 4, "G": 5}}, "after is missing"),
        ("perft", {"position": START, "roll": {"R": 4, "Y": 5}}, "roll: the red die is not cool's"),
        ("initial", {"grid": 5}, "grid: an object of the 25 cells"),
        ("initial", {"to_move": "hot"}, "to_move: 'cool'"),
    ],
)
def test_requests_that_make_no_sense(op: str, fields: dict[str, Any], error: str) -> None:
    answer = ask(op, **fields)
    assert answer.keys() == {"error"}
    assert answer["error"].startswith(error)
