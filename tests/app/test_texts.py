"""Everything the app says is there in every language."""

import re
from pathlib import Path

import pytest

from companion.app.present.games import GAMES
from companion.app.texts import CATALOGUE, LANGUAGES, Texts
from companion.games.registry import ENGINES

APP = Path(__file__).parents[2] / "companion" / "app"
# Keys as they are written out in modules and .kv files; those put together from parts are tested one by one below.
USED = re.compile(r"""\b(?:t|texts|_t)\(\s*"([a-z][\w.]*)["]""")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_has_a_text(language: str) -> None:
    assert [key for key, texts in CATALOGUE.items() if not texts.get(language, "").strip()] == []


def test_no_language_has_more_than_the_others() -> None:
    assert all(set(texts) == set(LANGUAGES) for texts in CATALOGUE.values())


def test_the_same_things_are_filled_in_in_every_language() -> None:
    for key, texts in CATALOGUE.items():
        names = {language: sorted(re.findall(r"{(\w+)}", text)) for language, text in texts.items()}
        assert len({tuple(found) for found in names.values()}) == 1, key


def test_every_key_that_is_used_is_there() -> None:
    used = {key for path in [*APP.rglob("*.py"), *APP.rglob("*.kv")] for key in USED.findall(path.read_text("utf-8"))}
    assert len(used) > 40
    assert sorted(used - set(CATALOGUE)) == []


@pytest.mark.parametrize("game", [game for game in GAMES if game in ENGINES])
def test_every_option_of_a_game_is_explained(game: str) -> None:
    wanted = {f"game.{game}", f"game.{game}.says"}
    wanted |= {f"side.{side}" for side in GAMES[game].sides} | {f"source.{source}" for source in GAMES[game].sources}
    wanted |= {f"{name}.{value}" for name, values in GAMES[game].choices.items() for value in values}
    rules = {rule.id: rule for rule in ENGINES[game].rulebook.rules if rule.options}
    assert set(GAMES[game].rules) <= set(rules)
    for rule in GAMES[game].rules:
        wanted |= {f"rule.{rule}", *(f"option.{rule}.{value}" for value in rules[rule].options or {})}
    assert sorted(wanted - set(CATALOGUE)) == []


def test_every_rule_that_a_verdict_may_cite_has_a_title() -> None:
    rules = [rule.id for rule in ENGINES["looney-blockade"].rulebook.rules]
    assert [rule for rule in rules if f"rule.{rule}" not in CATALOGUE] == []


def test_pieces_and_hops_in_words() -> None:
    moves = ({"piece": "G2", "from": "a5", "to": "b3", "cost": 2, "cap": "K3"},)
    assert Texts("en").moves(moves) == "medium green a5–b3 (2), large black on top"
    assert Texts("de").moves(moves) == "grüne Mittlere a5–b3 (2), darauf schwarze Große"


def test_an_unknown_language_is_english() -> None:
    assert Texts("xx")("do.roll") == "Roll"
