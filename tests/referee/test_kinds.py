"""The kinds of verdicts are one table; rules that verdicts cite are in the rulebook."""

from typing import Any, get_args

import pytest

from companion.games.looney_blockade import CELLS, initial
from companion.games.registry import ENGINES
from companion.referee import verdict as verdicts
from companion.referee.report.page import Report
from companion.referee.table import Breach
from companion.referee.tables import TABLES, open_table
from companion.referee.tables.looney.wording import LooneyWording
from companion.referee.telling import sentence
from companion.referee.verdict import KINDS, Kind, Trait, Verdict
from companion.texts.language import LANGUAGES, language


def test_every_kind_has_its_traits() -> None:
    assert tuple(KINDS) == get_args(Kind)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_kind_added_to_the_table_needs_nothing_but_texts(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game's own kind, such as a hand that came too late, is worded, kept and shown without another list of kinds."""
    kinds: Any = verdicts.KINDS
    monkeypatch.setitem(kinds, "late", Trait("bad", summed=True))
    said = language(code)
    monkeypatch.setattr(said, "sentences", {**said.sentences, "referee.line.late": "too late"})
    late = Verdict(1.0, None, "late", {}, 1.0)  # type: ignore[arg-type]
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
    assert ENGINES["looney-blockade"].rulebook.find(found.reason.rule).id == "BK-roll"
    assert set(found.cells) <= set(CELLS)
