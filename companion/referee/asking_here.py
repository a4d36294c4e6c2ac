"""Answers a question in words about the position on the table: what is allowed there, or which rule forbids it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.games.reason import Reason
from companion.games.rulebook import Rule
from companion.referee.grid import Commitment
from companion.referee.table import AnyTable
from companion.referee.tables import open_table
from companion.texts.asking import rules_for, things_named
from companion.texts.language import language


class OnTable(NamedTuple):
    """A table to be asked about: its game, the options and the position as the engine has them, and what the turn is
    played under, if anything is."""

    game: str
    options: Any
    position: Any
    under: Commitment | None = None

    @classmethod
    def of(cls, board: AnyTable, position: Any, under: Commitment | None) -> "OnTable":
        return cls(board.game, board.options, position, under)

    def answers(self, question: str, code: str) -> tuple[Sequence[Reason], Sequence[Rule]]:
        """Return what `allowed` says, and the rules that answer, those cited first."""
        here = self.allowed(question, code)
        cited = [language(code).rules[reason.rule] for reason in here if reason.rule]
        found = {rule.id: rule for rule in (*cited, *rules_for(question, code, self.game))}
        return here, tuple(found.values())

    def allowed(self, question: str, code: str) -> Sequence[Reason]:
        """Return what the rules say here of the places and pieces that a question names; nothing if it names none."""
        options = self.options.to_json() if self.options else {}
        board, speaker = open_table(self.game, options), language(code).for_players.of_game(self.game)
        named = {speaker.place(place).casefold(): place for place in board.places}
        things = [named.get(thing, thing) for thing in things_named(question, code)]
        return board.allowed(self.position, self.under, things)
