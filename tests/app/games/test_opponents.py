"""The computer as a player, without a window."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.games.computers import Computers
from companion.app.games.deeds import PassTurn, RollDice, Say, TakeBack
from companion.app.games.opening import GameSetup, open_game, rematch
from companion.app.games.opponents import STRENGTHS, Opponents
from companion.app.games.presenter import TablePresenter
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.games.words import spoken
from companion.app.judge.worker import PlayedGame
from companion.app.texts.texts import Texts
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.games.looney_blockade.screen.presenter import LOONEY
from tests.games.looney_blockade.screen.games import new_game

STEPS = 4000


def begun(folder: Path, game: str, computer: dict[str, str], source: str = "touch", **more: Any) -> PlayedGame:
    setup = GameSetup(game=game, source=source, pace=0.0, seed=3, more={"computer": computer, **more})
    return open_game(new_game(setup, folder))


def test_the_strongest_has_no_weakness_and_a_child_most() -> None:
    weakness = {name: Opponents({"x": name}).weakness("x") for name in STRENGTHS}
    assert weakness["child"] > weakness["learner"] > weakness["player"] > weakness["master"] == 0


def test_what_no_opponent_is_called_is_none() -> None:
    assert Opponents({"warm": "grandmaster"}).sides == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "sides", "more"),
    [
        ("leistiko-blockade", ("first", "second"), {"variant": "bungie"}),
        ("leistiko-blockade", ("first", "second"), {"variant": "super-push"}),
        ("blokus3d", ("blue", "yellow"), {"structure": "tower", "count": 2}),
    ],
)
def test_a_whole_game_of_the_computer_against_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sides: tuple[str, str], more: dict[str, Any]
) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    monkeypatch.setitem(STRENGTHS, "child", 0.95)
    table = begun(tmp_path, game, {sides[0]: "child", sides[1]: "child"}, **more)
    for _ in range(STEPS):
        if table.state().phase == "won":
            break
        table.advance()
    state = table.state()
    assert state.winner and not state.fault
    kinds = {moment.verdict.verdict for moment in state.moments}
    assert kinds <= {"setup", "legal", "won", "corrected"}, "it makes no turn that the rules forbid"


def test_undo_goes_back_to_the_last_thing_that_a_person_did(tmp_path: Path) -> None:
    table = begun(tmp_path, "leistiko-blockade", {"second": "master"})
    assert isinstance(table, PlayedTable)
    assert table.advance() is None
    table.do(ChooseRow(3))
    table.do(Say("roll", [1]))
    table.do(PassTurn())
    while table.side == "second":
        table.advance()
    assert sum(moment.verdict.trait.turn for moment in table.state().moments) == 2
    table.do(TakeBack())
    assert table.side == "first" and table.state().under == {"row": 3, "roll": [1]}


def test_the_computer_waits_before_each_step(tmp_path: Path) -> None:
    table = begun(tmp_path, "leistiko-blockade", {"first": "child"})
    assert isinstance(table, PlayedTable)
    now = [0.0]
    table.clock = lambda: now[0]
    table.companions = (*table.companions[:2], Computers(table, Opponents({"first": "child"}), 1.0))
    assert table.advance() == 1.0 and table.state().under is None
    now[0] = 1.0
    assert table.advance() == 1.0 and "row" in table.state().under  # type: ignore[operator]


def test_looney_blockade_on_the_screen_against_the_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRENGTHS, "child", 1.0)
    table = begun(tmp_path, "looney-blockade", {"warm": "child"})
    assert isinstance(table, PlayedTable)
    assert table.advance() is None
    table.do(RollDice({"B": 1, "G": 1}))
    table.do(PassTurn())
    while table.state().side == "warm":
        view = TablePresenter(LOONEY, Texts("en")).view(table.state())
        assert [action.name for action in view.actions] == ["undo"] and view.headline == "Warm is thinking"
        table.advance()
    verdicts = [moment.verdict for moment in table.state().moments]
    assert [verdict.verdict for verdict in verdicts] == ["setup", "legal", "legal"]
    presenter = TablePresenter(LOONEY, Texts("en"))
    assert spoken(presenter.words(table.state()), table.state()).startswith("Legal. Warm: ")
    table.do(TakeBack())
    assert table.state().side == "cool" and table.state().roll == {"B": 1, "G": 1}


@pytest.mark.slow
def test_under_a_camera_its_turn_is_shown_and_another_one_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A recorded game: the players make their own turns where the computer meant its."""
    monkeypatch.setitem(STRENGTHS, "child", 1.0)
    table = begun(tmp_path, "looney-blockade", {"cool": "child", "warm": "child"}, source="recording")
    assert isinstance(table, PlayedTable)
    told = None
    view = TablePresenter(LOONEY, Texts("en"))
    while not table.state().notice:
        table.advance()
        state = table.state()
        if state.suggestion and not told:
            told = view.view(state)
            assert spoken(view.words(state), state).startswith("Please move for")
    assert told and told.headline.startswith("Please move for") and told.board.arrows
    assert "another turn" in Texts("en").reason(table.notice or "")


def test_a_rematch_changes_sides_and_counts_the_series(tmp_path: Path) -> None:
    setup = GameSetup(
        game="looney-blockade",
        source="touch",
        options={"BK-02": "b"},
        players={"cool": "Ada", "warm": "Computer"},
        more={"computer": {"warm": "learner"}},
    )
    again = rematch(new_game(setup, tmp_path), ("cool",))
    assert (again.game, again.source, again.options) == ("looney-blockade", "touch", {"BK-02": "b"})
    assert again.players == {"warm": "Ada", "cool": "Computer"} and again.more["computer"] == {"cool": "learner"}
    assert again.more["series"] == {"warm": 1, "cool": 0}
    third = rematch(new_game(again, tmp_path), ("warm",))
    assert third.more["series"] == {"cool": 2, "warm": 0} and third.players == setup.players
    table = open_game(new_game(third, tmp_path))
    assert table.state().series == {"cool": 2, "warm": 0}
