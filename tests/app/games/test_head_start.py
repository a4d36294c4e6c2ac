"""A head start: somebody begins with turns in a row, or with points."""

from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Done, PassTurn, RollDice, Say, Suggest, TakeBack
from companion.app.games.opening import GameSetup, open_game, rematch
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.judge.worker import PlayedGame
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.cli import main
from companion.games.leistiko_blockade.screen.deeds import ChooseRow
from companion.referee.keeping import journal
from companion.referee.written_games import take_in
from tests.games.looney_blockade.screen.games import new_game


def begun(folder: Path, game: str, source: str = "touch", **more: Any) -> tuple[PlayedGame, Path]:
    kept = new_game(GameSetup(game=game, source=source, pace=0.0, more=more), folder)
    return open_game(kept), kept


def leistiko_turn(table: PlayedTable[Any]) -> None:
    table.do(ChooseRow(3))
    table.do(Say("roll", [1]))
    table.do(PassTurn())


@pytest.mark.parametrize(("ahead", "movers"), [("first", "fffsfs"), ("second", "sssfsf")])
def test_who_is_ahead_begins_with_turns_in_a_row(tmp_path: Path, ahead: str, movers: str) -> None:
    table, kept = begun(tmp_path, "leistiko-blockade", ahead=ahead)
    assert isinstance(table, PlayedTable)
    for mover in movers:
        assert table.side[0] == mover
        leistiko_turn(table)
    table.do(TakeBack())
    table.do(PassTurn())
    before = table.state().moments
    table.close()
    again = open_game(kept)
    assert [moment.verdict for moment in again.state().moments] == [moment.verdict for moment in before]
    again.close()


@pytest.mark.parametrize(("ahead", "movers"), [("cool", "cccwc"), ("warm", "wwwcw")])
def test_a_referee_has_them_pass(tmp_path: Path, ahead: str, movers: str) -> None:
    table, kept = begun(tmp_path, "looney-blockade", ahead=ahead)
    assert isinstance(table, PlayedTable)
    for mover in movers:
        assert table.side[0] == mover
        table.do(RollDice())
        assert table.side[0] == mover and table.state().phase == "move"
        table.do(PassTurn())
    table.do(TakeBack())
    assert table.side[0] == movers[-1]
    state = table.state()
    table.close()
    again = open_game(kept)
    assert (again.state().side, again.state().phase) == (state.side, state.phase)
    again.close()


def test_an_undone_turn_is_not_counted(tmp_path: Path) -> None:
    table, _ = begun(tmp_path, "looney-blockade", ahead="cool")
    assert isinstance(table, PlayedTable)
    table.do(RollDice())
    table.do(PassTurn())
    table.do(TakeBack())
    table.do(PassTurn())
    for _ in range(2):
        assert table.side == "cool"
        table.do(RollDice())
        table.do(PassTurn())
    assert table.side == "warm"


def test_in_blokus_pieces_are_placed_one_after_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    table, kept = begun(tmp_path, "blokus3d", ahead="yellow", structure="tower", count=3)
    assert isinstance(table, PlayedTable)
    movers = ""
    for turn in range(6):
        if turn == 2:  # taken back, it does not count
            table.do(TakeBack())
            assert table.side == "yellow"
        movers += table.side[0]
        table.do(Suggest())
        table.do(Done())
    assert movers == "yyyyrb"
    side = table.side
    table.close()
    again = open_game(kept)
    assert again.state().side == side
    again.close()


def test_points_of_the_advanced_game_of_pyramid_ball(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, kept = begun(tmp_path, "pyramid-ball", ahead="second", mode="advanced")
    assert table.state().score.position["score"] == [0, 2]
    table.close()
    assert main(["export", str(kept)]) == 0
    written = kept.parent / "written.txt"
    written.write_text(capsys.readouterr().out)
    take_in(written.read_text(), kept.parent / "again.journal")
    assert journal.read(kept.parent / "again.journal").header["options"]["points"] == {"second": 2}
    table, _ = begun(tmp_path, "pyramid-ball", ahead="second", mode="basic")
    assert table.state().score.position["score"] == [0, 0]


def test_a_rematch_takes_it_along_to_the_other_side(tmp_path: Path) -> None:
    table, kept = begun(tmp_path, "looney-blockade", ahead="cool")
    table.close()
    assert rematch(kept, ()).more["ahead"] == "warm"


def test_it_is_offered_in_one_sentence() -> None:
    presenter = StartPresenter(Texts("en"))
    presenter.choose("source", "touch")
    offered = {choice.name: choice.says for choice in presenter.options()}
    assert offered["ahead"] == "This side begins, and makes 3 turns in a row."
    presenter.choose("ahead", "warm")
    assert presenter.setup().more["ahead"] == "warm"
    assert presenter.options_words() == "Options: your own"
    presenter.game = "pyramid-ball"
    assert "ahead" not in [choice.name for choice in presenter.options()]
    presenter.choose("mode", "advanced")
    assert "Begins with 2 points." in [choice.says for choice in presenter.options()]
