"""The kinds of verdicts are one table; rules that verdicts cite are in the rulebook."""

from typing import Any, get_args

import pytest

from companion.games.looney_blockade.rules.board import CELLS
from companion.games.looney_blockade.rules.model import SIDES, Position
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.looney_blockade.table.wording import LooneyWording
from companion.games.registry import ENGINES
from companion.referee import verdict as verdicts
from companion.referee.entered_look import EnteredLook
from companion.referee.grid import Commitment, Grid
from companion.referee.report.page import Report
from companion.referee.session import Session
from companion.referee.table import Breach
from companion.referee.tables import TABLES, open_table
from companion.referee.telling import sentence
from companion.referee.verdict import KINDS, Kind, Trait, Verdict
from companion.texts.language import LANGUAGES, language
from tests.referee.one_table import evidence_of, find, lifted, words


def test_every_kind_has_its_traits() -> None:
    assert tuple(KINDS) == get_args(Kind)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_kind_added_to_the_table_needs_nothing_but_texts(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's own kind, such as a hand that came too late, is worded, kept and shown without another list of kinds."""
    kinds: Any = verdicts.KINDS
    monkeypatch.setitem(kinds, "late", Trait("bad", summed=True))
    said = language(code)
    sentences: Any = said.sentences
    monkeypatch.setitem(sentences, "referee.line.late", "too late")
    late = Verdict(1.0, None, "late", {}, 1.0)
    assert said.say(sentence(late, LooneyWording())) == "too late"
    assert Verdict.from_json(late.to_json()) == late
    assert late.trait.tone == "bad"


@pytest.mark.parametrize("kind", KINDS)
def test_a_report_words_every_kind(kind: Kind) -> None:
    for code in LANGUAGES:
        assert language(code).text(f"referee.page.{kind}")
        if KINDS[kind].summed:
            assert language(code).text(f"referee.page.sum.{kind}")
    assert Report("a game", open_table("looney-blockade", {})).html()


@pytest.mark.parametrize("game", TABLES)
def test_the_games_that_are_refereed_are_games_that_there_are(game: str) -> None:
    assert open_table(game, {}).game == game
    assert game in ENGINES


@pytest.mark.rule("BK-roll")
def test_what_moves_before_any_roll_cites_a_rule_of_the_book() -> None:
    table = open_table("looney-blockade", {})
    before = initial()
    moved = {**before.grid, "b1": before.grid["b1"] + "R1"}
    found = table.explain(before, moved, None)
    assert isinstance(found, Breach) and found.cells == ("b1",)
    assert found.reason.rule is not None
    assert ENGINES["looney-blockade"].rulebook.find(found.reason.rule) == "BK-roll"
    assert set(found.cells) <= set(CELLS)


class Undecided(LooneyTable):
    """Rules of which one function does not know what another finds."""

    def turn(self, before: Position, after: Grid, under: Commitment) -> None:
        return None


def test_rules_that_disagree_end_no_game() -> None:
    """A table that is read as a breach, though the rules explain it as a legal turn, is asked about."""
    session = Session(Undecided())
    before = initial()
    assert session.see(0.0, None, evidence_of(EnteredLook(session.table, before.grid))).verdict == "setup"
    session.commit({"roll": {"B": 6, "G": 6}})
    start, end = (find(before.grid, "G3G1", number) for number in range(2))
    verdict = session.see(1.0, None, evidence_of(EnteredLook(session.table, lifted(before.grid, start, end))))
    assert (verdict.verdict, *words(verdict.reason)) == (
        "unsure",
        "the rules do not agree about this table: say what counts",
    )
    again = session.see(2.0, None, evidence_of(EnteredLook(session.table, lifted(before.grid, start, end))))
    assert again.verdict == "unsure"


class Diceless(LooneyTable):
    """Looney's Blockade in which whoever is to move has thrown sixes, and nobody says so."""

    def implicit(self, position: Position) -> Commitment:
        return self.commit({"roll": dict.fromkeys(SIDES[position.to_move], 6)}, None)


def test_in_a_game_without_dice_the_next_turn_begins_by_itself() -> None:
    session = Session(Diceless())
    grid: Grid = initial().grid
    assert session.see(0.0, None, evidence_of(EnteredLook(session.table, grid))).verdict == "setup"
    for t, (side, small) in enumerate([("cool", "G3G1"), ("warm", "R3R1"), ("cool", "B3B1")]):
        grid = lifted(grid, find(grid, small), find(grid, small, 1))
        verdict = session.see(1.0 + t, None, evidence_of(EnteredLook(session.table, grid)))
        assert (verdict.verdict, verdict.side, verdict.grid) == ("legal", side, grid)
    assert session.side == "warm"
    session.correct(9.0, {"undo": True})
    assert session.side == "cool"
