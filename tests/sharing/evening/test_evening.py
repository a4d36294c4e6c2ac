"""Pairings and standings of an evening, whatever happens at its tables."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.errors import RefereeError
from companion.sharing.evening.evening import BY_HAND, DRAW, Evening, Pairing

TABLES = [f"w{n}" for n in range(30)]


def players(count: int) -> list[str]:
    return [f"P{n}" for n in range(count)]


def begun(count: int, *, everybody: bool = False) -> Evening:
    return Evening.begin("", players(count), TABLES, everybody=everybody)


def played(evening: Evening, choose: Any) -> Evening:
    """Pair a round and settle all its games."""
    evening = evening.pair(float(len(evening.rounds)))
    for game in evening.open_games:
        evening = evening.settle(game.players, choose([*game.players, DRAW]), BY_HAND)
    return evening


def meetings(evening: Evening) -> list[frozenset[str]]:
    return [frozenset(game.players) for each in evening.rounds for game in each.games]


@given(st.integers(2, 24), st.data())
def test_neighbours_meet_at_most_once_and_byes_are_shared(count: int, data: st.DataObject) -> None:
    evening = begun(count)
    for _ in range((count - 1) // 2 or 1):
        evening = played(evening, lambda of: data.draw(st.sampled_from(of)))
    met = meetings(evening)
    assert len(met) == len(set(met))
    byes = [row.byes for row in evening.standings()]
    assert max(byes) - min(byes) <= 1 and sum(byes) == (count % 2) * len(evening.rounds)
    for each in evening.rounds:
        assert sorted([*each.idle, *(name for game in each.games for name in game.players)]) == sorted(players(count))
        assert len({game.table for game in each.games}) == len(each.games)


@given(st.integers(2, 24), st.data())
def test_with_everybody_each_meets_each_other_once_and_then_it_is_over(count: int, data: st.DataObject) -> None:
    evening = begun(count, everybody=True)
    for _ in range(count - 1 + count % 2):
        evening = played(evening, lambda of: data.draw(st.sampled_from(of)))
    assert sorted(map(sorted, meetings(evening))) == sorted(map(sorted, combinations(players(count), 2)))
    with pytest.raises(RefereeError, match="over"):
        evening.pair(0.0)


@given(st.integers(5, 20), st.booleans(), st.data())
def test_players_come_and_go_and_nobody_meets_anybody_twice(count: int, everybody: bool, data: st.DataObject) -> None:
    evening = begun(count, everybody=everybody)
    gone = data.draw(st.lists(st.sampled_from(players(count)), max_size=2, unique=True))
    evening = played(evening, lambda of: data.draw(st.sampled_from(of))).pair(1.0)
    for name in gone:
        evening = evening.leave(name)
    late = not everybody or count % 2 == 1
    if late:
        evening = evening.join("Late")
    else:
        with pytest.raises(RefereeError, match="free seat"):
            evening.join("Late")
    for game in evening.open_games:
        evening = evening.settle(game.players, game.players[0], BY_HAND)
    evening = played(evening, lambda of: of[0])
    last = evening.rounds[-1]
    there = {name for game in last.games for name in game.players} | set(last.idle)
    assert there == {*players(count), *(["Late"] if late else [])} - set(gone)
    assert len(meetings(evening)) == len(set(meetings(evening)))
    assert Evening.from_json(evening.to_json()) == evening


def test_the_opponent_of_a_player_who_leaves_has_won() -> None:
    evening = begun(4).pair(0.0)
    game = evening.rounds[0].games[0]
    evening = evening.leave(game.players[1].lower())
    assert evening.rounds[0].games[0].winner == game.players[0]
    assert evening.join(game.players[1]).left == frozenset()


def test_a_round_waits_for_its_games() -> None:
    with pytest.raises(RefereeError, match="w0, w1"):
        begun(4).pair(0.0).pair(1.0)


GAME: dict[str, Any] = {"game": "4f0c9a1b22d3", "players": {"cool": " p1", "warm": "P0 "}, "begun": 20.0}


def first(evening: Evening) -> Pairing:
    return evening.rounds[-1].games[0]


def test_a_referee_tells_who_has_won_and_may_take_it_back() -> None:
    evening = begun(4).pair(10.0)
    won = evening.take(**GAME, winner="cool")
    assert (first(won).winner, first(won).by) == ("P1", "4f0c9a1b22d3")
    assert first(won.take(**GAME, winner="draw")).winner == DRAW
    assert first(won.take(**GAME, winner="")) == first(evening)


@pytest.mark.parametrize(
    "other",
    [{"begun": 5.0}, {"players": {"cool": "P1", "warm": "P2"}}, {"players": {"cool": "P1"}}, {"players": {}}],
)
def test_games_of_others_and_of_yesterday_do_not_count(other: dict[str, Any]) -> None:
    evening = begun(4).pair(10.0)
    assert evening.take(**{**GAME, **other}, winner="cool") is evening


def test_of_two_games_the_first_that_was_won_counts() -> None:
    won = begun(4).pair(10.0).take(**GAME, winner="cool")
    assert won.take(**{**GAME, "game": "another"}, winner="warm") is won
    assert won.take(**{**GAME, "game": "another"}, winner="") is won


def test_what_a_person_has_said_stays() -> None:
    evening = begun(4).pair(10.0)
    said = evening.settle(first(evening).players, "P0", BY_HAND)
    assert said.take(**GAME, winner="cool") is said


def test_points_are_told_best_first() -> None:
    evening = begun(5)
    for _ in range(2):
        evening = played(evening, min)
    rows = evening.standings()
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sum(row.points for row in rows) == 2 * (2 + 1)


@pytest.mark.parametrize("names", [[], ["Anna"], ["Anna", "anna "], ["Anna", "draw"], ["Anna", ""]])
def test_an_evening_has_two_players_of_different_names(names: list[str]) -> None:
    with pytest.raises(RefereeError):
        Evening.begin("", names, TABLES)


def test_an_evening_has_a_table_for_each_two() -> None:
    with pytest.raises(RefereeError, match="2 are needed"):
        Evening.begin("", players(5), ["w1"])
    evening = Evening.begin("", players(5), ["w1", "w2"])
    with pytest.raises(RefereeError, match="add one first"):
        evening.join("Late")
    assert evening.add_table("w3").join("Late").players[-1] == "Late"


def test_a_late_player_meets_everybody_where_everybody_meets_everybody() -> None:
    evening = Evening.begin("", ["A", "B", "C"], ["t1", "t2"], everybody=True)
    met: list[frozenset[str]] = []
    for number in range(4):
        evening = evening.pair(float(number))
        for game in evening.open_games:
            met.append(frozenset(game.players))
            evening = evening.settle(game.players, game.players[0], BY_HAND)
        evening = evening if number else evening.join("D")
    assert len(met) == len(set(met)) == 6
    with pytest.raises(RefereeError, match="everybody else"):
        evening.pair(9.0)


def test_a_winner_who_does_not_play_wins_nothing() -> None:
    evening = begun(4).pair(10.0)
    assert evening.take(**GAME, winner="purple") is evening


def test_the_words_of_results_are_no_names() -> None:
    for name in ("draw", "Open"):
        with pytest.raises(RefereeError, match="or open"):
            Evening.begin("", [name, "Bo"], ["t"])


@pytest.mark.parametrize("players", [("A", "A"), ("Anna", "Bert", "anna")])
def test_two_players_of_one_name_are_refused_from_the_beginning(players: tuple[str, ...]) -> None:
    with pytest.raises(RefereeError, match="two players called"):
        Evening.begin("", players, ["t1", "t2"])
