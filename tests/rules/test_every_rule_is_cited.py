"""Every rule of every rulebook is shown by a test that cites it, and every id cited exists."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.games.registry import ENGINES
from tests.sources import parsed

ROOT = Path(__file__).parent.parent.parent
CITED_BY_VERDICTS = re.compile(r'"([A-Z0-9]{2}-(?:[a-z]+|\d{2}))"')
# Only Pyramid Ball has conflict rules C1..C10; elsewhere "C3" is a piece.
CONFLICT_RULES_BY_VERDICTS = re.compile(r'"(C\d+)"')


def cited(tree: ast.AST) -> Iterator[str]:
    """The ids in `pytest.mark.rule(...)`, wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


@cache
def all_cited() -> set[str]:
    tests = (ROOT / "tests").rglob("test_*.py")
    return {rule for path in tests for rule in cited(parsed(path))}


KNOWN = {rule for engine in ENGINES.values() for rule in engine.rulebook.ids}


@pytest.mark.parametrize("rule", sorted(KNOWN))
def test_every_rule_has_a_test(rule: str) -> None:
    assert rule in all_cited(), f"no test cites {rule}: mark one with @pytest.mark.rule({rule!r})"


def test_no_test_cites_a_rule_that_is_not_in_a_rulebook() -> None:
    assert all_cited() <= KNOWN


def source_of(game: str) -> str:
    """All of a game's engine but its rulebook, where ids are cited."""
    folder = Path(str(sys.modules[type(ENGINES[game]).__module__].__file__)).parent
    return "\n".join(path.read_text() for path in folder.rglob("*.py") if path.name != "rulebook.py")


@pytest.mark.parametrize("game", ENGINES)
def test_verdicts_cite_rules_that_can_be_looked_up(game: str) -> None:
    used = {*CITED_BY_VERDICTS.findall(source_of(game))}
    if game == "pyramid-ball":
        used |= {*CONFLICT_RULES_BY_VERDICTS.findall(source_of(game))}
    assert used and used <= set(ENGINES[game].rulebook.ids)


def test_verdicts_of_pyramid_ball_cite_every_conflict_rule() -> None:
    used = CONFLICT_RULES_BY_VERDICTS.findall(source_of("pyramid-ball"))
    assert {*used} == {f"C{number}" for number in range(1, 11)}


def test_citations_are_collected_from_the_source() -> None:
    source = '@pytest.mark.rule("BK-01", "BK-02")\ndef test_it(): ...\n'
    assert set(cited(ast.parse(source))) == {"BK-01", "BK-02"}


def test_looking_a_rule_up_is_no_citation() -> None:
    assert not [*cited(ast.parse('presenter().rule("BK-own")\ntexts.rule("looney-blockade", "BK-01")\n'))]
