"""Requests about Pyramid Ball in JSON."""

import json
from itertools import count
from random import Random
from typing import Any

import pytest

from companion.games.engine import respond, respond_line
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.registry import ENGINES
from companion.texts.language import english
from tests.games.mangling import mangled
from tests.games.saying import said

START = initial().to_json()
ADVANCED = initial("advanced").to_json()
STILL = {"S": "...", "M": "...", "L": "..."}
FORWARD = {"S": "...", "M": "F..", "L": "..."}
BOTH = {"first": FORWARD, "second": FORWARD}
NAMES = {"first": "Red", "second": "Blue"}


def pair(first: Any, second: Any = STILL) -> dict[str, Any]:
    return {"first": first, "second": second}


def with_first(**squares: str) -> dict[str, Any]:
    return {**START, "first": {**START["first"], **squares}}


def ask(op: str, **fields: Any) -> dict[str, Any]:
    return dict(said(respond({"game": "pyramid-ball", "op": op, **fields}, ENGINES)))


def test_initial() -> None:
    assert ask("initial") == {"position": START}
    assert ask("initial", mode="advanced")["position"] == ADVANCED
    assert START == {
        "first": {"S": "f3", "M": "d4", "L": "b3"},
        "second": {"S": "f6", "M": "d5", "L": "b6"},
        "ball": ["first", "M"],
        "score": [0, 0],
        "mode": "basic",
        "specials": {"first": [], "second": []},
        "locked": None,
    }


@pytest.mark.rule("PB-start")
def test_who_starts() -> None:
    assert ask("initial", reveal={"Ann": "M", "Bob": "S"})["chooses"] == "Ann"
    assert ask("initial", reveal={"Ann": "L", "Bob": "L"})["chooses"] is None
    assert ask("initial", reveal={"Ann": "L"})["error"].startswith("reveal: two players and their sizes")


def test_moves() -> None:
    carrier = ask("moves", position=START, player="first", pyramid="M")["moves"]
    assert len(carrier) == 125
    assert {"commands": "BL.", "pass_row": None, "blitz": False, "path": ["d3", "c3", "c3"]} in carrier
    receiver = ask("moves", position=START, player="first", pyramid="L")["moves"]
    assert len(receiver) == 3 * 125
    assert {move["pass_row"] for move in receiver} == {None, 2, 3}
    assert {"commands": "LLF", "pass_row": 3, "blitz": False, "path": ["a3", "a3", "a3"]} in receiver
    special = {**ADVANCED, "score": [3, 3], "specials": {"first": ["S", "M"], "second": ["L"]}}
    assert len(ask("moves", position=special, player="first", pyramid="S")["moves"]) == 4 * (125 + 625)
    blitz = ask("moves", position=special, player="second", pyramid="L")["moves"]
    assert sum(move["blitz"] for move in blitz) == 3 * 125


def test_apply() -> None:
    answer = ask("apply", position=START, programs=BOTH, names=NAMES)
    assert answer["position"]["first"]["M"] == "d3"
    assert answer["position"]["ball"] == ["second", "M"]
    assert answer["choices"] == []
    tackle = next(event for event in answer["events"] if event["kind"] == "tackle")
    assert tackle == {
        "row": 1,
        "kind": "tackle",
        "piece": ["first", "M"],
        "from": "d4",
        "to": "d3",
        "by": ["second", "M"],
        "ball": ["second", "M"],
        "score": [0, 1],
        "rule": "C8",
        "text": "row 1: Red medium pushed d4 to d3 by Blue medium: tackle, 1 point",
    }
    assert ask("outcome", position=START) == {"winner": None}
    assert ask("outcome", position=answer["position"]) == {"winner": "second"}
    assert ask("apply", position=answer["position"], programs=BOTH) == {
        "illegal": {"rule": "PB-win", "reason": "the game is over: Second has won"}
    }


