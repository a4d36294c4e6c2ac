"""A language: its sentences, and how it words what they are filled in with.

A language is a folder here and a line in `LANGUAGES`: ``forms.py``, which words values (`FORMS`) and chooses plurals
(`plural`), and JSON files of sentences by their keys, one an area. Each game adds a file of its own
(`GamePackage.texts`): ``{"sentences": {key: sentence}, "rules": {id: {"title": ..., "text": ...}}}``. What a language
lacks is said in English: a sentence, a rule, a form, or how plurals are chosen.

A sentence names its values in braces, each with the form that words it. A value without a form stays as it is,
whatever it looks like, so a player's name has none:

- ``{player}``: as it is; a reason becomes its own sentence, items of a list are joined by commas;
- ``{cell:place}``: a place of the table as the game calls it (`GamePackage.places`);
- ``{piece:piece}``: by the form of that name; of a list, each item. A form is a function of ``forms.py``, or a table
  of texts: ``{size:size}`` is the text ``form.size.S`` for S, and S as it is where there is no such text;
- ``{cells:place,and}``, ``{pieces:piece,and}``: a list joined by the language's *and* (or *or*), its items worded
  before; with ``each_and`` and ``each_or`` the word stands between all of them;
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
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from string import Formatter
from textwrap import fill
from types import MappingProxyType
from typing import Any, Final, Self

from companion.games.package import GamePackage
from companion.games.reason import Reason
from companion.games.registry import PartsByGame, games
from companion.games.rulebook import Rule, Rulebook

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
# Forms that make one of a list.
BETWEEN: Final[Mapping[str, str]] = {"semicolons": "; ", "bars": " | "}
JOINING: Final = ("and", "or", "each_and", "each_or", "and_the")
# A square written on the edge of a board, which stays small at the start of a sentence.
BOOK_WIDTH: Final = 100
"""Characters in a line of a rulebook."""
_SQUARE: Final = re.compile(r"[a-j](?:[1-9]|10)\b")
# A colour, or pyramids bottom to top.
_COLOURED: Final = re.compile(r"[A-Z]|(?:[A-Z][1-3])+")
# What may be ids of rules, in brackets behind a sentence or before one.
_ID: Final = r"[A-Z][A-Z0-9]*(?:-\w+)?(?: [a-c])?"
_CITED: Final = re.compile(rf" \(({_ID}(?:, {_ID})*)\)|\b({_ID}): ")

# How games call their places, each a function from a place to words.
PLACES: Final[Mapping[str, Callable[[str], str | Reason]]] = PartsByGame("places")


@dataclass(frozen=True)
class Vocabulary:
    """Everything that is said in one language."""

    code: str
    sentences: dict[str, str]
    rules: Mapping[str, Rule]
    """Rules of all games by id, in English where the language lacks one."""
    forms: Mapping[str, Callable[..., Any]]
    plural: Callable[[int], int]
    """Returns which of the wordings of a plural goes with a number."""
    games: Mapping[str, str] = field(default_factory=dict)
    """The games that sentences belong to, by key."""
    english: "Vocabulary | None" = None
    """Vocabulary for the sentences that are lacking here; None for English itself."""


class Language(Formatter):
    """Makes sentences of reasons in one language."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._game = ""

    @property
    def code(self) -> str:
        return self._words.code

    @property
    def sentences(self) -> Mapping[str, str]:
        """The sentences by key, in English where the language lacks one."""
        english = self._words.english
        return ChainMap(self._words.sentences, english.sentences) if english else self._words.sentences

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules of all games by their ids."""
        return self._words.rules

    @property
    def for_players(self) -> "PlayersLanguage":
        """The same language in words of the table."""
        return PlayersLanguage(self._words)

    def of_game(self, game: str) -> Self:
        """Return the language at a table of a game, with the game's names for places."""
        other = copy(self)
        other._game = game
        return other

    def has(self, key: str) -> bool:
        """Return True if there is a sentence of that key, if only in English."""
        english = self._words.english
        return key in self._words.sentences or (english is not None and key in english.sentences)

    def word(self, form: str, value: str) -> str:
        """Return a value as a form words it: "G" as a ``colour``."""
        return str(self._form(form)(value))

    def say(self, reason: Reason) -> str:
        """Return the sentence of a reason, without a capital at its start or a stop at its end.

        Raises KeyError where no language has the sentence, or the sentence names what the reason does not tell.
        """
        return self._say(reason.key, reason.values)

    def place(self, place: str) -> str:
        """Return the name of a place."""
        return place

    def text(self, key: str, **values: Any) -> str:
        """Return the text of that key. Raises KeyError like `say`."""
        return self._say(key, values)

    def _say(self, key: str, values: Mapping[str, Any]) -> str:
        words, speaker = self._words, copy(self)
        if key not in words.sentences and words.english:
            speaker._words = words = words.english
        speaker._game = words.games.get(key, self._game)
        return speaker.vformat(speaker._template(words.sentences[key]), (), values)

    def _template(self, sentence: str) -> str:
        return sentence

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            n = len(value) if isinstance(value, list | tuple) else value
            return format_spec.split("|")[self._words.plural(n)].replace("#", str(n))
        for form in format_spec.split(",") if format_spec else ():
            value = self._worded(value, form)
        return self._plain(value)

    def _worded(self, value: Any, form: str) -> Any:
        if form in JOINING:
            return self._words.forms[form]([self._plain(item) for item in _items(value)])
        if form in BETWEEN:
            return BETWEEN[form].join(self._plain(item) for item in _items(value))
        own: Mapping[str, Callable[[Any], str]]
        own = {
            "place": self.place,
            "path": self._path,
            "cited": self._cited,
            "rule_first": self._rule_first,
            "ruling": lambda rule_id: self.rules[rule_id].title,
            "agreed": self._agreed,
        }
        word = own[form] if form in own else self._form(form)
        return [word(item) for item in value] if isinstance(value, list | tuple) else word(value)

    def _form(self, form: str) -> Callable[[Any], Any]:
        """Return how a value is worded; of a reason its sentence is."""
        if form not in self._words.forms:
            return lambda value: self._in_words(form, str(value))
        word = self._words.forms[form]
        return lambda value: word(self.say(value) if isinstance(value, Reason) else value)

    def _in_words(self, form: str, value: str) -> str:
        key = f"form.{form}.{value}"
        return self.text(key) if self.has(key) else value

    def _path(self, where: str) -> str:
        """``after: first: S`` -> ``after: first: small``: where in a request something is amiss."""
        return ": ".join(self._in_words("path", name) for name in where.split(": "))

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
    """A language in words of the table. Pieces that stand in for those of another colour are called as they look."""

    _instead: Mapping[int, str] = MappingProxyType({})

    def with_colours(self, instead: Mapping[str, str]) -> Self:
        """Return the language for a table on which pieces of other colours stand in for some, by their letters."""
        other = copy(self)
        other._instead = str.maketrans(dict(instead))
        return other

    def place(self, place: str) -> str:
        called = PLACES[self._game](place) if self._game in PLACES else place
        return self.say(called) if isinstance(called, Reason) else called

    def without_ids(self, words: str) -> str:
        """Return words without the ids of rules that they cite."""
        return _CITED.sub(self._without_id, words)

    def _without_id(self, cited: re.Match[str]) -> str:
        ids = re.sub(" [a-c]\\b", "", cited[1] or cited[2]).split(", ")
        return "" if all(rule in self.rules for rule in ids) else cited[0]

    def _template(self, sentence: str) -> str:
        return self.without_ids(sentence)

    def _form(self, form: str) -> Callable[[Any], Any]:
        word = super()._form("thing" if form == "stack" else form)
        return lambda value: word(self._as_it_looks(value))

    def _as_it_looks(self, value: Any) -> Any:
        return value.translate(self._instead) if isinstance(value, str) and _COLOURED.fullmatch(value) else value

    def _cited(self, reason: Reason) -> str:
        return self.say(reason)

    def _rule_first(self, reason: Reason) -> str:
        return self.say(reason)


