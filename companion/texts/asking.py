"""Finds the rules that answer a question asked in words, without a network: by the words that both share."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from companion.games.registry import ENGINES
from companion.games.rulebook import Rule
from companion.texts.language import language

# How much a word of a rule's title, of the words that people ask by, and of its text counts.
_TITLE, _ASKED, _TEXT = 3.0, 3.0, 1.0
_MOST = 3
# Endings, the longest first, and how much of a word is compared: "landing", "lands" and "landed" are one.
_ENDINGS = ("ungen", "ings", "ung", "ing", "est", "ers", "ern", "ed", "es", "en", "er", "em", "st", "s", "e", "n", "t")
_LEAST, _COMPARED = 3, 6
_FOLDED = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss"})


def rules_for(question: str, code: str, game: str | None = None) -> Sequence[Rule]:
    """Return the rules that likely answer `question`, asked in the language `code`, the likeliest first: of one game or
    of all. None where no word of the question is in any rule."""
    weights = _weights(code, game)
    count = Counter(word for words in weights.values() for word in words)
    asked = set(_stems(question)) - set(_stems(language(code).text("book.common_words")))
    if game is None and (
        named := [each for each in ENGINES if any(each.startswith(word) for word in asked - count.keys())]
    ):
        return rules_for(question, code, named[0])
    scores = {
        rule_id: sum(words.get(word, 0.0) * math.log(len(weights) / count[word]) for word in asked & words.keys())
        # Long rules share words with any question.
        / math.sqrt(1 + sum(words.values()) / 40)
        for rule_id, words in weights.items()
    }
    likely = sorted((rule_id for rule_id, score in scores.items() if score > 0), key=lambda each: -scores[each])
    return [language(code).rules[rule_id] for rule_id in likely[:_MOST]]


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


def _stems(text: str) -> Iterable[str]:
    for word in re.findall(r"[a-z0-9]+", text.casefold().translate(_FOLDED)):
        ending = next((end for end in _ENDINGS if word.endswith(end) and len(word) - len(end) >= _LEAST), "")
        yield word[: len(word) - len(ending)][:_COMPARED]
