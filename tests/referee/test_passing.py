"""A player may pass where the rules allow it, and nowhere else."""

import random

import pytest

from companion.games.errors import GameError
from companion.games.looney_blockade.table.practice import random_setup
from companion.referee.entered_look import EnteredLook
from companion.referee.evidence import Evidence
from companion.referee.grid import Grid
from companion.referee.session import Session
from companion.referee.tables import open_table


def begun(game: str, grid: Grid) -> Session:
    """A session after its set-up."""
    table = open_table(game, {})
    whole = {place: grid.get(place, "") for place in table.places}
    session = Session(table)
    session.see(0.0, None, Evidence.of(EnteredLook(table, whole), table.places, whole))
    return session


@pytest.mark.rule("B3-must")
def test_a_player_who_can_place_a_piece_cannot_pass() -> None:
    session = begun("blokus3d", {})
    with pytest.raises(GameError) as refused:
        session.correct(1.0, {"pass": True})
    assert refused.value.reason.rule == "B3-must"
    assert session.due is not None
    assert not session.can_undo


def test_a_player_who_has_rolled_may_leave_the_pieces_where_they_are() -> None:
    session = begun("looney-blockade", random_setup(random.Random(3)).grid)
    session.commit({"roll": {"B": 4, "G": 5}})
    assert session.correct(1.0, {"pass": True}).verdict == "legal"
    assert session.due is None
