"""Journals that version 0.1.0 (format 1) wrote are read, resumed and replayed."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from companion import cli
from companion.referee.game import judged_alike, rejudge
from companion.referee.keeping.journal import Journal, read
from companion.referee.keeping.old_journals import modern
from companion.referee.session import Session
from companion.referee.tables import open_table
from companion.referee.verdict import Verdict
from companion.texts.language import english

JOURNALS = Path(__file__).parents[2] / "data" / "journals"
DEMO = Path(__file__).parents[3] / "companion" / "data" / "demo_game"
REFEREED = ("demo", "touch", "killed")


@pytest.mark.parametrize("name", REFEREED)
def test_an_old_journal_is_replayed_with_the_same_verdicts(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(JOURNALS / f"{name}.journal")]) == 0
    said = capsys.readouterr().out
    assert "none came out differently" in said
    assert ("was passed over" in said) == (name == "killed")


@pytest.mark.parametrize("name", REFEREED)
def test_an_old_journal_can_be_gone_on_with(tmp_path: Path, name: str) -> None:
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


@pytest.mark.parametrize(("name", "more"), [("demo", 0), ("killed", 1)])
def test_an_old_journal_of_a_recording_is_resumed_where_it_ends(
    tmp_path: Path, name: str, more: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.journal"
    shutil.copy(JOURNALS / f"{name}.journal", path)
    assert cli.main(["referee", str(DEMO), "--json", "--resume", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == more
    assert len(read(path).records) == len(read(JOURNALS / "demo.journal").records)


def test_a_verdict_of_an_old_journal_is_published_as_it_was() -> None:
    kept: dict[str, Any] = {
        "t": 1.0,
        "frame": None,
        "verdict": "unsure",
        "side": "cool",
        "roll": {"B": 1, "G": 2},
        "moves": [],
        "points": None,
        "rule": None,
        "reason": "too close to call",
        "cells": [],
        "grid": {"a1": "G3G1"},
        "seen": None,
        "readings": [
            {"verdict": "legal", "probability": 0.5, "moves": [], "grid": {}, "words": "legal [a1 G3, b1 -]"}
            | {"apart": "a1 G3, b1 -"},
            {"verdict": "illegal", "probability": 0.4, "moves": [], "grid": {}, "words": "illegal, too far"}
            | {"rule": "BK-points", "reason": "too far"},
        ],
        "notes": ["out of turn"],
        "confidence": 0.5,
    }
    record = {"kind": "frame", "verdict": kept}
    assert Verdict.from_json(modern(record)["verdict"]).to_json(english) == kept
    assert modern(modern(record)) == modern(record)


def test_a_piece_moved_before_any_roll_cites_a_rule_that_exists() -> None:
    """Version 0.1.0 cited section 2.3 of a specification."""
    kept: dict[str, Any] = {"rule": "2.3", "reason": "put it back", "roll": None, "readings": [], "notes": []}
    assert modern({"kind": "frame", "verdict": kept})["verdict"]["reason"]["rule"] == "BK-roll"


def test_a_game_entered_by_touch_has_the_records_of_all_games() -> None:
    kinds = {record["kind"] for record in read(JOURNALS / "leistiko.journal").records}
    assert kinds == {"stage", "turn", "correct"}
