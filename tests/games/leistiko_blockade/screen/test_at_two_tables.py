"""Rows and dice where another table plays: nobody there sees which row was meant when the dice fell."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.games import far_meeting
from companion.app.games.deeds import Correct, Done, Enter, RollDice, TakeBack
from companion.app.games.far_table import over_broker
from companion.app.games.opening import open_game
from companion.games.errors import GameError
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.leistiko_blockade.table.table import HalfBoardTable
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.sharing.far.course import alike
from companion.sharing.far.ledger import ROLES, Role
from tests.app.games.far_pair import Pair, far_of


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    found = Pair(tmp_path, "leistiko-blockade")
    found.begin()
    yield found
    found.close()
    far_meeting.WAYS.open = over_broker


def rolled(pair: Pair, role: Role, row: int) -> None:
    """A table chooses a row and rolls on its screen; both have it."""
    table = pair.tables[role]
    table.do(ChooseRow(row))
    pair.until(lambda: not table.waits)
    table.do(RollDice())
    pair.until(lambda: all("roll" in (each.state().under or {}) for each in pair.tables.values()))


def test_another_row_may_be_chosen_until_the_dice_are_rolled(pair: Pair) -> None:
    """The second choice was told as if it put the roll right, and the app ended."""
    pair.host.do(ChooseRow(3))
    pair.until(lambda: pair.guest.state().under == {"row": 3})
    pair.host.do(ChooseRow(4))
    pair.until(lambda: pair.guest.state().under == {"row": 4})
    rolled(pair, "host", 5)
    with pytest.raises(RefereeError):
        pair.host.do(ChooseRow(4))
    assert pair.guest.state().under["row"] == pair.host.state().under["row"] == 5


@pytest.mark.parametrize("source", ["touch", "practice"])
def test_nobody_rolls_before_the_row_is_chosen(source: str, tmp_path: Path) -> None:
    pair = Pair(tmp_path, "leistiko-blockade", (source, "touch"))
    pair.begin()
    with pytest.raises(GameError, match="row"):
        pair.host.do(RollDice())
    pair.round()
    assert not far_of(pair.host).course.draw
    pair.close()
    far_meeting.WAYS.open = over_broker


def test_a_turn_taken_back_too_late_is_made_again(pair: Pair) -> None:
    """The other table had made it meanwhile."""
    rolled(pair, "host", 3)
    pair.host.do(Done())
    pair.until(lambda: pair.guest.side == "second" and not pair.guest.waits)
    rolled(pair, "guest", 3)
    pair.post.fault = lambda role, message: [] if role == "host" and not far_of(pair.host).course.pending else [message]
    pair.guest.do(Enter({"from": "second.3", "to": "second.4"}))
    pair.guest.do(Done())
    pair.until(lambda: far_of(pair.guest).course.pending and len(far_of(pair.host).course.turns) == 2)
    made = dict(pair.host.session.grid)
    pair.guest.do(TakeBack())
    assert pair.guest.session.grid != made
    pair.post.fault = lambda _role, message: [message]
    for table in pair.tables.values():
        far_of(table).again_seconds = 0.0
    pair.until(lambda: alike(pair.host.board, pair.host.session, pair.guest.session))
    assert pair.guest.session.grid == made and pair.guest.side == "first"


def test_a_row_put_right_after_the_roll_stays_as_it_was(pair: Pair) -> None:
    """The other table was told a row where only lists are told, and the app ended."""
    rolled(pair, "host", 3)
    pair.host.do(Correct({"row": 4}))
    pair.round()
    assert pair.host.state().under["row"] == pair.guest.state().under["row"] == 3


@pytest.mark.parametrize("killed", [False, True])
def test_a_kept_game_whose_dice_came_before_the_row_goes_on(
    killed: bool, pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version did not ask for the row first: its games were refused once they were opened again."""
    with monkeypatch.context() as older:
        older.setattr(HalfBoardTable, "commitments", {"roll": object, "row": int})
        far_of(pair.host).commit_dice("roll")
        pair.until(lambda: all(far_of(table).course.session.due for table in pair.tables.values()))
    pair.close()
    if killed:  # before the host's table had done what both had said
        journal = tmp_path / "host" / JOURNAL_NAME
        kept, _, _ = journal.read_bytes().rpartition(b'"kind":"far"')
        last = journal.read_bytes()[len(kept) :].partition(b"\n")[0]
        journal.write_bytes(kept + last + b"\n")
    for role in ROLES:
        pair.tables[role] = open_game(tmp_path / role)
    pair.until(lambda: not pair.host.waits)
    assert "roll" in pair.host.state().under and "row" not in pair.host.state().under
    pair.host.do(Enter({"from": "first.3", "to": "first.2"}))
    pair.host.do(Done())
    pair.until(lambda: len(far_of(pair.guest).course.turns) == 1)
    with pytest.raises(GameError, match="row"):
        pair.guest.do(RollDice())
    rolled(pair, "guest", 3)


@pytest.mark.parametrize("ahead", ["first", "second"])
def test_turns_are_sat_out_at_both_tables(ahead: str, tmp_path: Path) -> None:
    """They were rolled for without a row, which no table took that is played on the screen."""
    pair = Pair(tmp_path, "leistiko-blockade", more={"ahead": ahead})
    pair.begin()
    role: Role = "host" if ahead == "first" else "guest"
    table = pair.tables[role]
    pair.until(lambda: table.side == ahead and not table.waits)
    turns = len(far_of(pair.host).course.turns)
    rolled(pair, role, 3)
    table.do(Done())
    pair.until(lambda: len(far_of(pair.host).course.turns) == turns + 2)
    assert pair.host.side == pair.guest.side == ahead
    pair.close()
    far_meeting.WAYS.open = over_broker
