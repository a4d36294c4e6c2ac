"""The engine protocol common to all games: lines in, lines out, whatever the lines hold."""

import json
from random import Random

import pytest

from companion.games.engine import MOST_BYTES, OPS, Engine, Request, respond, respond_line
from companion.games.registry import ENGINES
from companion.texts.language import english
from tests.games.mangling import mangled
from tests.games.saying import raises_saying


def answer(line: str | bytes) -> dict[str, object]:
    text = respond_line(line if isinstance(line, bytes) else line.encode(), ENGINES, None, english)
    assert "\n" not in text and text.isascii()
    read = json.loads(text)
    assert isinstance(read, dict)
    return read


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_has_every_operation_and_a_rulebook(name: str) -> None:
    engine = ENGINES[name]
    assert isinstance(engine, Engine)
    assert engine.name == name
    assert all(callable(getattr(engine, op)) for op in OPS)
    assert "position" in respond({"game": name, "op": "initial"}, ENGINES)
    ids = engine.rulebook.ids
    assert len(ids) == len(set(ids))


def test_the_id_is_echoed_as_it_is() -> None:
    for identity in (7, "x", None, [1, {"a": 2}], 1.5):
        good = {"game": "looney-blockade", "op": "initial", "id": identity}
        assert answer(json.dumps(good))["id"] == identity
        assert answer(json.dumps({"op": "nothing", "id": identity})) == {
            "id": identity,
            "error": f"game: null is none of {', '.join(ENGINES)}",
        }
    assert "id" not in answer('{"game": "looney-blockade", "op": "initial"}')


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "no JSON"),
        ("{", "no JSON: Expecting property name"),
        ("[]", "a request is a JSON object, not []"),
        ("null", "a request is a JSON object, not null"),
        ('{"game": "chess", "op": "initial"}', "game: 'chess' is none of"),
        ('{"game": ["looney-blockade"], "op": "initial"}', 'game: ["looney-blockade"] is none of'),
        ('{"game": "looney-blockade", "op": "__init__"}', "op: '__init__' is none of"),
        ('{"game": "looney-blockade", "op": {"a": 1}}', 'op: {"a": 1} is none of'),
        ('{"id": NaN}', "no JSON: a number in it is too long or not finite"),
        ('{"id": -Infinity}', "no JSON: a number in it is too long or not finite"),
        ('{"id": 1e999}', "no JSON: a number in it is too long or not finite"),
        ('{"id": ' + "9" * 5000 + "}", "no JSON: a number in it is too long or not finite"),
        ("[" * 100_000, "the request is nested too deeply"),
        ('{"id": ' + "[" * 900 + "]" * 900 + "}", "game: null is none of"),
        (b'{"id": "\xff\xfe"}', "byte 9 of the line is not UTF-8"),
        (b"\x00\x01", "no JSON"),
        ("[" + "1," * MOST_BYTES + "1]", "the line is longer than"),
        ('{"game": "looney-blockade", "op": "initial", "grid": "\\ud800"}', "grid: an object of the 25 cells"),
    ],
)
def test_hostile_lines(line: str | bytes, error: str) -> None:
    said = answer(line)["error"]
    assert isinstance(said, str) and said.startswith(error)


def test_mangled_requests_are_answered() -> None:
    """Whatever is put in the place of any part of a good request, there is an answer."""
    rng = Random(4)
    start = respond({"game": "looney-blockade", "op": "initial"}, ENGINES)["position"]
    roll = {"B": 4, "G": 5}
    good = [
        {"op": "moves", "position": start, "budget": roll},
        {"op": "apply", "position": start, "roll": roll, "moves": [{"from": "b3", "to": "b2"}]},
        {"op": "check", "before": start, "after": start["grid"], "roll": roll, "options": {"BK-02": "a"}},
        {"op": "perft", "position": start, "roll": {"B": 1, "G": 1}},
        {"op": "hint", "position": start, "budget": roll, "from": "b3"},
    ]
    for request in mangled(rng, "looney-blockade", good, ["b3", "K3" * 100, {"a1": {}}, {"B": []}], 1500):
        assert answer(json.dumps(request))


def test_a_request_is_thought_over_for_as_long_as_it_says() -> None:
    now = [10.0]
    late = Request({"seconds": 2}, lambda: now[0]).out_of_time()
    assert not late()
    now[0] = 12.0
    assert late()


def test_without_a_clock_one_round_is_enough() -> None:
    assert Request({"seconds": 60}).out_of_time()()


@pytest.mark.parametrize("seconds", [-1, 61, "1", True, [1]])
def test_seconds_that_make_no_sense_are_refused(seconds: object) -> None:
    with raises_saying("seconds"):
        Request({"seconds": seconds}, lambda: 0.0).out_of_time()
