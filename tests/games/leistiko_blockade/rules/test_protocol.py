"""Requests about Leistiko's Blockade in JSON."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.engine import OPS, respond, respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english
from tests.games.saying import said
from tests.often import often

START = {"first": [2, 3, 3, 3, 3, 2], "second": [2, 3, 3, 3, 3, 2], "to_move": "first", "final_turn": False}
BUNGIE = {"variant": "bungie"}


def ask(op: str, **fields: Any) -> dict[str, Any]:
    return dict(said(respond({"game": "leistiko-blockade", "op": op, **fields}, ENGINES)))


def after(*first: int) -> dict[str, Any]:
    return {**START, "first": list(first), "to_move": "second"}


@pytest.mark.rule("LB-01")
def test_initial() -> None:
    assert ask("initial") == {"position": START}
    assert ask("initial", options={"LB-01": 15})["position"]["first"] == [1, 3, 3, 3, 3, 2]
    assert ask("initial", options={"LB-01": 15}, second=[2, 3, 3, 3, 3, 1])["position"]["second"] == [2, 3, 3, 3, 3, 1]
    assert "this is no set-up" in ask("initial", first=[1, 3, 3, 3, 3, 2])["error"]


def test_moves() -> None:
    turns = ask("moves", position=START, row=3, roll=[1])["turns"]
    assert [turn["steps"] for turn in turns] == [[], [{"from": 3, "to": 2}], [{"from": 3, "to": 4}]]
    assert turns[1]["position"] == after(2, 4, 2, 3, 3, 2)
    assert turns[1]["points"] == {"move": 1, "leap": 0}
    leaps = [turn["steps"] for turn in ask("moves", position=START, row=3, roll=[4])["turns"]]
    assert [{"leap": 3, "cost": 4}] in leaps
    assert {turn["row"] for turn in ask("moves", position=START, roll=[1])["turns"]} == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("LB-10", "LB-end")
def test_moves_where_there_are_none() -> None:
    empty = {**START, "first": [0, 5, 3, 3, 3, 2]}
    answer = ask("moves", position=empty, row=1, roll=[4])
    assert (answer["turns"], answer["illegal"]["rule"]) == ([], "LB-10")
    won = {**START, "second": [0] * 6}
    assert ask("moves", position=won, row=1, roll=[4])["illegal"]["rule"] == "LB-end"
    assert ask("moves", position=won, roll=[4])["illegal"]["rule"] == "LB-end"


def test_apply() -> None:
    answer = ask("apply", position=START, row=3, roll=[6], steps=[{"from": 3, "to": 2}, {"leap": 2, "cost": 4}])
    assert answer["position"] == after(2, 3, 2, 3, 3, 2)
    assert answer["points"] == {"move": 1, "leap": 4}
    assert answer["steps"] == [{"from": 3, "to": 2}, {"leap": 2, "cost": 4}]
    assert ask("apply", position=START, row=3, roll=[6], steps=[])["position"] == {**START, "to_move": "second"}


def test_apply_illegal() -> None:
    assert ask("apply", position=START, row=3, roll=[3], steps=[{"leap": 3}]) == {
        "illegal": {
            "rule": "LB-points",
            "reason": "leaping from row 3 costs 4 points (3 pieces of yours there, 3 opposing); 3 points are left",
            "cells": ["first 3"],
        }
    }


def test_check() -> None:
    answer = ask("check", before=START, after=after(2, 3, 2, 4, 3, 2), row=3, roll=[1])
    assert answer["legal"] and answer["steps"] == [{"from": 3, "to": 4}]
    unannounced = ask("check", before=START, after=after(2, 3, 2, 4, 3, 2), row=None, roll=[1])
    assert unannounced == answer
    refused = ask("check", before=START, after=after(2, 3, 2, 4, 3, 2), row=5, roll=[1])
    assert (refused["legal"], refused["rule"], refused["cells"]) == (False, "LB-row", ["first 3"])
    assert refused["nearest"]["position"]["first"] == START["first"]
    assert ask("check", before={**START, "second": [0] * 6}, after=START, row=1, roll=[1])["nearest"] is None


@pytest.mark.rule("LB-end")
def test_outcome() -> None:
    assert ask("outcome", position=START) == {"winner": None}
    assert ask("outcome", position={**START, "second": [0] * 6}) == {"winner": "second"}
    cleared = {**START, "first": [0] * 6}
    assert ask("outcome", position=cleared) == {"winner": "first"}
    assert ask("outcome", position={**cleared, "final_turn": True}) == {"winner": "first"}
    assert ask("outcome", position={**cleared, "to_move": "second", "final_turn": True}) == {"winner": None}
    assert ask("outcome", position={**cleared, "second": [0] * 6}) == {"winner": "draw"}


def test_perft() -> None:
    assert ask("perft", position=START, row=3, roll=[6]) == {"positions": 56, "rows": [3]}
    assert ask("perft", position=START, roll=[6]) == {"positions": 231, "rows": "all"}


@pytest.mark.rule("LB-06", "LB-09")
def test_options_by_ruling_id() -> None:
    stack = {**START, "first": [8, 0, 0, 0, 0, 0], "second": [0, 1, 0, 0, 0, 0]}
    three = {"position": stack, "row": 1, "roll": [2], "steps": [{"leap": 1}] * 3}
    assert ask("apply", **three)["illegal"]["rule"] == "LB-points"
    assert "position" in ask("apply", **three, options={"LB-06": 0})
    crossed = ask("apply", position=START, row=3, roll=[3], steps=[{"cross": 3}], options={"LB-09": False})
    assert crossed["position"]["across"] == {"first": [0, 0, 1, 0, 0, 0], "second": [0] * 6}
    assert ask("apply", **three, options={"LB-06": True})["error"] == "options: LB-06 is one of 1, 0, 2, not true"
    assert "'LB-07' is no option" in ask("apply", **three, options={"LB-07": 1})["error"]


@pytest.mark.parametrize(
    ("op", "fields", "error"),
    [
        ("moves", {}, "position is missing"),
        ("moves", {"position": START}, "roll is missing"),
        ("moves", {"position": START, "roll": 4}, "roll: one die is needed, such as [4], not 4"),
        ("moves", {"position": START, "roll": [7]}, "roll: a die shows 7, but it can only show 1 to 6"),
        ("moves", {"position": START, "roll": [True]}, "roll: a die shows true"),
        ("moves", {"position": START, "roll": []}, "roll: a list of dice is needed"),
        ("moves", {"position": START, "roll": [1, 2]}, "roll: one die is needed"),
        ("moves", {"position": START, "roll": {"leap": [1], "opposed": [1]}}, "roll: one die is needed"),
        ("moves", {"position": START, "roll": [4], "row": 7}, "row: a row from 1 to 6 is needed, not 7"),
        ("moves", {"position": START, "roll": [4], "row": "3"}, "row: a row from 1 to 6 is needed, not '3'"),
        ("moves", {"position": START, "roll": {"leap": [1]}, "options": BUNGIE}, "roll: one die is needed, such as"),
        (
            "moves",
            {"position": START, "roll": {"leap": [1] * 18, "opposed": [1]}, "options": BUNGIE},
            "roll: leap: a list of dice is needed",
        ),
        ("moves", {"position": START, "roll": [4], "options": 3}, "options: an object such as"),
        ("moves", {"position": [], "roll": [4]}, "position: an object with first, second and to_move is needed"),
        ("outcome", {"position": {**START, "more": 1}}, "position: unknown entry 'more'"),
        ("outcome", {"position": {"first": [0] * 6}}, "position: second, to_move missing"),
        ("outcome", {"position": {**START, "first": [2, 3]}}, "first: six whole numbers are needed"),
        ("outcome", {"position": {**START, "first": "233332"}}, "first: six whole numbers are needed"),
        ("outcome", {"position": {**START, "first": [2, 3, 3, 3, 3, -1]}}, "first: six whole numbers are needed"),
        ("outcome", {"position": {**START, "first": [2, 3, 3, 3, 3, 2.0]}}, "first: six whole numbers are needed"),
        ("outcome", {"position": {**START, "first": [9, 9, 0, 0, 0, 0]}}, "first: 18 pieces; a side has 16 at most"),
        ("outcome", {"position": {**START, "to_move": "third"}}, "to_move: 'first' or 'second' is needed"),
        ("outcome", {"position": {**START, "to_move": ["first"]}}, "to_move: 'first' or 'second' is needed"),
        ("outcome", {"position": {**START, "final_turn": 1}}, "final_turn: true or false is needed"),
        ("outcome", {"position": {**START, "final_turn": True}}, "final_turn: it is false"),
        ("outcome", {"position": {**START, "across": {"third": []}}}, "across: an object such as"),
        ("outcome", {"position": {**START, "across": {"first": [1]}}}, "across: first: six whole numbers"),
        ("apply", {"position": START, "row": 3, "roll": [4]}, "steps is missing"),
        ("apply", {"position": START, "row": 3, "roll": [4], "steps": "3>4"}, "steps: a list is needed"),
        ("apply", {"position": START, "row": 3, "roll": [4], "steps": [[3, 4]]}, "steps: step 1 is [3, 4]"),
        ("apply", {"position": START, "row": 3, "roll": [4], "steps": [{"leap": 0}]}, "steps: step 1: 0 is no row"),
        (
            "apply",
            {"position": START, "row": 3, "roll": [4], "steps": [{"from": 3, "to": 99}]},
            "steps: step 1: 99 is no row",
        ),
        ("apply", {"position": START, "roll": [4], "steps": []}, "row is missing"),
        ("check", {"before": START, "roll": [4]}, "after is missing"),
        ("check", {"before": START, "after": 5, "roll": [4]}, "after: an object with first and second is needed"),
        ("check", {"before": START, "after": {**START, "first": [100] + [0] * 5}, "roll": [4]}, "after: first: six"),
        ("hint", {"position": START, "from": 9, "roll": [4]}, "from: a row from 1 to 6 is needed"),
        ("hint", {"position": START, "from": 3}, "roll is missing"),
        (
            "hint",
            {"position": START, "from": 3, "roll": [1], "steps": [{"leap": 3}]},
            "steps: leaping from row 3 costs",
        ),
        ("hint", {"position": START, "seconds": -1}, "seconds: a number from 0 to 60 is needed"),
        ("initial", {"first": 5}, "first: six whole numbers are needed"),
    ],
)
def test_requests_that_make_no_sense(op: str, fields: dict[str, Any], error: str) -> None:
    answer = ask(op, **fields)
    assert answer.keys() == {"error"}
    assert answer["error"].startswith(error)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.sampled_from(["first", "second", "bungie", "x"]),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.sampled_from([*START, "leap", "to"]), inner),
    max_leaves=8,
)
FIELDS = ("position", "before", "after", "row", "roll", "steps", "options", "from", "seconds", "first")
GOOD: dict[str, Any] = {
    "position": START,
    "before": START,
    "after": START,
    "row": 3,
    "roll": [4],
    "steps": [],
    "options": {},
    "seconds": 0,
}


@pytest.mark.slow
@given(st.sampled_from(OPS), st.dictionaries(st.sampled_from(FIELDS), values, max_size=3))
@settings(max_examples=often(150))
def test_whatever_is_asked_gets_an_answer(op: str, odd: dict[str, Any]) -> None:
    request = {"game": "leistiko-blockade", "op": op, **GOOD, **odd}
    answer = json.loads(respond_line(json.dumps(request).encode(), ENGINES, None, english))
    assert isinstance(answer, dict) and answer
