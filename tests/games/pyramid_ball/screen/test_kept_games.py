"""Games of Pyramid Ball by touch that were broken off in the middle of a turn."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Done, Enter, TakeBack
from companion.app.games.opening import open_game
from companion.app.games.table import PlayedTable
from companion.cli import main
from companion.games.pyramid_ball.screen.deeds import Choose

KEPT = Path(__file__).parents[3] / "data" / "journals"


def position(table: PlayedTable[Any]) -> Any:
    return table.state().score.position


def opened(folder: Path) -> PlayedTable[Any]:
    table = open_game(folder)
    assert isinstance(table, PlayedTable)
    return table


@pytest.fixture
def games(tmp_path: Path) -> Path:
    shutil.copytree(KEPT / "turns", tmp_path / "games", ignore=shutil.ignore_patterns("leistiko*", "blokus*"))
    shutil.copytree(KEPT / "app" / "ball", tmp_path / "games" / "ball")
    return tmp_path / "games"


def test_a_program_is_entered_on(games: Path) -> None:
    table = opened(games / "ball-entering")
    entry = table.state().own.entry
    assert (entry.side, entry.sheet.pyramid, entry.sheet.words["M"]) == ("second", "M", "FR")
    assert entry.sheet.whole()["pass"] == {"row": 1, "to": "S"} and position(table)["score"] == [0, 2]
    table.do(Enter({"command": "F"}))
    table.do(Enter({"pass_row": ""}))
    table.close()
    table = opened(games / "ball-entering")
    assert table.state().own.entry.sheet.words["M"] == "FRF"
    table.do(Done())
    made = table.state().own.programs
    assert made["first"]["S"] == "F.R" and made["second"]["M"] == "FRF"
    table.close()


def test_a_question_is_still_open(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = opened(games / "ball-question")
    own = table.state().own
    assert (own.choices, own.choice["player"], own.choice["options"]) == (("M",), "second", ["S", "M", "L"])
    table.do(Choose("L"))
    assert position(table)["specials"] == {"first": ["M"], "second": ["L"]}
    table.close()
    assert main(["replay", str(games / "ball-question" / "game.journal")]) == 0
    assert "none came out differently" in capsys.readouterr().out


def test_a_turn_is_there_and_can_be_taken_back(games: Path) -> None:
    table = opened(games / "ball")
    verdict = table.state().moments[-1].verdict
    assert verdict.verdict == "legal" and verdict.more["programs"]["first"]["S"] == "FFR" and verdict.more["events"]
    table.do(TakeBack())
    assert position(table)["first"]["S"] == "f3" and not table.state().can_undo
    table.close()