def sentence(said: str) -> str:
    """Return words as a sentence: with a capital, and a stop unless they end with another mark."""
    return stopped(capital(said))


def stopped(said: str) -> str:
    """Return words with one stop at their end, unless they end with another mark."""
    said = said.rstrip(".")
    return said if not said or said[-1] in "?!" else f"{said}."


def capital(said: str) -> str:
    """Return a sentence with a capital at its start, except for the name of a place: B2 would be a piece."""
    return said if _SQUARE.match(said) else said[:1].upper() + said[1:]


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


@cache
def language(code: str) -> Language:
    """Return the language of a code, English if there is none."""
    return Language(_vocabulary(code if code in LANGUAGES else "en"))


def _vocabulary(code: str) -> Vocabulary:
    english = None if code == "en" else _vocabulary("en")
    sentences: dict[str, str] = {}
    of_games: dict[str, str] = {}
    rules: dict[str, Rule] = {}
    for game in games().values():
        # What is there already stays: a game adds words, it changes none.
        texts = _of_game(game, code)
        sentences = {**texts["sentences"], **sentences}
        of_games = {**dict.fromkeys(texts["sentences"], game.name), **of_games}
        rules = {**{rule_id: Rule(rule_id, **words) for rule_id, words in texts["rules"].items()}, **rules}
    for area in files(f"{__package__}.{code}").iterdir():
        if area.name.endswith(".json"):
            sentences |= json.loads(area.read_text(encoding="utf-8"))
    forms = _forms(code)
    own, plural = getattr(forms, "FORMS", {}), getattr(forms, "plural", None)
    if english is None:
        return Vocabulary(code, sentences, rules, own, plural or int, of_games)
    rules = {**english.rules, **{rule.id: _with_all_options(rule, english.rules) for rule in rules.values()}}
    return Vocabulary(code, sentences, rules, {**english.forms, **own}, plural or english.plural, of_games, english)


