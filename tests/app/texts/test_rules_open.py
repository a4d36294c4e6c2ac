"""*The rule* on a verdict opens whatever rule it cites."""

import re
from pathlib import Path

import pytest

from companion.app.texts.texts import Texts
from companion.games.registry import ENGINES
from companion.texts.language import LANGUAGES

COMPANION = Path(__file__).parents[3] / "companion"
GAME_OF = {"BK": "looney-blockade", "LB": "leistiko-blockade", "PB": "pyramid-ball", "B3": "blokus3d"}
CITED = re.compile(r'"((?:BK|LB|PB|B3)-[A-Za-z0-9]+)"')


def cited() -> set[str]:
    """Every id that stands in the program: no verdict can cite another."""
    sources = (path.read_text("utf-8") for path in COMPANION.rglob("*.py"))
    return {found for source in sources for found in CITED.findall(source)}


def test_rules_are_cited_of_every_game() -> None:
    assert {rule.partition("-")[0] for rule in cited()} == set(GAME_OF)
    assert set(GAME_OF.values()) == set(ENGINES)


@pytest.mark.parametrize("rule", sorted(cited()))
def test_a_rule_that_a_verdict_may_cite_opens(rule: str) -> None:
    """Rule 2.3, which what moved before any roll cited, ended the app."""
    game = GAME_OF[rule.partition("-")[0]]
    for code in LANGUAGES:
        found = Texts(code).rule(game, rule)
        assert found.id == rule and found.title and found.text
        assert Texts(code).rule_title(game, rule)
