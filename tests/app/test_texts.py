"""Everything the app says is there in every language."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from companion.app.present.games import GAMES
from companion.app.texts import CATALOGUE, LANGUAGES, Texts, translated
from companion.games.engine import respond
from companion.games.registry import ENGINES
from vision.look import CELLS

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


def reasons(seed: int) -> set[str]:
    """What the engine of Looney Blockade says against, and for, turns in the course of a game."""
    rng = random.Random(seed)
    said: set[str] = set()

    def ask(op: str, **fields: object) -> dict[str, Any]:
        return respond({"game": "looney-blockade", "op": op, **fields}, ENGINES)

    position = ask("initial")["position"]
    for _ in range(12):
        side = position["to_move"]
        roll = {colour: rng.randint(1, 6) for colour in {"cool": "BG", "warm": "RY"}[side]}
        for cell in rng.sample(CELLS, 4):
            hint = ask("hint", position=position, budget=roll, **{"from": cell})
            said |= {no["reason"] for no in hint.get("refused", ())}
        for _ in range(6):
            after = dict(position["grid"])
            start, end = rng.sample([cell for cell in CELLS if after[cell]], 2)
            after[end] += after[start][-2:]
            after[start] = after[start][:-2]
            judged = ask("check", before=position, after=after, roll=roll)
            said |= {judged["reason"]} if judged.get("legal") is False else set()
        found = ask("hint", position=position, roll=roll)["suggestion"]
        said.add(found["reason"])
        hops = [{"from": hop["from"], "to": hop["to"]} for hop in found["moves"]]
        position = ask("apply", position=position, roll=roll, moves=hops)["position"]
    return said


def test_what_the_engine_of_looney_blockade_says_is_said_in_german_too() -> None:
    said = set().union(*(reasons(seed) for seed in range(3)))
    assert len(said) > 20
    english = re.compile(r"\b(the|may|not|was|went|needs|costs|points(?!\))|towers?|only|there|blockade)\b")
    assert sorted(found for reason in said if english.search(found := translated(reason, "de"))) == []
    assert all(translated(reason, "en") == reason for reason in said)


def test_a_reason_nobody_has_translated_stays_as_it_is() -> None:
    assert translated("something quite new", "de") == "something quite new"
    assert Texts("de").reason("there is nothing to undo") == "Es gibt nichts zurückzunehmen."
