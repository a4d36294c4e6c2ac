"""What is still said in English sentences, in the languages of the app."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from companion.games.reason import Reason
from companion.texts import language as languages
from companion.texts.en import forms

CATALOGUE: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    files("companion.app.texts").joinpath("prose.json").read_text(encoding="utf-8")
)
REASONS: Final = tuple(key for key in CATALOGUE if key.startswith("reason."))
SIZES: Final[Mapping[str, str]] = {name: size for size, name in forms.SIZES.items()}
COLOURS: Final[Mapping[str, str]] = {name: colour for colour, name in forms.COLOURS.items()}


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
    return languages.language(language).format_field(COLOURS[colour] + SIZES[size], "piece")


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
