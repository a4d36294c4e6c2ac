"""One person builds with all colours and wants few pieces left."""

from itertools import islice, repeat
from typing import Any

import pytest

from companion.games.blokus3d.rules.hints import suggest
from companion.games.blokus3d.rules.model import Options, Position
from companion.games.blokus3d.rules.turns import initial, outcome, settled
from companion.games.chances import CHANCES
from companion.games.engine import respond
from companion.games.registry import ENGINES
from companion.referee.tables import open_table
from tests.games.blokus3d.rules.test_match import PIECES, POSITION
from tests.games.saying import raises_saying, said

pytestmark = pytest.mark.rule("B3-13")
TOWER = {"3,3": "B", "4,3": "B", "5,3": "YY"}
ALONE = Options(alone=True)


def ask(op: str, position: Any = POSITION, **fields: Any) -> Any:
    return said(respond({"game": "blokus3d", "op": op, "position": position, **fields}, ENGINES))


def built(seed: int) -> Position:
    """A tower for two as the suggestions build it."""
    position = initial("tower", 2)
    while settled(position).to_move:
        few = islice(repeat(False), 12)
        found = suggest(position, seed, lambda few=few: next(few, True), ALONE)  # type: ignore[misc]
        assert found
        position = found.turn.position
    return position


def test_what_is_left_counts_and_not_what_shows() -> None:
    found = ask("outcome", options={"B3-13": True})
    assert (found["left"], found["winners"]) == (20, []), "ten of each colour"
    assert found["scores"] == {"blue": -8, "yellow": -9}, "as ever"
    assert "left" not in ask("outcome") and ask("outcome")["winners"] == ["blue"], "off unless agreed on"
    going_on = {**POSITION, "out": [], "to_move": "blue"}
    assert ask("outcome", going_on, options={"B3-13": True})["winners"] is None


def test_with_nothing_left_all_is_won_and_suggestions_get_there() -> None:
    position = built(1)
    assert not any(position.left.values())
    assert outcome(position, ALONE).winners == ("blue", "yellow")
    table = open_table("blokus3d", {"B3-13": True, "structure": "tower", "players": 2})
    assert table.winner(position) == "blue"
    assert table.winner(Position.from_json({**POSITION, "structure": "tower", "columns": TOWER})) == "draw", (
        "some are left"
    )


def test_a_suggestion_tells_how_many_pieces_will_be_left() -> None:
    almost = {**POSITION, "out": [], "to_move": "blue", "left": {"blue": PIECES[1:], "yellow": PIECES[1:]}}
    reason = ask("hint", almost, options={"B3-13": True}, seconds=0, seed=1)["suggestion"]["reason"]
    assert "played on, about" in reason and "left" in reason and "ahead" not in reason


def test_the_chance_is_the_part_of_the_pieces_that_may_be_placed() -> None:
    known = CHANCES["blokus3d"].at_a_glance(POSITION, {"B3-13": True})
    assert known == {"blue": pytest.approx(2 / 22), "yellow": pytest.approx(2 / 22)}
    begun = CHANCES["blokus3d"].at_a_glance(initial("tower", 2).to_json(), {"B3-13": True})
    assert 0.7 < begun["blue"] < 1


@pytest.mark.parametrize("other", ["B3-09", "B3-12"])
def test_it_goes_with_no_other_way_to_share_colours(other: str) -> None:
    with raises_saying("neither"):
        Options.from_json({"B3-13": True, other: True})
