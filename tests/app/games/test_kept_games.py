"""Games that are kept are gone on with, listed, judged again and shown."""

import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Done, PassTurn, Suggest, TakeBack
from companion.app.games.opening import open_game, saved_games
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.records.page import write_page
from companion.app.records.records import Mover, position_text, statistics
from companion.cli import main
from companion.referee.keeping import journal as journals

KEPT = Path(__file__).parents[2] / "data" / "journals"
# Whole games, with rows, dice against dice, swapped dice, checkers that rest on the far side, head
# starts and pieces passed over; and with programs, fouls, special pyramids and a turn taken back.
WHOLE = ("leistiko-bungie", "leistiko-push", "leistiko-rests", "blokus-corner", "ball-advanced")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(KEPT / "app", tmp_path / "games")
    for name in WHOLE:
        shutil.copytree(KEPT / "turns" / name, tmp_path / "games" / name)
    return tmp_path / "games"


def opened(folder: Path) -> PlayedTable[Any]:
    found = open_game(folder)
    assert isinstance(found, PlayedTable)
    return found


def turns(table: PlayedTable[Any]) -> int:
    return sum(moment.verdict.trait.turn for moment in table.state().moments)


def test_they_are_all_there(games: Path) -> None:
    kept = {game.folder.name: game for game in saved_games(games)}
    assert set(kept) == {"looney", "leistiko", "blokus", "ball", *WHOLE}
    found = statistics(game.folder for game in kept.values())
    assert Mover(side="both") not in found.turns and found.turns[Mover(side="blue")] > 2 and found.rolled > 0
    for folder in games.iterdir():
        assert write_page(folder).read_text("utf-8").startswith("<!doctype html>")
        assert position_text(folder)


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_game_ends_as_it_did(games: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    records = journals.read(games / name / "game.journal").records
    kinds = Counter(record["verdict"]["verdict"] for record in records if record.get("verdict"))
    assert kinds["won"] == 1 and kinds["illegal"] == 0
    table = opened(games / name)
    assert table.state().phase == "won"
    table.close()
    assert main(["replay", str(games / name / "game.journal")]) == 0
    assert "none came out differently" in capsys.readouterr().out
    assert main(["export", str(games / name)]) == 0
    assert len(capsys.readouterr().out.splitlines()) > kinds["legal"]


def test_a_turn_of_leistiko_is_gone_on_with(games: Path) -> None:
    table = opened(games / "leistiko")
    state = table.state()
    assert (state.under, state.draft) == ({"row": 5, "roll": [4]}, ())
    assert state.believed["first.3"] == "1" and state.believed["first.4"] == "4" and table.side == "second"
    assert state.undoes_roll
    table.do(TakeBack())
    assert table.state().under == {"row": 5} and not table.state().undoes_roll
    table.do(TakeBack())
    assert table.state().under is None and table.side == "second"
    table.do(TakeBack())
    assert table.side == "first" and table.state().believed["first.3"] == "3"
    table.do(PassTurn())
    table.close()
    again = opened(games / "leistiko")
    assert again.side == "second" and again.state().believed["first.3"] == "3"
    again.close()


def test_what_was_being_written_when_the_app_was_killed_is_written_again(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    contents = journals.read(games / "blokus" / "game.journal")
    folder = shutil.copytree(KEPT / "app" / "blokus", games / "torn")
    contents = journals.read(folder / "game.journal")
    assert contents.torn > 0 and contents.records[-1]["kind"] == "stage"
    table = opened(folder)
    state = table.state()
    assert (state.phase, state.own.piece, turns(table)) == ("move", "S4", 3) and not state.own.cells
    table.do(Suggest())
    table.do(Done())
    made = turns(table)
    table.close()
    assert journals.read(folder / "game.journal").torn == 0
    again = opened(folder)
    assert turns(again) == made and again.side == "yellow"
    again.close()
