"""A position of Leistiko's Blockade that comes again and again is told; no rule ends the game for it."""

from pathlib import Path

import pytest

from companion.app.games.leistiko.presenter import LeistikoPresenter
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.opening import GameSetup, kept_games, open_game
from companion.app.texts.texts import Texts
from companion.referee.errors import RefereeError
from tests.app.games.looney.games import new_game

PLAYERS = {"first": "Ann", "second": "Bob"}


def stand_still(game: LeistikoTable, turns: int) -> None:
    for _ in range(turns):
        game.choose_row(3)
        game.roll([1])
        game.done()


def begun(folder: Path) -> tuple[LeistikoTable, Path]:
    kept = new_game(GameSetup(game="leistiko-blockade", source="touch"), folder)
    table = open_game(kept)
    assert isinstance(table, LeistikoTable)
    return table, kept


def test_a_repetition_is_told_and_a_draw_can_be_agreed_on(tmp_path: Path) -> None:
    game, kept = begun(tmp_path)
    presenter = LeistikoPresenter(Texts("en"), PLAYERS)
    stand_still(game, 3)
    assert "agree" not in [action.name for action in presenter.view(game.state()).actions]
    stand_still(game, 1)
    view = presenter.view(game.state())
    assert any("has now stood 3 times" in words for words in view.words)
    assert "agree" in [action.name for action in view.actions]
    game.agree()
    assert game.state().outcome == {"winner": "draw"} and game.phase == "over"
    assert presenter.title(game.state()) == Texts("en")("turn.draw")
    game.close()
    assert kept_games(tmp_path)[0].over
    again = open_game(kept)
    assert isinstance(again, LeistikoTable)
    assert isinstance(again, LeistikoTable)
    assert again.state().outcome == {"winner": "draw"}
    again.undo()
    assert again.state().phase == "row", "an agreement can be taken back"


def test_no_draw_is_agreed_on_before_anything_has_been_repeated(tmp_path: Path) -> None:
    game, _ = begun(tmp_path)
    with pytest.raises(RefereeError):
        game.agree()
