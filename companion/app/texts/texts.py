"""All that the app says, in the languages it speaks."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from companion.app.json_object import JsonObject
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.games.rulebook import Rule
from companion.texts import language as languages
from companion.texts.language import LANGUAGES

CATALOGUE: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    files("companion.app.texts").joinpath("catalogue.json").read_text(encoding="utf-8")
)
# The rulebooks' titles and texts by the rules' ids, in the languages that they are not written in.
RULES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "de": json.loads(files("companion.app.texts").joinpath("rules_de.json").read_text(encoding="utf-8"))
}
REASONS: Final = tuple(key for key in CATALOGUE if key.startswith("reason."))
SIZES: Final[Mapping[str, str]] = {CATALOGUE[f"size.{size}"]["en"]: size for size in "123"}
COLOURS: Final[Mapping[str, str]] = {CATALOGUE[f"colour.{colour}"]["en"]: colour for colour in "RYGBKC"}


@lru_cache(maxsize=1024)
def translated(words: str | Reason, language: str) -> str:
    """A reason, or what an engine, the referee or a device says in English, in that language.

    What is said in English are sentences with names in them; the catalogue has the sentence with {names} in each
    language. One that it does not have stays as it is.
    """
    if isinstance(words, Reason):
        # Prose as it is until every error is a reason.
        prose = words.values["text"] if words.key == "text" else None
        return translated(str(prose), language) if prose else languages.language(language).say(words)
    if language == "en":
        return words
    words = words.removesuffix(".")
    return _piece(words, language) or _parts(words, language) or _sentence(words, language) or words


def _piece(words: str, language: str) -> str | None:
    """``green medium``."""
    colour, _, size = words.partition(" ")
    if size not in SIZES or colour not in COLOURS:
        return None
    return Texts(language).piece(COLOURS[colour] + SIZES[size])


def _parts(words: str, language: str) -> str | None:
    """Several sentences, or one with the row that it happens in or the rule that it cites."""
    if "; " in words:
        return "; ".join(translated(part, language) for part in words.split("; "))
    if row := IN_ROW.fullmatch(words):
        return CATALOGUE["in.row"][language].format(n=row[1], rest=translated(row[2], language))
    if cited := CITED.fullmatch(words):
        return f"{translated(cited[1], language)} ({cited[2]})"
    return None


def _sentence(words: str, language: str) -> str | None:
    for key, pattern in _patterns():
        if found := pattern.fullmatch(words):
            values = {name: translated(value, language) for name, value in found.groupdict().items()}
            return CATALOGUE[key][language].format(**values)
    return None


NUMBERS: Final = frozenset({"n", "points", "cost", "roll", "total", "left", "more"})
CITED: Final = re.compile(r"(.+) \(([A-Z][A-Z0-9]-\w+)\)")

IN_ROW: Final = re.compile(r"row (\d): (.+)")


def _group(name: re.Match[str]) -> str:
    content = r"\d+" if name[1] in NUMBERS else ".+?"
    return f"(?P<{name[1]}>{content})"


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English sentences as patterns, those with most words of their own first."""
    found = []
    for key in REASONS:
        sentence = CATALOGUE[key]["en"]
        escaped = re.sub(r"\\{(\w+)\\}", _group, re.escape(sentence))
        found.append((len(re.sub(r"{\w+}", "", sentence)), key, re.compile(escaped)))
    return tuple((key, pattern) for _, key, pattern in sorted(found, key=lambda item: -item[0]))


class Texts:
    """The catalogue in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"

    def __call__(self, key: str, **values: Any) -> str:
        """The text for `key`, its {names} filled in. Raises KeyError for a key that the catalogue does not have."""
        text = CATALOGUE[key][self.language]
        return text.format(**values) if values else text

    def has(self, key: str) -> bool:
        return key in CATALOGUE

    def rule(self, game: str, rule_id: str) -> Rule:
        """A rule of a game. Raises GameError for an id that its book does not have."""
        rule = ENGINES[game].rulebook.find(rule_id)
        if found := RULES.get(self.language, {}).get(rule.id):
            return replace(rule, title=found["title"], text=found["text"])
        return rule

    def rule_title(self, game: str, rule_id: str) -> str:
        """What a rule is called in a verdict, "" where the rule is not one of the book's."""
        key = f"rule.{rule_id}"
        if self.has(key):
            return self(key)
        known = {rule.id for rule in ENGINES[game].rulebook.rules}
        return self.rule(game, rule_id).title if rule_id in known else ""

    def piece(self, piece: str) -> str:
        """``G2`` -> ``medium green``."""
        return self("piece", size=self(f"size.{piece[1]}"), colour=self(f"adjective.{piece[0]}"))

    def stack(self, stack: str) -> str:
        """``C3B2B2`` -> ``large clear, 2 × medium blue``."""
        runs = [(piece, len(list(run))) for piece, run in groupby(stack[i : i + 2] for i in range(0, len(stack), 2))]
        words = [self("piles", n=n, piece=self.piece(piece)) if n > 1 else self.piece(piece) for piece, n in runs]
        return ", ".join(words) or self("piles.none")

    def reason(self, words: str | Reason) -> str:
        """A reason, or what an engine, the referee or a device says, as a sentence in this language as far as known."""
        said = translated(words, self.language)
        return said[:1].upper() + said[1:].rstrip(".") + ("." if said else "")

    def moves(self, moves: tuple[JsonObject, ...]) -> str:
        """Hops in words, the points in brackets where more than one."""
        words = []
        for move in moves:
            cost = f" ({move['cost']})" if move.get("cost", 1) != 1 else ""
            cap = self("cap", piece=self.piece(move["cap"])) if move.get("cap") else ""
            words.append(f"{self.piece(move['piece'])} {move['from']}–{move['to']}{cost}{cap}")
        return "; ".join(words)

    def dice(self, roll: Mapping[str, int]) -> str:
        """``blue 4, green 5``."""
        return ", ".join(f"{self(f'colour.{colour}')} {value}" for colour, value in roll.items())
