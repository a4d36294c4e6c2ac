"""Journals of version 0.1, which called some records otherwise, are gone on with, listed and shown."""

import shutil
from pathlib import Path

import pytest

from companion.app.games.engine_table import EngineTable
from companion.app.games.opening import kept_games, open_game
from companion.app.records.page import write_page
from companion.app.records.records import position_text, statistics
from companion.referee.keeping import journal as journals

KEPT = Path(__file__).parents[2] / "data" / "journals" / "app"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(KEPT, tmp_path / "games")
    return tmp_path / "games"


def engine_table(folder: Path) -> EngineTable:
    found = open_game(folder)
    assert isinstance(found, EngineTable)
    return found


def test_they_are_all_there(games: Path) -> None:
    kept = {game.folder.name: game for game in kept_games(games)}
    assert set(kept) == {"looney", "leistiko", "blokus", "ball"}
    found = statistics(game.folder for game in kept.values())
    assert "both" not in found.turns and found.turns["blue"] == 2 and found.rolled > 0
    for folder in games.iterdir():
        assert write_page(folder).read_text("utf-8").startswith("<!doctype html>")
        assert position_text(folder)


def test_a_turn_of_leistiko_is_gone_on_with(games: Path) -> None:
    table = engine_table(games / "leistiko")
    assert table.turn == {"row": 5, "roll": [4], "steps": []}
    assert table.position["first"] == [2, 3, 1, 4, 3, 2] and table.side == "second"
    assert table.state().undoes_roll
    table.undo()
    assert table.turn == {"row": 5} and not table.state().undoes_roll
    table.undo()
    assert table.turn == {} and len(table.state().plays) == 1
    table.undo()
    table.close()
    again = engine_table(games / "leistiko")
    assert again.state().plays == () and again.side == "first"
    again.close()


def test_what_was_being_written_when_the_app_was_killed_is_written_again(games: Path) -> None:
    contents = journals.read(games / "blokus" / "game.journal")
    assert contents.torn > 0 and contents.records[-1]["kind"] == "stage"
    table = engine_table(games / "blokus")
    state = table.state()
    assert (state.phase, state.turn["piece"], len(state.plays)) == ("piece", "S4", 2)
    table.suggest()
    table.close()
    assert journals.read(games / "blokus" / "game.journal").torn == 0


def test_two_programs_are_shown_again(games: Path) -> None:
    table = engine_table(games / "ball")
    (play,) = table.state().plays
    assert play.side == "both" and play.what["events"]
    table.close()
