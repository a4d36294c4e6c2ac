"""Every reason that a game gives has its sentence in every language, and no sentence is left over."""

import re
from pathlib import Path
from string import Formatter

import pytest

from companion.texts.language import LANGUAGES, language

COMPANION = Path(__file__).parent.parent.parent / "companion"
# Where reasons of an area are given.
GIVEN = {
    "ball": (*(COMPANION / "games/pyramid_ball").glob("*.py"),),
    "blokus": (*(COMPANION / "games/blokus3d").glob("*.py"), COMPANION / "app/play/blokus_table.py"),
}


def given(area: str) -> set[str]:
    """The keys of an area, as they are written out in modules."""
    key = re.compile(rf'"({area}\.[a-z_.0-9]+)"')
    return {found for path in GIVEN[area] for found in key.findall(path.read_text("utf-8"))}


def worded(area: str, code: str) -> dict[str, str]:
    return {key: said for key, said in language(code).sentences.items() if key.startswith(f"{area}.")}


def filled_in(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("area", GIVEN)
def test_every_reason_of_a_game_has_a_sentence(area: str, code: str) -> None:
    assert len(given(area)) > 50
    assert given(area) == {*worded(area, code)}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("area", GIVEN)
def test_a_sentence_tells_the_same_in_every_language(area: str, code: str) -> None:
    english, other = worded(area, "en"), worded(area, code)
    assert [key for key in english if filled_in(english[key]) != filled_in(other[key])] == []
    assert [key for key in english if english[key] == other[key] and re.search(r"[a-z]{3} ", english[key])] == []