def test_apply_asks_for_choices() -> None:
    asked = ask("apply", position=ADVANCED, programs=BOTH, names=NAMES)
    assert asked["choice"] == {
        "number": 1,
        "kind": "special",
        "player": "first",
        "options": ["S", "M", "L"],
        "rule": "PB-special",
        "text": "Red chooses a special pyramid: the small (dash), the medium (quick pass) or the large (blitz)",
    }
    assert asked["events"][-1]["kind"] == "tackle"
    answer = ask("apply", position=ADVANCED, programs=BOTH, choices=["M"])
    assert answer["position"]["specials"] == {"first": ["M"], "second": []}
    assert answer["choices"] == ["M"]
    assert ask("apply", position=ADVANCED, programs=BOTH, choices=["Q"])["error"].startswith("choices: number 1, 'Q'")
    assert ask("apply", position=ADVANCED, programs=BOTH, choices=["M", "S"])["error"].startswith("choices: only 1")


def test_apply_refuses_what_cannot_be_laid_out() -> None:
    answer = ask("apply", position=ADVANCED, programs={"first": {**STILL, "S": "FFFF"}, "second": STILL})
    assert answer == {
        "illegal": {
            "rule": "PB-dash",
            "reason": "First: a fourth command for the small is a dash: First does not hold the special small",
        }
    }


@pytest.mark.rule("PB-01", "PB-03")
def test_options_by_ruling_id() -> None:
    answer = ask("apply", position=START, programs=BOTH, options={"PB-01": "b"})
    assert answer["position"]["first"]["M"] == "d4"
    assert (
        ask("apply", position=START, programs=BOTH, options={"PB-03": 1})["error"]
        == "options: PB-03 is one of true, false, not 1"
    )
    assert (
        ask("apply", position=START, programs=BOTH, options={"PB-01": "c"})["error"]
        == "options: PB-01 is one of a, b, not 'c'"
    )
    assert "'PB-04' is no option" in ask("apply", position=START, programs=BOTH, options={"PB-04": True})["error"]


def test_check_legal() -> None:
    after = ask("apply", position=START, programs=BOTH)["position"]
    answer = ask("check", before=START, programs=BOTH, after=after)
    assert (answer["legal"], answer["position"]) == (True, after)
    pyramids = {player: after[player] for player in ("first", "second")}
    assert ask("check", before=START, programs=BOTH, after=pyramids)["legal"], "what nobody looked at is not judged"
    asked = ask("check", before=ADVANCED, programs=BOTH, after=pyramids)
    assert (asked["legal"], len(asked["choices"])) == (True, 1)


def test_check_says_what_differs_and_why() -> None:
    after = {"first": START["first"], "second": {**START["second"], "M": "d4"}}
    after["first"] = {**after["first"], "M": "c4"}
    answer = ask("check", before=START, programs=BOTH, after=after, names=NAMES)
    assert (answer["legal"], answer["rule"]) == (False, "C8")
    assert answer["reason"] == (
        "Red medium belongs on d3, not on c4: row 1: Red medium pushed d4 to d3 by Blue medium: tackle, 1 point"
    )
    assert answer["nearest"]["position"]["first"]["M"] == "d3"
    stood = {"first": {**START["first"], "M": "d3", "L": "b4"}, "second": {**START["second"], "M": "d4"}}
    answer = ask("check", before=START, programs=BOTH, after=stood, names=NAMES)
    assert (answer["rule"], answer["reason"]) == (
        "PB-program",
        "Red large belongs on b3, not on b4: Red large was told to stand still and nobody pushed it",
    )
    gone = {"first": {**START["first"], "M": "d3", "L": None}, "second": {**START["second"], "M": "d4"}}
    assert ask("check", before=START, programs=BOTH, after=gone)["rule"] == "C1"
    shared = {"first": {**START["first"], "M": "d3", "L": "d4"}, "second": {**START["second"], "M": "d4"}}
    assert ask("check", before=START, programs=BOTH, after=shared)["rule"] == "C9"
    right = ask("apply", position=START, programs=BOTH)["position"]
    for entry, value, rule in (("ball", ["first", "M"], "C8"), ("score", [0, 0], "C8"), ("locked", "first", "PB-33")):
        answer = ask("check", before=START, programs=BOTH, after={**right, entry: value})
        assert (answer["legal"], [each["rule"] for each in answer["differences"]]) == (False, [rule]), entry
    wrong = {**right, "specials": {"first": ["S"], "second": []}}
    assert ask("check", before=START, programs=BOTH, after=wrong)["rule"] == "PB-special"


