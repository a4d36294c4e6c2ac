"""A game's book of rules: chapters, each with a picture, words, and the rules it is about."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


@dataclass(frozen=True)
class Chapter:
    """`title` and `says` are keys of the texts, `rules` the ids of the rules that are told under them."""

    title: str
    says: Sequence[str]
    picture: Any
    rules: Sequence[str] = ()


@dataclass(frozen=True)
class Book:
    """`board` makes the widget that shows the chapters' pictures; it has a `picture`."""

    board: "Callable[[], Widget]"
    chapters: tuple[Chapter, ...]

    def at(self, rule_id: str | None) -> int:
        """Return the number of the chapter that a rule is in, the first one if it is in none."""
        return next((n for n, chapter in enumerate(self.chapters) if rule_id in chapter.rules), 0)


def whole(chapters: Sequence[Chapter], ids: Iterable[str]) -> tuple[Chapter, ...]:
    """Return the chapters, with rules that are in none at the end of the last: a missing one could be read nowhere."""
    *most, last = chapters
    told = {rule_id for chapter in chapters for rule_id in chapter.rules}
    left = tuple(rule_id for rule_id in ids if rule_id not in told)
    return (*most, replace(last, rules=(*last.rules, *left)))
