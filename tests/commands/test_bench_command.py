"""`companion bench hints` and `companion bench fuzz` as a user runs them."""

from importlib import import_module

import pytest

from companion.bench.hints import MODULES, OPPONENTS, play_one, wilson
from companion.bench.looney_play import play
from companion.cli import main
from companion.games.registry import ENGINES


@pytest.mark.parametrize("game", ENGINES)
def test_every_game_has_the_same_players(game: str) -> None:
    players = import_module(f"companion.bench.{MODULES[game]}")
    assert set(players.PLAYERS) == {"hint", *OPPONENTS}


@pytest.mark.parametrize(
    ("points", "games", "low", "high"), [(150, 200, 0.6856, 0.8050), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)]
)
def test_intervals_as_published(points: float, games: int, low: float, high: float) -> None:
    """Wilson's score interval, by the values that other implementations give."""
    assert wilson(points, games) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


def test_a_game_is_the_same_from_both_ends() -> None:
    assert play("greedy", "random", 2, 0.0) == 1.0
    assert play("random", "greedy", 3, 0.0) == 0.0


def test_the_time_of_hints_is_kept() -> None:
    played = play_one("looney_play", "random", 0.0, seed=1)
    assert played.points in (0.0, 0.5, 1.0)
    assert played.times and all(seconds >= 0 for seconds in played.times)


def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["bench", "hints", "--game", "looney-blockade", "--opponent", "random", "--games", "1", "--seconds", "0"]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert "looney-blockade" in said and "hint - random" in said and "% of points in 1 games" in said


def test_fuzzing_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "fuzz", "--requests", "40", "--seed", "2"]) == 0
    assert "crashes and answers that are none: 0" in capsys.readouterr().out