def _forms(code: str) -> Any:
    """Return the module ``forms`` of a language, None if it has none."""
    name = f"{__package__}.{code}.forms"
    return import_module(name) if find_spec(name) else None


def _with_all_options(rule: Rule, english: Mapping[str, Rule]) -> Rule:
    known = english[rule.id].options if rule.id in english else {}
    return replace(rule, options={**known, **rule.options})


def _of_game(game: GamePackage, code: str) -> Mapping[str, Any]:
    """Return the texts of a game in a language; nothing if they cannot be read."""
    try:
        return game.texts(code)
    except (OSError, ValueError):
        return {"sentences": {}, "rules": {}}


def english(reason: Reason) -> str:
    """Return the sentence of a reason in English, for the command line and machine-readable output."""
    return language("en").say(reason)


def book_text(book: Rulebook, rule_id: str | None = None, code: str = "en") -> str:
    """Return a whole rulebook, or one rule of it, as text with lines of at most BOOK_WIDTH characters.

    Raises GameError for an id that the book does not have.
    """
    spoken = language(code)
    if rule_id is not None:
        return rule_text(spoken.rules[book.find(rule_id)], code)
    title = spoken.text(f"book.{book.game}")
    return "\n\n".join([title, *(rule_text(spoken.rules[each], code) for each in book.ids)])


def rule_text(rule: Rule, code: str = "en") -> str:
    """Return one rule with its readings, as `book_text`."""
    spoken = language(code)
    lines = [f"{rule.id}  {rule.title}", fill(rule.text, BOOK_WIDTH, initial_indent="  ", subsequent_indent="  ")]
    for number, (name, text) in enumerate(rule.options.items()):
        agreed = f"{text} [{rule.id}: {name}]" if number else spoken.text("book.usual", text=text)
        lines.append(fill(f"- {agreed}", BOOK_WIDTH, initial_indent="    ", subsequent_indent="      "))
    return "\n".join(lines)
