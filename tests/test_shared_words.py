"""What serves all games alike has no words of a single one: it asks the game's package and its table module."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from companion.app.games.registry import GAMES
from companion.games.package import GamePackage
from companion.games.registry import ENGINES, games
from companion.referee.tables import open_table
from tests.sources import parsed

ROOT = Path(__file__).parent.parent
COMPANION = ROOT / "companion"
# Areas of sentences that games add to.
SHARED_AREAS = {"book", "form", "game", "lesson", "referee", "side", "source", "start", "stats", "structure"}
# The name of a verdict's kind in the protocol, the colours of real dice, and what two tables far apart say, which the
# table module is not asked yet.
KNOWN = {
    "companion/referee/verdict.py": {"programs"},
    "companion/referee/live/camera_dice.py": {"blue", "yellow"},
    "companion/texts/en/forms.py": {"blue", "yellow"},
}


def words_of(game: GamePackage) -> set[str]:
    """A game's names, what is said in it, its sides, and the areas of its sentences."""
    table = open_table(game.name, GAMES[game.name].options({}, {}))
    areas = {key.split(".")[0] for key in game.texts("en")["sentences"]} - SHARED_AREAS
    names = {game.name, game.declared_in.split(".")[-2], game.board}
    return {*names, *areas, *table.commitments, *table.amendable, *table.sides}


@cache
def words_of_single_games() -> set[str]:
    count = Counter(word for game in games().values() for word in words_of(game))
    return {word for word, n in count.items() if n == 1}


@cache
def rule_ids() -> re.Pattern[str]:
    prefixes = {rule.split("-")[0] for game in ENGINES.values() for rule in game.rulebook.ids if "-" in rule}
    return re.compile(rf"\b(?:{'|'.join(sorted(prefixes))})\b")


def of_a_single_game(text: str) -> str:
    """The word of a single game that a text is, or begins with as a key or a command; "" if it is of no game."""
    known = words_of_single_games()
    found = next(
        (word for word in (text, text.split(".", maxsplit=1)[0], text.split(" ", maxsplit=1)[0]) if word in known), ""
    )
    return found or (text if rule_ids().search(text) else "")


def strings(tree: ast.AST) -> Iterator[str]:
    """The text constants of a module that are no docstrings."""
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


def shared() -> list[Path]:
    folders = {game.declared_in.split(".")[-2] for game in games().values()}
    paths = [path for path in sorted(COMPANION.rglob("*.py")) if not folders & set(path.parts)]
    return [path for path in paths if path != COMPANION / "games/registry.py"]


def test_shared_code_has_no_words_of_a_single_game() -> None:
    paths = shared()
    assert len(paths) > 200
    found = {
        (str(path.relative_to(ROOT)), word)
        for path in paths
        for text in strings(parsed(path))
        if (word := of_a_single_game(text))
    }
    assert found - {(path, word) for path, words in KNOWN.items() for word in words} == set()


@pytest.mark.parametrize("text", ["timer", "looney.land.colour", "BK|LB|PB|B3", "such as BK-07"])
def test_a_word_of_a_single_game_is_found(text: str) -> None:
    assert of_a_single_game(text)


@pytest.mark.parametrize("text", ["roll", "first", "referee.side", "turn of the tide", "BKX"])
def test_a_word_that_games_share_is_none(text: str) -> None:
    assert not of_a_single_game(text)
