"""A game's rules in words for players, with the ids that verdicts cite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

from companion.games.errors import GameError, shown


@dataclass(frozen=True)
class Rule:
    """One rule or ruling. `options` names the readings that players may agree on, the first being the ruling."""

    id: str
    title: str
    text: str
    options: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game in the order in which a player reads them."""

    title: str
    rules: Sequence[Rule]

    def find(self, rule_id: str) -> Rule:
        """Raises GameError for an id that the book does not have."""
        wanted = rule_id.casefold()
        for rule in self.rules:
            if rule.id.casefold() == wanted:
                return rule
        known = tuple(rule.id for rule in self.rules)
        raise GameError("engine.no_rule", rule=shown(rule_id), book=self.title, known=known)

    def to_text(self, rule_id: str | None = None, width: int = 100) -> str:
        """The whole book, or one rule, as text with lines of at most `width` characters."""
        if rule_id is not None:
            return _rule_text(self.find(rule_id), width)
        return "\n\n".join([self.title, *(_rule_text(rule, width) for rule in self.rules)])


def _rule_text(rule: Rule, width: int) -> str:
    lines = [f"{rule.id}  {rule.title}", fill(rule.text, width, initial_indent="  ", subsequent_indent="  ")]
    for name, text in (rule.options or {}).items():
        lines.append(fill(f"option {name}: {text}", width, initial_indent="    ", subsequent_indent="      "))
    return "\n".join(lines)
