"""`python -m lab.bench hints` and `python -m lab.bench fuzz` as a developer runs them."""

from importlib import import_module
from itertools import count

import pytest

from companion.games.looney_blockade.rules.advising.points_to_five_towers import BearOff
from companion.games.looney_blockade.rules.advising.race import Race
from companion.games.looney_blockade.rules.advising.race_odds import turns_to_win
from companion.games.looney_blockade.rules.model import RULINGS, Position
from companion.games.looney_blockade.rules.searching.turn_results import solo_space
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import Table
from lab.bench import main
from lab.measure.hints import CAPS, MODULES, OPPONENTS, play_one, players, wilson
from lab.measure.looney_cap import POINTS, most_points, within
from lab.measure.looney_play import play


@pytest.mark.parametrize("game", MODULES)
def test_every_game_is_played_by_known_players(game: str) -> None:
    players = import_module(f"lab.measure.{MODULES[game][0]}")
    assert {"hint", "random"} <= set(players.PLAYERS) <= {"hint", *OPPONENTS}


@pytest.mark.parametrize(
    ("points", "games", "low", "high"), [(150, 200, 0.6856, 0.8050), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)]
)
def test_intervals_as_published(points: float, games: int, low: float, high: float) -> None:
    """Wilson's score interval, by the values that other implementations give."""
    assert wilson(points, games) == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))


@pytest.mark.slow
def test_a_game_is_the_same_from_both_ends() -> None:
    assert play("greedy", "random", 2, 0.0) == 1.0
    assert play("random", "greedy", 3, 0.0) == 0.0


def test_the_time_of_hints_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that goes on a second whenever it is asked: a decision has cost at least its beginning and its end."""
    seconds = count()
    monkeypatch.setattr("lab.measure.thinking.time.process_time", lambda: float(next(seconds)))
    played = play_one("looney-blockade", "random", 0.0, seed=1)
    assert played.points in (0.0, 0.5, 1.0)
    assert len(played.times) >= 5 and all(seconds >= 1 for seconds in played.times)


@pytest.mark.slow
def test_the_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["hints", "--game", "looney-blockade", "--opponent", "random", "--games", "1", "--seconds", "0"]
    assert main(line) == 0
    said = capsys.readouterr().out
    assert "looney-blockade" in said and "hint - random" in said and "% of points in 1 games" in said


def test_strengths_against_others_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strengths", "--others", "--only", "leistiko-bungie", "--games", "2"]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split(" | ")[1] for row in rows] == players("leistiko-bungie")
    assert all(row.count("|") == head.count("|") and row.split(" | ")[3] == "2" for row in rows)


def test_a_pair_is_given_up_when_its_minutes_are_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strengths", "--others", "--only", "leistiko-bungie", "--games", "9", "--minutes", "1e-6"]) == 0
    assert {row.split(" | ")[3] for row in capsys.readouterr().out.splitlines()[2:]} == {"1"}


def test_no_race_is_won_more_often_in_time_than_the_bound_says() -> None:
    assert within(6, 40, 1) == pytest.approx(7 / 36), "a six, or two threes"
    for one, two in ((3, 9), (8, 8), (POINTS, POINTS)):
        chances = turns_to_win(one, two)
        for turns in range(1, 12):
            assert sum(chances[:turns]) <= within(one, two, turns) + 1e-9
            assert within(one, two, turns - 1) <= within(one, two, turns)


def test_the_bound_grows_with_the_turns_of_the_other() -> None:
    assert most_points([3]) == 0, "nobody has 24 points after three turns, for low dice add up to six at most"
    assert most_points([6, 7]) == pytest.approx((most_points([6]) + most_points([7])) / 2)
    assert most_points([6]) < most_points([7]) < most_points([40]) == pytest.approx(1, abs=1e-6)


def test_the_points_of_the_bound_hold_with_the_other_side_out_of_the_way() -> None:
    """Nothing that the warm side does brings a cool colour nearer: its corners left bare do not."""
    freed = Position({**initial().grid, "a1": "C3", "e5": "C3"}, (5, 5, 5), "cool")
    for colour in "BG":
        space = solo_space(Table.of(freed, RULINGS), colour)
        database = BearOff(space, Race(space, no_blacks=False, tower="exact"), "exact")
        assert database.points(space.start, 100_000) == (POINTS, True)


@pytest.mark.slow
def test_caps_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for game in CAPS:
        opponent = import_module(f"lab.measure.{CAPS[game]}").OPPONENTS[0]
        assert main(["hints", "--cap", "--game", game, "--opponent", opponent, "--games", "1"]) == 0
        assert "% of points" in capsys.readouterr().out
    assert main(["hints", "--cap", "--game", "blokus3d-tower"]) == 0
    assert capsys.readouterr().out == "blokus3d-tower: no cap is known\n"


@pytest.mark.slow
def test_fuzzing_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "engine-requests", "--rounds", "40", "--seed", "2"]) == 0
    assert " 0 faults" in capsys.readouterr().out


def test_a_fuzzer_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "no-such-way"]) == 1
    assert "there is no fuzzer no-such-way" in capsys.readouterr().err


def test_games_with_questions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["answers", "--game", "leistiko-blockade", "--games", "1", "--length", "12"]) == 0
    assert "1 games" in (told := capsys.readouterr().out) and "1 ended with the true table" in told
