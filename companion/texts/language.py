"""A language: its sentences, and how it words what they are filled in with.

A language is a folder here and a line in `LANGUAGES`: ``forms.py``, which words values (`FORMS`) and chooses plurals
(`plural`), and JSON files of sentences by their keys, one an area. Each game adds a file of its own
(`GamePackage.texts`): ``{"sentences": {key: sentence}, "rules": {id: {"title": ..., "text": ...}}}``; where it has none
in a language, its English one does. A sentence names its values in braces, each with the form that words it:

- ``{cell}``: as it is; a reason becomes its own sentence, items of a list are joined by commas;
- ``{piece:piece}``: by the form of that name; of a list, each item;
- ``{cells:and}``, ``{pieces:piece,and}``: a list joined by the language's *and* (or *or*), its items worded before;
  with ``each_and`` and ``each_or`` the word stands between all of them;
- ``{option:agreed}``: the wording of what is agreed on, ``RULE.READING``, such as ``PB-14.false``;
- ``{reasons:semicolons}``: a list joined by semicolons; ``{reasons:bars}``: by bars; ``{reason:rule_first}``: a reason
  with the rule that it rests on before it; ``{reason:cited}``, ``{reasons:cited,semicolons}``: each reason
  with the rule that it rests on behind it, in brackets;
- ``{piece:dative}``: a reason, its sentence in that form; ``{option:ruling}``: the title of a rule by its id;
- ``{n:# point|# points}``: the plural that goes with a number, or with as many as a list has, # being the number. A
  wording may name further values.

Engines and the command line speak in notation, which programs read, too. Players are spoken to in words of the table
(`for_players`): squares as they are written on the board's edge, pieces by name, no ids of rules.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from string import Formatter
from textwrap import fill
from types import MappingProxyType
from typing import Any, Final, Protocol

from companion.games.package import GamePackage
from companion.games.reason import Reason
from companion.games.registry import games
from companion.games.rulebook import Rule, Rulebook

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
# Forms that make one of a list.
BETWEEN: Final[Mapping[str, str]] = {"semicolons": "; ", "bars": " | "}
_PLACE: Final = re.compile(r"[a-j](?:[1-9]|10)\b")
# Notation: a stack of pyramids, a square of ten by ten, a row of a side, ids of rules in brackets or before a sentence.
_PILE: Final = re.compile(r"(?:[RYGBKCOPNW][1-3])+")
_COLOURED: Final = re.compile(r"[RYGBK]|(?:[RYGBKC][1-3])+")
_SQUARE: Final = re.compile(r"([0-9]),([0-9])")
_ROW: Final = re.compile(r"(first|second)\.?([1-6])")
_RULE_ID: Final = r"(?:BK|LB|PB|B3)-[a-z0-9]+(?: [a-c])?|C(?:10|[1-9])"
_CITED: Final = re.compile(rf" \((?:{_RULE_ID})(?:, (?:{_RULE_ID}))*\)|\b(?:{_RULE_ID}): ")
JOINING: Final = ("and", "or", "each_and", "each_or", "and_the")


class Forms(Protocol):
    """What the module ``forms`` of a language gives; `FORMS` has at least ``and`` and ``or``, which join lists."""

    FORMS: Mapping[str, Any]

    def plural(self, n: int) -> int:
        """Which of the wordings of a plural goes with `n`."""


class Language(Formatter):
    """Makes sentences of reasons in one language; `rules` are those of all games by their ids."""

    def __init__(self, code: str, sentences: Mapping[str, str], forms: Forms, rules: Mapping[str, Rule]) -> None:
        self.code = code
        self.sentences = sentences
        self.rules = rules
        self._forms = forms

    @property
    def for_players(self) -> "PlayersLanguage":
        """The same language in words of the table."""
        return PlayersLanguage(self.code, self.sentences, self._forms, self.rules)

    def say(self, reason: Reason) -> str:
        """The sentence of a reason, without a capital at its start or a stop at its end.

        Raises KeyError where the language lacks the sentence, or the sentence names what the reason does not tell.
        """
        return self.vformat(self.sentences[reason.key], (), reason.values)

    def place(self, place: str) -> str:
        """The name of a place."""
        return place

    def text(self, key: str, **values: Any) -> str:
        """The text of that key. Raises KeyError like `say`."""
        return self.vformat(self.sentences[key], (), values)

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            n = len(value) if isinstance(value, list | tuple) else value
            return format_spec.split("|")[self._forms.plural(n)].replace("#", str(n))
        for form in format_spec.split(",") if format_spec else ():
            value = self._worded(value, form)
        return self._plain(value)

    def _worded(self, value: Any, form: str) -> Any:
        if form in JOINING:
            return self._forms.FORMS[form]([self._plain(item) for item in _items(value)])
        if form in BETWEEN:
            return BETWEEN[form].join(self._plain(item) for item in _items(value))
        own: Mapping[str, Callable[[Any], str]]
        own = {"cited": self._cited, "rule_first": self._rule_first, "ruling": self._ruling, "agreed": self._agreed}
        word = own[form] if form in own else self._form(form)
        return [word(item) for item in value] if isinstance(value, list | tuple) else word(value)

    def _form(self, form: str) -> Any:
        """How a value is worded; of a reason its sentence is."""
        word = self._forms.FORMS[form]
        return lambda value: word(self.say(value) if isinstance(value, Reason) else value)

    def _ruling(self, rule_id: str) -> str:
        return self.rules[rule_id].title

    def _cited(self, reason: Reason) -> str:
        return f"{self.say(reason)} ({reason.rule})" if reason.rule else self.say(reason)

    def _rule_first(self, reason: Reason) -> str:
        return f"{reason.rule}: {self.say(reason)}"

    def _agreed(self, option: str) -> str:
        rule, _, reading = option.partition(".")
        return self.rules[rule].options[reading]

    def _plain(self, value: Any) -> str:
        if isinstance(value, Reason):
            return self.say(value)
        if isinstance(value, list | tuple):
            return ", ".join(self._plain(item) for item in value)
        return str(value)


class PlayersLanguage(Language):
    """A language in words of the table. Where pieces of another colour stand in for those of a letter, they are called
    as they look."""

    _instead: Mapping[int, str] = MappingProxyType({})

    def with_colours(self, instead: Mapping[str, str]) -> "PlayersLanguage":
        """The same language where pieces of other colours, by their letters, stand in for some."""
        other = PlayersLanguage(self.code, self.sentences, self._forms, self.rules)
        other._instead = str.maketrans(dict(instead))
        return other

    def format_field(self, value: Any, format_spec: str) -> str:
        return super().format_field(self._as_it_looks(value) if self._instead else value, format_spec)

    def _as_it_looks(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [self._as_it_looks(item) for item in value]
        return value.translate(self._instead) if isinstance(value, str) and _COLOURED.fullmatch(value) else value

    def say(self, reason: Reason) -> str:
        return self.without_ids(super().say(reason))

    @staticmethod
    def without_ids(words: str) -> str:
        """Words without the ids of rules that they cite."""
        return _CITED.sub("", words)

    def place(self, place: str) -> str:
        """``4,7`` -> ``e8``, as on the edge of the board; ``first.3`` -> ``row 3 of the first player``."""
        if square := _SQUARE.fullmatch(place):
            return square_name(int(square[1]), int(square[2]))
        if row := _ROW.fullmatch(place):
            return str(self._forms.FORMS["row_of"](row[1], int(row[2])))
        return place

    def _form(self, form: str) -> Any:
        return super()._form("thing" if form == "stack" else form)

    def _cited(self, reason: Reason) -> str:
        return self.say(reason)

    def _rule_first(self, reason: Reason) -> str:
        return self.say(reason)

    def _plain(self, value: Any) -> str:
        if isinstance(value, str) and _PILE.fullmatch(value):
            return str(self._forms.FORMS["pile"](value))
        return self.place(value) if isinstance(value, str) else super()._plain(value)


def square_name(x: int, y: int) -> str:
    """A square of ten by ten by its letter, to the right, and its number, away: ``e8``."""
    return f"{'abcdefghij'[x]}{y + 1}"


def capital(said: str) -> str:
    """A sentence with a capital at its start, but for the name of a place: B2 would be a piece."""
    return said if _PLACE.match(said) else said[:1].upper() + said[1:]


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


@cache
def language(code: str) -> Language:
    """The language of that code, English where there is none of it."""
    code = code if code in LANGUAGES else "en"
    areas = [file for file in files(f"{__package__}.{code}").iterdir() if file.name.endswith(".json")]
    sentences: dict[str, str] = {}
    for area in areas:
        sentences |= json.loads(area.read_text(encoding="utf-8"))
    rules: dict[str, Rule] = {}
    for game in games().values():
        # What is there already stays: a game adds words, it changes none.
        texts = _of_game(game, code)
        sentences = {**texts["sentences"], **sentences}
        rules = {**{rule_id: Rule(rule_id, **words) for rule_id, words in texts["rules"].items()}, **rules}
    forms: Any = import_module(f".{code}.forms", __package__)
    return Language(code, sentences, forms, rules)


def _of_game(game: GamePackage, code: str) -> Mapping[str, Any]:
    """Its texts, in English where those of a language cannot be read."""
    try:
        return game.texts(code)
    except (OSError, ValueError):
        return game.texts("en")


def english(reason: Reason) -> str:
    """The sentence of a reason in English, for the command line and machine-readable output."""
    return language("en").say(reason)


def book_text(book: Rulebook, rule_id: str | None = None, width: int = 100, code: str = "en") -> str:
    """A whole rulebook, or one rule of it, in a language, as text with lines of at most `width` characters.

    Raises GameError for an id that the book does not have.
    """
    spoken = language(code)
    if rule_id is not None:
        return _rule_text(spoken, spoken.rules[book.find(rule_id)], width)
    title = spoken.text(f"book.{book.game}")
    return "\n\n".join([title, *(_rule_text(spoken, spoken.rules[each], width) for each in book.ids)])


def _rule_text(spoken: Language, rule: Rule, width: int) -> str:
    lines = [f"{rule.id}  {rule.title}", fill(rule.text, width, initial_indent="  ", subsequent_indent="  ")]
    for number, (name, text) in enumerate(rule.options.items()):
        agreed = f"{text} [{rule.id}: {name}]" if number else spoken.text("book.usual", text=text)
        lines.append(fill(f"- {agreed}", width, initial_indent="    ", subsequent_indent="      "))
    return "\n".join(lines)