@pytest.mark.rule("PB-01")
def test_check_says_when_it_depends_on_an_option() -> None:
    answer = ask("check", before=START, programs=BOTH, after=START)
    assert (answer["legal"], answer["reading"]) == (False, {"PB-01": "b"})
    assert "By another agreement on “Head-on” it would be right: Head-on: both" in answer["reason"]
    assert ask("check", before=START, programs=BOTH, after=START, options={"PB-01": "b"})["legal"]


def test_check_judges_the_sheets() -> None:
    fine = ask("check", before=START, programs=BOTH)
    assert (fine["legal"], fine["sheets"]["first"]) == (True, {"legal": True, "faults": [], "notes": []})
    odd = {**STILL, "pass": {"row": 2, "to": "M"}}
    noted = ask("check", before=START, programs={"first": odd, "second": odd})
    assert noted["legal"]
    assert [each["rule"] for each in noted["sheets"]["first"]["notes"]] == ["PB-15"]
    assert [each["rule"] for each in noted["sheets"]["second"]["notes"]] == ["PB-16"]
    moving = ask("check", before=START, programs=pair({**FORWARD, "M": ".F.", "pass": {"row": 2, "to": "L"}}))
    assert [each["rule"] for each in moving["sheets"]["first"]["notes"]] == ["PB-13"]
    wrong = ask("check", before=START, programs={"first": {**STILL, "blitz": True}, "second": STILL}, after=START)
    assert (wrong["legal"], wrong["rule"], wrong["sheets"]["first"]["legal"]) == (False, "PB-blitz", False)


def test_perft() -> None:
    assert ask("perft", position=START, player="second", rows=1) == {"positions": 125}
    assert ask("perft", position=START, player="first", rows=1, program=FORWARD)["positions"] < 125
    blitz = {**STILL, "blitz": True}
    assert ask("perft", position=START, player="first", program=blitz)["error"].startswith("program: a blitz")


def test_hint_for_a_pyramid() -> None:
    answer = ask("hint", position=START, player="first", pyramid="M", names=NAMES)
    moves = {move["to"]: move for move in answer["moves"]}
    assert moves["c4"] == {"to": "c4", "commands": "L..", "cost": 1, "effect": None}
    assert "d5" not in moves and "d1" in moves
    refused = {each["cell"]: each for each in answer["refused"]}
    assert refused["d5"] == {"cell": "d5", "rule": "C7", "reason": "Blue medium, a defender, is on d5"}
    assert refused["b3"]["rule"] == "C4"
    assert refused["d8"]["reason"] == "d8 takes 4 commands, a turn has 3"
    assert [each["to"] for each in answer["passes"]] == ["S", "L"]
    defender = ask("hint", position=START, player="second", pyramid="M", names=NAMES)
    pushes = {move["to"]: move["effect"] for move in defender["moves"]}
    assert pushes["d4"] == "Red medium pushed d4 to d3 by Blue medium: tackle, 1 point"


def test_hint_for_a_tackle_in_the_goal_row_and_for_a_locked_pyramid() -> None:
    first = {"S": "a2", "M": "d1", "L": "b4"}
    row = {**START, "first": first, "second": {"S": "g8", "M": "d6", "L": "c1"}}
    moves = ask("hint", position=row, player="second", pyramid="L", row=1, names=NAMES)["moves"]
    assert {move["to"]: move["effect"] for move in moves}["d1"] == (
        "Red medium pushed d1 to e1 by Blue large: tackle, 1 point"
    )
    shut = {"first": {**first, "M": "d8"}, "ball": {"at": "e8"}, "score": [1, 0], "locked": "first"}
    answer = ask("hint", position={**ADVANCED, **shut}, player="first", pyramid="M", row=1)
    assert [move["to"] for move in answer["moves"]] == ["d7"]
    assert [(each["cell"], each["rule"]) for each in answer["refused"]] == [("d8", "PB-33")]


