"""A small seeded run of the hostile requests of `companion bench fuzz`."""

import json

import pytest

from companion.games.registry import ENGINES
from companion.measure.fuzz import Fuzzer, fuzz

pytestmark = pytest.mark.slow


def test_hostile_requests_are_all_answered() -> None:
    report = fuzz(600, seed=3)
    assert report.faults == []
    assert sum(report.answers.values()) == 600
    assert report.answers["refused"] > 200, "most lines are spoilt"
    assert all(report.answers[f"{game} outcome"] for game in ENGINES)


def test_every_game_is_played_on() -> None:
    """Answers lead to new requests, so that more than the start is reached."""
    fuzzer = Fuzzer(1)
    games = {json.loads(line)["game"] for name, line in fuzzer.lines(300) if name != "raw" and _is_whole(line)}
    assert set(ENGINES) <= games
    report = fuzz(500, seed=5)
    assert all(report.answers[f"{game} moves"] for game in ENGINES)


def _is_whole(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line).get("game"), str)
    except (ValueError, AttributeError, RecursionError):
        return False


def test_the_same_seed_sends_the_same_lines() -> None:
    assert list(Fuzzer(4).lines(50)) == list(Fuzzer(4).lines(50))
