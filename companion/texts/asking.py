"""Finds the rules that answer a question asked in words, without a network: by the words that both share."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from companion.games.registry import ENGINES
from companion.games.rulebook import Rule
from companion.texts.language import language

# How much a word of a rule's title, of the words that people ask by, and of its text counts.
_TITLE, _ASKED, _TEXT = 3.0, 3.0, 1.0
_MOST = 3
# How much a word counts that means about the same, and how much the three best rules of a game speak for its others.
_ALIKE, _GAME = 0.5, 0.5
# A word that is in one rule counts about as much as two that are in a fifth of so many each.
_RARE = 150
# Endings, the longest first, and how much of a word is compared: "landing", "lands" and "landed" are one.
_ENDINGS = ("ungen", "ings", "ung", "ing", "est", "ers", "ern", "ed", "es", "en", "er", "em", "st", "s", "e", "n", "t")
_LEAST, _COMPARED = 3, 6
# So long is a word that is told inside a longer one.
_PART = 4
_FOLDED = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


_COLOURS, _PIPS = "RYGBKC", "123"


def rules_for(question: str, code: str, game: str | None = None) -> Sequence[Rule]:
    """Return the rules that likely answer `question`, asked in the language `code`, the likeliest first: of one game or
    of all. None where no word of the question is in any rule."""
    weights = _weights(code, game)
    count = Counter(word for words in weights.values() for word in words)
    asked = _stems_of(question, count.keys() | _alike(code).keys()) - set(
        _stems(language(code).text("book.common_words"))
    )
    if game is None and (
        named := [each for each in ENGINES if any(each.startswith(word) for word in asked - count.keys())]
    ):
        return rules_for(question, code, named[0])
    scores = {rule_id: _agreement(asked, words, count, code) for rule_id, words in weights.items()}
    # A question is about one game: what other rules of a game have in common with it speaks for all of that game.
    best: dict[str, list[float]] = {}
    for rule_id, score in scores.items():
        best.setdefault(_game_of(rule_id), []).append(score)
    about = {name: sum(sorted(found)[-_MOST:]) / _MOST for name, found in best.items()}
    scores = {each: score + _GAME * about[_game_of(each)] for each, score in scores.items() if score > 0}
    return [language(code).rules[rule_id] for rule_id in sorted(scores, key=lambda each: -scores[each])[:_MOST]]


def _stems_of(question: str, known: Collection[str]) -> set[str]:
    """Return the stems of a question; of a word that is not known those in it that are: "Sonderfähigkeit" has
    "Fähigkeit" in it."""
    found: set[str] = set()
    words = [word for word in _words(question) if not word.isdecimal()]
    # German verbs leave their first part at the end: "Wie nehme ich den Ball ab?" asks how to "abnehmen".
    words += [word for first in words[-1:] for word in (first + each for each in words[:-1]) if _stem(word) in known]
    for word in words:
        stem = _stem(word)
        parts = () if stem in known else [each for each in known if len(each) >= _PART and each in word]
        found.update(parts or (stem,))
    return found


def _agreement(asked: set[str], words: Mapping[str, float], count: Mapping[str, int], code: str) -> float:
    """Return how well a rule's weighted words agree with those asked: each asked word counts once, by the word of the
    rule, itself or one that means about the same, that speaks most for it."""
    total = 0.0
    for word in asked:
        alike = {**dict.fromkeys(_alike(code).get(word, ()), _ALIKE), word: 1.0}
        told = (alike[each] * words[each] * math.log(1 + _RARE / count[each]) for each in alike.keys() & words.keys())
        total += max(told, default=0.0)
    # Long rules share words with any question.
    return total / math.sqrt(1 + sum(words.values()) / 40)


@cache
def _game_of(rule_id: str) -> str:
    return next(name for name, engine in ENGINES.items() if rule_id in engine.rulebook.ids)


@cache
def _alike(code: str) -> Mapping[str, frozenset[str]]:
    """Return words that mean about the same, by word."""
    found: dict[str, set[str]] = {}
    for group in language(code).text("book.alike").split(";"):
        words = set(_stems(group))
        for word in words:
            found.setdefault(word, set()).update(words - {word})
    return {word: frozenset(others) for word, others in found.items()}


@cache
def _weights(code: str, game: str | None) -> Mapping[str, Mapping[str, float]]:
    """Return the weight of each word of each rule."""
    books = [engine.rulebook for name, engine in ENGINES.items() if game in (None, name)]
    rules = language(code).rules
    found: dict[str, dict[str, float]] = {}
    for rule_id in (each for book in books for each in book.ids):
        rule = rules[rule_id]
        weights = found[rule_id] = {}
        parts = ((rule.title, _TITLE), (rule.asked, _ASKED), (" ".join((rule.text, *rule.options.values())), _TEXT))
        for text, weight in parts:
            for word in _stems(text):
                weights[word] = max(weights.get(word, 0.0), weight)
    return found


def things_named(question: str, code: str) -> Sequence[str]:
    """Return the words of a question, names of colours and sizes as letters and numbers of pieces: ("G", "1")."""
    forms = [("colour", letter) for letter in _COLOURS] + [("sizes", pips) for pips in _PIPS]
    # German adjectives and nouns end in many ways: what they begin with tells them.
    begin = {_fold(language(code).word(*form)).removesuffix("e").removesuffix("s"): form[1] for form in forms}
    words = re.findall(r"\w+", question)
    return [next((named for each, named in begin.items() if _fold(word).startswith(each)), word) for word in words]


def _words(text: str) -> Sequence[str]:
    return re.findall(r"[a-z0-9]+", _fold(text))


def _fold(text: str) -> str:
    return text.casefold().translate(_FOLDED)


def _stems(text: str) -> Iterable[str]:
    return map(_stem, _words(text))


def _stem(word: str) -> str:
    ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _LEAST), "")
    return word[: len(word) - len(ending)][:_COMPARED]