def test_hint_for_one_row() -> None:
    program = {**STILL, "M": "B.."}
    answer = ask("hint", position=START, player="first", pyramid="M", row=2, program=program)
    assert answer["from"] == "d3"
    assert {move["to"] for move in answer["moves"]} == {"d3", "d4", "d2", "c3", "e3"}
    assert [move["commands"] for move in answer["moves"] if move["to"] == "c3"] == ["BL"]
    first = ask("hint", position=START, player="first", pyramid="M", row=1)
    assert {each["rule"] for each in first["refused_passes"]} == {"PB-15"}
    between = {**START, "second": {**START["second"], "M": "e4"}, "first": {**START["first"], "S": "f4"}}
    thrown = ask("hint", position=between, player="first", pyramid="M", row=2, names=NAMES)
    assert thrown["refused_passes"] == [
        {"to": "S", "rule": "PB-pass", "reason": "Blue medium on e4 would intercept the ball"}
    ]
    assert ask("hint", position=START, player="first", pyramid="M", row=4)["error"].startswith("row: a row from 1 to 3")


def test_a_suggestion() -> None:
    for player in ("first", "second"):
        answer = ask("hint", position=START, player=player, seed=3)
        found = answer["suggestion"]
        choices = [found, *found["alternatives"]]
        assert sum(choice["weight"] for choice in choices) == pytest.approx(1, abs=0.01)
        assert choices == sorted(choices, key=lambda choice: -choice["weight"])
        assert 0 <= found["mixture"]["worst"]["chance"] <= found["mixture"]["value"]["chance"] + 0.2 <= 1.2
        assert found["reason"].startswith(("against ", "the best that was found, though "))
        for choice in choices:
            sheets = [choice["program"], found["reply"]]
            programs = pair(*(sheets if player == "first" else sheets[::-1]))
            assert "position" in ask("apply", position=START, programs=programs)
        assert ask("hint", position=START, player=player, seed=3) == answer, "the seed is all the chance there is"
    worst = ask("hint", position=ADVANCED, player="first")["suggestion"]["worst"]
    assert worst["chance"] == pytest.approx((1 + worst["points"]) / 2, abs=0.001)


def test_a_suggestion_takes_the_goal_that_nobody_can_stop() -> None:
    position = {
        **START,
        "first": {"S": "a1", "M": "d7", "L": "c1"},
        "second": {"S": "e1", "M": "f1", "L": "g1"},
    }
    found = ask("hint", position=position, player="first")["suggestion"]
    assert found["mixture"]["worst"]["chance"] == 1
    after = ask("apply", position=position, programs={"first": found["program"], "second": STILL})["position"]
    assert ask("outcome", position=after) == {"winner": "first"}


def test_a_suggestion_is_thought_over_while_there_is_time() -> None:
    ticks = count()
    request = {"game": "pyramid-ball", "op": "hint", "position": START, "player": "first", "seconds": 6}
    assert "suggestion" in respond(request, ENGINES, lambda: next(ticks))
    assert next(ticks) >= 6


