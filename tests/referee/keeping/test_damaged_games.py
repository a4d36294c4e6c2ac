"""A game whose journal was damaged on the disk is replayed and gone on with."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.opening import open_game
from companion.app.games.table import PlayedTable
from companion.app.records.page import write_page
from companion.app.records.records import position_text
from companion.referee.game import rejudge
from companion.referee.keeping.journal import JOURNAL_NAME, read
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.texts.language import english
from tests.games.looney_blockade.screen.games import reopened
from tests.often import some
from tests.referee.one_table import start
from tests.referee.simulated_referee import main
from tests.referee.simulation import Script

JOURNALS = Path(__file__).parents[2] / "data" / "journals"


def flipped(path: Path, line: int) -> None:
    """One bit of a line (from 1) is flipped, in its middle."""
    lines = path.read_bytes().splitlines(keepends=True)
    text = bytearray(lines[line - 1])
    text[len(text) // 2] ^= 4
    lines[line - 1] = bytes(text)
    path.write_bytes(b"".join(lines))


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """A set-up, a turn of each side, and a roll."""
    table, position = start()
    table.session.commit({"roll": {"B": 5, "G": 2}})
    grid = dict(position.grid)
    game = Script(tmp_path / "game").frame(grid).add(roll={"B": 5, "G": 2}).frame(grid)
    one = {**grid, **_hop(grid, "B")}
    game.frame(one).add(roll={"R": 6, "Y": 6}).frame(one)
    two = {**one, **_hop(one, "R")}
    return game.frame(two).add(roll={"B": 1, "G": 1}).frame(two).write()


def _hop(grid: dict[str, str], colour: str) -> dict[str, str]:
    """One small of a colour on another of its larges."""
    source, target = [cell for cell in grid if grid[cell] == f"{colour}3{colour}1"][:2]
    return {source: grid[source][:-2], target: grid[target] + f"{colour}1"}


def judged(recording: Path, capsys: pytest.CaptureFixture[str], *more: str) -> tuple[list[dict[str, Any]], str]:
    assert main(["referee", str(recording), "--json", *more]) == 0
    out, told = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], told


LINES = 10


@pytest.mark.parametrize("line", some(range(2, LINES + 1)))
def test_a_game_with_one_line_damaged_is_gone_on_with(
    recording: Path, tmp_path: Path, line: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """All that was announced behind the line is believed, and what comes next is judged from there."""
    journal = tmp_path / "game.journal"
    said, _ = judged(recording, capsys, "--journal", str(journal))
    assert len(journal.read_bytes().splitlines()) == LINES
    flipped(journal, line)
    damaged = journal.read_bytes()
    assert main(["replay", str(journal)]) == 0
    out = capsys.readouterr().out
    assert f"line {line} lost" in out and "none came out differently" in out
    assert journal.read_bytes() == damaged, "a replay changes nothing"
    events = json.loads((recording / "recording.json").read_text())
    last = [event["frame"] for event in events["events"] if "frame" in event][-1]
    for _ in range(2):
        events["events"].append({"t": float(len(events["events"])), "frame": last})
    (recording / "recording.json").write_text(json.dumps(events))
    more, told = judged(recording, capsys, "--resume", str(journal))
    assert told.count(f"line {line} lost") == 1 and len(told.splitlines()) == 1
    beside = tmp_path / "game.journal.damaged"
    assert str(beside) in told and beside.read_bytes() == damaged
    assert [verdict["verdict"] for verdict in more][-2:] == ["unchanged"] * 2
    assert more[-1]["grid"] == said[-1]["grid"]
    assert more[-1]["side"] == said[-1]["side"]
    # What is there now is a whole journal, and comes out the same again.
    assert not read(journal).damaged
    assert main(["replay", str(journal)]) == 0
    assert "none came out differently" in capsys.readouterr().out
    assert judged(recording, capsys, "--resume", str(journal))[0] == []


def test_behind_lost_lines_a_table_that_does_not_fit_is_asked_about(tmp_path: Path) -> None:
    """The lost line held the roll: what the players did under it is no breach of the rules."""
    table, position = start()
    session = table.session
    roll = {"B": 5, "G": 2}
    session.commit({"roll": roll})
    grid = dict(position.grid)
    session.lose_track()
    session.go_on()
    assert table.see({**grid, **_hop(grid, "R")}).verdict == "unsure"
    verdict = session.correct(9.0, {"accept": True})
    assert verdict.verdict == "corrected" and verdict.grid == {**grid, **_hop(grid, "R")}


def test_what_was_announced_behind_lost_lines_is_believed() -> None:
    contents = read(JOURNALS / "touch.journal")
    header = contents.header
    whole = [record for record in contents.records if record["kind"] not in ("stage", "fault")]
    for lost in range(len(whole) - 1):
        session = Session(open_table(header["game"], header["options"]))
        for record in whole[:lost]:
            rejudge(session, record)
        rejudge(session, {"kind": "gap", "seq": 0, "lines": ["9"]})
        for record in whole[lost + 1 :]:
            verdict = rejudge(session, record)
            if verdict is not None:
                assert verdict.to_json() == record["verdict"]
                assert dict(session.grid) == record["verdict"]["grid"]
                assert session.side == record["verdict"]["side"] or session.side is None
        rejudge(session, {"kind": "mended", "seq": 0})
        assert not session.astray


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Path]:
    shutil.copytree(JOURNALS / "app", tmp_path / "games")
    yield tmp_path / "games"


@pytest.mark.parametrize("name", ["ball", "blokus", "leistiko", "looney"])
def test_a_game_of_the_app_is_opened_whichever_line_is_damaged(
    games: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = games / name
    path = folder / JOURNAL_NAME
    whole = path.read_bytes()
    lines = whole.count(b"\n")
    for line in some(range(2, lines + 1)):
        path.write_bytes(whole)
        flipped(path, line)
        assert main(["replay", str(path)]) == 0
        assert f"line {line} lost" in capsys.readouterr().out
        write_page(folder)
        game = open_game(folder)
        assert game.notice is not None and f"line {line} lost" in english(game.notice)
        assert "damaged" in english(game.notice) and "compare the table" in english(game.notice)
        game.state()
        game.close()
        again = open_game(folder)
        assert again.notice is None, "it is told once"
        kept = [record["position"] for record in read(path).records if record["kind"] == "turn"]
        if kept and isinstance(again, PlayedTable):
            # Which turns were made is known of every turn that is not lost.
            board = again.board
            tables = [board.grid(board.from_json(position)) for position in kept]
            assert again.session.grid in (*tables, {**again.entry.start()})
        again.close()
        for beside in folder.glob("*.damaged*"):
            beside.unlink()


def test_a_game_by_touch_goes_on_behind_a_lost_turn(games: Path) -> None:
    folder = games / "looney"
    path = folder / JOURNAL_NAME
    records = read(path).records
    last = [record for record in records if record.get("verdict")][-1]
    flipped(path, last["seq"] + 1)
    game = reopened(folder)
    before = dict(game.state().believed)
    game.close()
    assert position_text(folder)
    again = reopened(folder)
    assert dict(again.state().believed) == before
    again.close()
