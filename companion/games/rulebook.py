"""A game's rules by the ids that verdicts cite; each language has them in words (`companion.texts.language`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.games.errors import GameError, printable
from companion.games.reason import because


@dataclass(frozen=True)
class Rule:
    """One rule or ruling in the words of a language. `options` words the readings that players may agree on, `asked`
    holds further words that people ask for the rule by."""

    id: str
    title: str
    text: str
    options: Mapping[str, str] = field(default_factory=dict)
    asked: str = ""


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game: their ids in the order in which a player reads them, with spaces between. `readings`
    names, for some of them, the readings that players may agree on, the first being the ruling."""

    game: str
    listed: str
    readings: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(self.listed.split())

    def find(self, rule_id: str) -> str:
        """Return the id as the book has it. Raises GameError for one that it does not have."""
        for known in self.ids:
            if known.casefold() == rule_id.casefold():
                return known
        book = because(f"book.{self.game}")
        raise GameError("engine.no_rule", rule=printable(rule_id), book=book, known=self.ids)
