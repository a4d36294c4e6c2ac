"""A language: its sentences, and how it words what they are filled in with.

A language is a folder here and a line in `LANGUAGES`: ``forms.py``, which words values (`FORMS`) and chooses plurals
(`plural`), JSON files of sentences by their keys, one an area, and ``rules.json``, the titles and texts of all games'
rules by their ids, unless it is English, which the rulebooks are written in. A sentence names its values in braces,
each with the form that words it:

- ``{cell}``: as it is; a reason becomes its own sentence, items of a list are joined by commas;
- ``{piece:piece}``: by the form of that name; of a list, each item;
- ``{cells:and}``, ``{pieces:piece,and}``: a list joined by the language's *and* (or *or*), its items worded before;
  with ``each_and`` and ``each_or`` the word stands between all of them;
- ``{reasons:semicolons}``: a list joined by semicolons; ``{reasons:bars}``: by bars; ``{reason:rule_first}``: a reason
  with the rule that it rests on before it; ``{reason:cited}``, ``{reasons:cited,semicolons}``: each reason
  with the rule that it rests on behind it, in brackets;
- ``{n:# point|# points}``: the plural that goes with a number, or with as many as a list has, # being the number. A
  wording may name further values.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from string import Formatter
from typing import Any, Final, Protocol

from companion.games.reason import Reason

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
RULES: Final = "rules.json"
# Forms that make one of a list.
BETWEEN: Final[Mapping[str, str]] = {"semicolons": "; ", "bars": " | "}
_PLACE: Final = re.compile(r"[a-h][1-8]\b")
JOINING: Final = ("and", "or", "each_and", "each_or", "and_the")


class Forms(Protocol):
    """What the module ``forms`` of a language gives; `FORMS` has at least ``and`` and ``or``, which join lists."""

    FORMS: Mapping[str, Any]

    def plural(self, n: int) -> int:
        """Which of the wordings of a plural goes with `n`."""


class Language(Formatter):
    """Makes sentences of reasons in one language.

    `rules` are the rulebooks in it: ``{id: {"title": ..., "text": ...}}``, empty in English.
    """

    def __init__(
        self, code: str, sentences: Mapping[str, str], forms: Forms, rules: Mapping[str, Mapping[str, str]]
    ) -> None:
        self.code = code
        self.sentences = sentences
        self.rules = rules
        self._forms = forms

    def say(self, reason: Reason) -> str:
        """The sentence of a reason, without a capital at its start or a stop at its end.

        Raises KeyError where the language lacks the sentence, or the sentence names what the reason does not tell.
        """
        return self.vformat(self.sentences[reason.key], (), reason.values)

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
        own = {"cited": self._cited, "rule_first": self._rule_first}
        word = own[form] if form in own else self._forms.FORMS[form]
        return [word(item) for item in value] if isinstance(value, list | tuple) else word(value)

    def _cited(self, reason: Reason) -> str:
        return f"{self.say(reason)} ({reason.rule})" if reason.rule else self.say(reason)

    def _rule_first(self, reason: Reason) -> str:
        return f"{reason.rule}: {self.say(reason)}"

    def _plain(self, value: Any) -> str:
        if isinstance(value, Reason):
            return self.say(value)
        if isinstance(value, list | tuple):
            return ", ".join(self._plain(item) for item in value)
        return str(value)


def capital(said: str) -> str:
    """A sentence with a capital at its start, but for the name of a place: B2 would be a piece."""
    return said if _PLACE.match(said) else said[:1].upper() + said[1:]


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)


@cache
def language(code: str) -> Language:
    """The language of that code, English where there is none of it."""
    code = code if code in LANGUAGES else "en"
    texts = {
        file.name: json.loads(file.read_text(encoding="utf-8"))
        for file in files(f"companion.texts.{code}").iterdir()
        if file.name.endswith(".json")
    }
    rules = texts.pop(RULES, {})
    forms: Any = import_module(f"companion.texts.{code}.forms")
    return Language(code, {key: said for area in texts.values() for key, said in area.items()}, forms, rules)


def english(reason: Reason) -> str:
    """The sentence of a reason in English, for the command line and machine-readable output."""
    return language("en").say(reason)
