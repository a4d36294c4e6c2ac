"""Journals that are kept are read, resumed and replayed; those of an older form are refused."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.referee.errors import RefereeError
from companion.referee.game import judged_alike, rejudge
from companion.referee.keeping.journal import Journal, read
from companion.referee.session import Session
from companion.referee.tables import open_table
from hardware.durable_lines import sealed

JOURNALS = Path(__file__).parents[2] / "data" / "journals"
DEMO = Path(__file__).parents[3] / "companion" / "data" / "demo_game"
REFEREED = ("demo", "touch", "killed")


@pytest.mark.parametrize("name", REFEREED)
def test_a_kept_journal_is_replayed_with_the_same_verdicts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(JOURNALS / f"{name}.journal")]) == 0
    said = capsys.readouterr().out
    assert "none came out differently" in said
    assert ("was passed over" in said) == (name == "killed")


@pytest.mark.parametrize("name", REFEREED)
def test_a_kept_journal_can_be_gone_on_with(tmp_path: Path, name: str) -> None:
    """What is added is of this version; the whole is read as one journal."""
    path = tmp_path / "game.journal"
    shutil.copy(JOURNALS / f"{name}.journal", path)
    journal, contents = Journal.reopen(path)
    table = open_table(contents.header["game"], contents.header["options"])
    session = Session(table)
    for record in contents.records:
        verdict = rejudge(session, record)
        assert verdict is None or judged_alike(verdict, record["verdict"])
    with journal:
        verdict = session.correct(1e6, {"undo": True})
        journal.append("correct", {"event": 99, "t": 1e6, "correct": {"undo": True}, "verdict": verdict.to_json()})
    again = Session(table)
    records = read(path).records
    assert len(records) == len(contents.records) + 1
    last = [rejudge(again, record) for record in records][-1]
    assert last is not None and last.to_json() == records[-1]["verdict"]
    assert again.position == session.position


@pytest.mark.parametrize(("name", "more"), [pytest.param("demo", 0, marks=pytest.mark.slow), ("killed", 1)])
def test_a_kept_journal_of_a_recording_is_resumed_where_it_ends(
    tmp_path: Path, name: str, more: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.journal"
    shutil.copy(JOURNALS / f"{name}.journal", path)
    assert cli.main(["referee", str(DEMO), "--json", "--resume", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == more
    assert len(read(path).records) == len(read(JOURNALS / "demo.journal").records)


@pytest.mark.parametrize(
    "older",
    [
        {"kind": "turn", "side": "first", "what": {}, "position": {}},
        {"kind": "commit", "commit": {"row": 3}},
        {"kind": "correct", "correct": {"undo": True}},
        {"kind": "stage", "turn": {"steps": []}},
    ],
)
def test_a_journal_of_an_older_form_is_refused_in_one_sentence(tmp_path: Path, older: dict[str, Any]) -> None:
    path = tmp_path / "game.journal"
    with Journal.create(path, {"game": "leistiko-blockade", "options": {}}) as journal:
        journal.append(older.pop("kind"), {"event": 0, "t": 0.0, **older})
    with pytest.raises(RefereeError, match=r"version 0\.1 or 0\.2 .* begin a new game"):
        read(path)


def test_a_journal_of_the_first_format_is_refused_in_the_same_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(sealed(b'{"seq":0,"kind":"header","format":1,"game":"looney-blockade","options":{}}'))
    with pytest.raises(RefereeError, match=r"version 0\.1 or 0\.2 .* begin a new game"):
        read(path)


def test_a_game_entered_by_touch_has_the_records_of_all_games() -> None:
    kinds = {record["kind"] for record in read(JOURNALS / "leistiko.journal").records}
    assert kinds == {"frame", "commit", "stage", "correct"}