@pytest.mark.parametrize(
    ("op", "fields", "error"),
    [
        ("moves", {}, "position is missing"),
        ("moves", {"position": START}, "player is missing"),
        ("moves", {"position": START, "player": "third", "pyramid": "S"}, "player: 'first'"),
        ("moves", {"position": START, "player": "first", "pyramid": "X"}, "pyramid: S, M or L is needed"),
        ("moves", {"position": [], "player": "first", "pyramid": "S"}, "position: an object with first, second"),
        ("outcome", {"position": {**START, "colour": 1}}, "position: unknown entry 'colour'"),
        ("outcome", {"position": {"first": START["first"]}}, "position: second, ball missing"),
        ("outcome", {"position": {**START, "first": {"S": "f3"}}}, "first: the squares of its three pyramids"),
        ("outcome", {"position": with_first(S="h3")}, "first: small: 'h3' is no square"),
        ("outcome", {"position": with_first(S="d5")}, "d5: First small and Second medium"),
        ("outcome", {"position": {**START, "ball": ["first"]}}, 'ball: ["first", "M"]'),
        ("outcome", {"position": {**START, "ball": {"at": "d4"}}}, "ball: First medium stands on d4"),
        ("outcome", {"position": {**START, "score": [1, 1]}}, "score: the basic game ends"),
        ("outcome", {"position": {**START, "score": [True, 0]}}, "score: two whole numbers"),
        ("outcome", {"position": {**START, "mode": ["basic"]}}, "mode: 'basic' or 'advanced'"),
        ("outcome", {"position": {**START, "specials": {"first": ["S"]}}}, "specials: the basic game has no"),
        ("outcome", {"position": {**ADVANCED, "specials": {"first": ["S"]}}}, "specials: first has had S"),
        ("outcome", {"position": {**ADVANCED, "specials": {"first": "S"}}}, "specials: first: a list"),
        ("outcome", {"position": {**ADVANCED, "more": {"age": 3}}}, "position: more: an object with spent and stayed"),
        ("outcome", {"position": {**ADVANCED, "more": {"stayed": -1}}}, "more: stayed: a number of turns"),
        ("apply", {"position": START}, "programs is missing"),
        ("apply", {"position": START, "programs": {"first": STILL}}, "programs: one of first and one of second"),
        ("apply", {"position": START, "programs": pair(3)}, "programs: first: program: an object"),
        ("apply", {"position": START, "programs": pair({**STILL, "S": 1})}, "programs: first: program: small"),
        ("apply", {"position": START, "programs": pair({**STILL, "x": 1})}, "programs: first: program: unknown"),
        (
            "apply",
            {"position": START, "programs": pair(STILL, {**STILL, "void": 1})},
            "programs: second: program: void",
        ),
        (
            "apply",
            {"position": START, "programs": pair(STILL, {**STILL, "pass": 2})},
            "programs: second: program: pass",
        ),
        ("apply", {"position": START, "programs": BOTH, "choices": "e8"}, "choices: a list is needed"),
        ("apply", {"position": START, "programs": BOTH, "choices": [1]}, "choices: a list of squares"),
        ("apply", {"position": START, "programs": BOTH, "names": {"first": ""}}, "names: '' is no name"),
        ("apply", {"position": START, "programs": BOTH, "names": []}, "names: an object is needed"),
        ("apply", {"position": START, "programs": BOTH, "options": []}, "options: an object"),
        ("check", {"before": START, "programs": BOTH, "after": 3}, "after: an object with first and second"),
        ("check", {"before": START, "programs": BOTH, "after": pair({}, 1)}, "after: second: the squares"),
        ("perft", {"position": START, "player": "first", "rows": 9}, "rows: 1, 2 or 3"),
        ("hint", {"position": START, "player": "first", "seed": -1}, "seed: a whole number"),
        ("hint", {"position": START, "player": "first", "seconds": -1}, "seconds: a number"),
        ("hint", {"position": {**START, "score": [1, 0]}, "player": "first"}, "the game is over"),
        ("hint", {"position": {**START, "score": [1, 0]}, "player": "first", "pyramid": "S"}, "the game is over"),
        ("initial", {"mode": 3}, "mode: 'basic' or 'advanced'"),
    ],
)
def test_requests_that_make_no_sense(op: str, fields: dict[str, Any], error: str) -> None:
    answer = ask(op, **fields)
    assert answer.keys() == {"error"}
    assert answer["error"].startswith(error)


def test_mangled_requests_are_answered() -> None:
    """Whatever is put in the place of any part of a good request, there is an answer."""
    rng = Random(5)
    loose = {**ADVANCED, "ball": {"at": "e8"}, "score": [2, 1], "locked": "first", "more": {"spent": {"second": ["S"]}}}
    program = {"S": "FRB", "M": "..F", "L": "FFF", "pass": {"row": 2, "to": "L"}, "quick_pass": False, "void": False}
    good: list[dict[str, Any]] = [
        {"op": "initial", "mode": "advanced", "reveal": {"Ann": "M", "Bob": "S"}},
        {"op": "moves", "position": loose, "player": "first", "pyramid": "S"},
        {"op": "apply", "position": loose, "programs": {"first": program, "second": program}, "choices": ["e8"]},
        {"op": "check", "before": START, "programs": BOTH, "after": START, "names": NAMES, "options": {"PB-02": True}},
        {"op": "perft", "position": START, "player": "first", "program": program, "rows": 1},
        {"op": "hint", "position": START, "player": "first", "pyramid": "M", "row": 2, "program": program},
    ]
    for request in mangled(rng, "pyramid-ball", good, ["b3", "FFFF", {"S": {}}, ["first", []]], 600):
        if request.get("op") != "perft" or request.get("rows") == 1:
            assert json.loads(respond_line(json.dumps(request).encode(), ENGINES, None, english))
