"""The page of a game in a real browser: it is stepped through turn by turn, and nothing runs on it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.games.deeds import Done, Suggest
from companion.app.games.opening import GameSetup, open_game
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.records.diary import MOST_GAMES, WHOLE, prune
from companion.app.records.page import chosen_pictures, write_page
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME, Contents, Journal
from companion.referee.verdict import Kind, Verdict
from tests.games.looney_blockade.screen.games import new_game
from tests.sharing.hall.browser import Browser

# What of the turns is on show.
LEGAL: tuple[Kind] = ("legal",)
A_VERDICT = Verdict(0.0, None, "legal", {}, 1.0)
SHOWN = "[...document.querySelectorAll('.moment')].filter(each => each.offsetParent)"


def a_game(folder: Path) -> Path:
    """Two turns of Blokus 3D between two players of whom one has a name that looks like markup."""
    setup = GameSetup(
        game="blokus3d", source="touch", players={"blue": "<b>Ada</b>"}, more={"structure": "tower", "count": 2}
    )
    kept = new_game(setup, folder)
    game = open_game(kept)
    assert isinstance(game, PlayedTable)
    for _ in range(2):
        game.do(Suggest())
        game.do(Done())
    game.close()
    return kept


def test_a_page_has_the_board_after_every_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    page = write_page(a_game(tmp_path), "de").read_text("utf-8")
    assert page.count('type="radio"') == 3 and page.count('<svg class="board"') >= 3
    assert "Zug 1: &lt;b&gt;Ada" in page and "<b>Ada" not in page and "<script" not in page


def test_a_page_has_a_dozen_pictures_of_the_game(tmp_path: Path) -> None:
    def judged(n: int, kind: str) -> dict[str, Any]:
        return {"seq": n, "kind": "frame", "frame": f"{n}.jpg", "verdict": {"verdict": kind}}

    kinds = ["setup", *["legal"] * 40, "hand", "illegal", "won"]
    contents = Contents({}, tuple(judged(n, kind) for n, kind in enumerate(kinds)), 0, 0)
    pictured = chosen_pictures(contents, deciding={7, 33})
    assert {"0.jpg", "7.jpg", "33.jpg", "43.jpg"} <= set(pictured) and len(pictured) == 12 and "41.jpg" not in pictured
    assert set(chosen_pictures(replace(contents, records=contents.records[:3]), ())) == {"0.jpg", "1.jpg", "2.jpg"}


def test_a_game_that_is_over_keeps_a_dozen_pictures_and_one_long_ago_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pictured(name: str, *kinds: Kind) -> Path:
        (tmp_path / name).mkdir()
        header: dict[str, Any] = {"game": "looney-blockade", "options": {}, "camera": None}
        journal = Journal.create(tmp_path / name / JOURNAL_NAME, header)
        for n, kind in enumerate(kinds):
            picture, verdict = f"{n:04d}.jpg", replace(A_VERDICT, verdict=kind).to_json()
            (tmp_path / name / picture).touch()
            told: dict[str, Any] = {
                "event": n,
                "t": 0.0,
                "frame": picture,
                "evidence": {"hand": False, "hidden": [], "cells": {}},
                "sha256": "",
                "remarks": [],
            }
            journal.append("frame", {**told, "verdict": verdict})
        journal.close()
        return tmp_path / name

    past = [pictured(f"2025{n:04d}", "setup", "won") for n in range(2)]
    small = [pictured(f"2026{n:04d}", "setup", "won") for n in range(MOST_GAMES - 2 - WHOLE)]
    over = pictured("20270101", "setup", *LEGAL * 40, "won")
    begun = pictured("20270102", "setup", *LEGAL * 20)
    last = [pictured(f"2027020{n}", "setup", *LEGAL * 40, "won") for n in range(WHOLE)]
    read: list[Path] = []

    def noted(path: Path) -> Contents:
        read.append(path.parent)
        return journals_read(path)

    journals_read = journals.read
    monkeypatch.setattr(journals, "read", noted)
    prune(tmp_path)
    assert sorted(read) == [over, begun] and all(len(list(folder.glob("*.jpg"))) == 2 for folder in small)
    assert all(len(list(folder.glob("*.jpg"))) == 42 for folder in last), "what decided them may not be known yet"
    left = {path.name for path in over.glob("*.jpg")}
    assert len(left) == 12 and {"0000.jpg", "0041.jpg"} <= left
    assert len(list(begun.glob("*.jpg"))) == 21, "it may be gone on with"
    assert not [path for folder in past for path in folder.glob("*.jpg")]
    assert all((folder / JOURNAL_NAME).exists() for folder in past)


@pytest.mark.slow
def test_a_page_is_stepped_through_in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TurnEntry, "thinking_seconds", 0.0)
    page = write_page(a_game(tmp_path))
    with Browser() as browser:
        browser.open(page.as_uri())
        browser.until_said("Step through the game", "Set-up")
        assert browser.run(f"{SHOWN}.length") == 1
        for heading in ("Turn 1: <b>Ada</b>", "Turn 2: Yellow"):
            browser.run(f"{SHOWN}[0].querySelector('.steps > :last-child').click()")
            assert browser.run(f"{SHOWN}[0].querySelector('h3').innerText") == heading
        assert browser.run(f"{SHOWN}[0].querySelectorAll('svg.board .p-mark').length") > 0
        browser.run("document.querySelector('.dot[for=turn0]').click()")
        assert browser.run(f"{SHOWN}[0].querySelector('h3').innerText") == "Set-up"
        assert browser.problems == []
