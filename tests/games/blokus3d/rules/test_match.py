"""A match over the four structures: the points of its games are added up."""

from typing import Any

import pytest

from companion.games.blokus3d.rules.match import Match
from companion.games.engine import respond
from companion.games.registry import ENGINES
from tests.games.saying import raises_saying, said

pytestmark = pytest.mark.rule("B3-12")
PIECES = ["I2", "I3", "V3", "I4", "T4", "L4", "O4", "S4", "Y4", "A4", "B4"]
# Blue shows two squares, yellow one; each has ten pieces left.
POSITION = {
    "structure": "corner",
    "players": ["blue", "yellow"],
    "columns": {"2,2": "B", "3,2": "B", "4,2": "YY"},
    "left": {"blue": PIECES[1:], "yellow": PIECES[1:]},
    "out": ["blue", "yellow"],
    "to_move": None,
}


def outcome(**fields: Any) -> Any:
    return respond({"game": "blokus3d", "op": "outcome", "position": POSITION, **fields}, ENGINES)


def test_the_points_of_earlier_games_are_added() -> None:
    match = {"played": ["tower"], "points": {"blue": -5, "yellow": 3}}
    found = outcome(options={"B3-12": True}, match=match)
    assert (found["scores"], found["totals"]) == ({"blue": -8, "yellow": -9}, {"blue": -13, "yellow": -6})
    assert found["winners"] == ["blue"], "this game is won as ever"
    assert outcome(options={"B3-12": True})["totals"] == found["scores"], "the first game of a match"
    assert "totals" not in outcome(), "off unless agreed on"


@pytest.mark.parametrize("match", [{"played": ["tower"]}, {}, "nonsense"])
def test_a_match_that_was_not_agreed_on_is_refused(match: Any) -> None:
    assert said(outcome(match=match)["error"]).startswith("match: this counts in a match only")


def test_the_last_game_of_a_match_tells_the_winners() -> None:
    others = ["tower", "steps", "pyramid"]
    agreed = {"B3-12": True}

    def winners(played: list[str], points: dict[str, int], **fields: Any) -> Any:
        return outcome(options=agreed, match={"played": played, "points": points}, **fields)["match_winners"]

    assert winners(others[:2], {}) is None, "a structure is still to be played"
    assert winners(others, {}) == ["blue"]
    assert winners(others, {"yellow": 2}) == ["yellow"]
    assert winners(others, {"yellow": 1}) == ["blue", "yellow"]
    going_on = {**POSITION, "out": [], "to_move": "blue"}
    assert winners(others, {}, position=going_on) is None, "the last game is not over"


def test_a_structure_is_played_once_in_a_match() -> None:
    answer = outcome(options={"B3-12": True}, match={"played": ["corner"]})
    assert "already" in said(answer["error"]) and "once" in said(answer["error"])


def test_a_match_goes_on_over_all_structures_and_begins_anew() -> None:
    match, structure, seen = Match(), "corner", []
    for _ in range(4):
        seen.append(structure)
        assert match.over(structure) == (len(seen) == 4)  # type: ignore[arg-type]
        match = match.after(structure, {"blue": 2, "yellow": -1})  # type: ignore[arg-type]
        structure = match.following(structure)  # type: ignore[arg-type]
        if len(seen) < 4:
            assert match.totals({"blue": 0, "yellow": 0}) == {"blue": 2 * len(seen), "yellow": -len(seen)}
            assert Match.from_json(match.to_json()) == match
    assert seen == ["corner", "steps", "pyramid", "tower"]
    assert (match, structure) == (Match(), "corner"), "the next one is a new match"


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ([], "match: an object"),
        ({"played": "tower"}, "match: an object"),
        ({"won": 1}, "match: an object"),
        ({"points": {"blue": 1.5}}, "match: points"),
        ({"played": ["tower", "tower"]}, "a structure is named twice"),
        ({"played": ["wall"]}, "wall"),
    ],
)
def test_what_is_no_match_is_refused(match: Any, message: str) -> None:
    with raises_saying(message):
        Match.from_json(match)
