"""The computer as a player of a table: it enters its turns step by step, or shows them for the players to make."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.app.devices.devices import ON_SCREEN
from companion.app.games.companion import Companion
from companion.app.games.deeds import (
    Correct,
    Deed,
    Done,
    Enter,
    PassTurn,
    RollDice,
    RollForComputer,
    Say,
    TakeBack,
    Throw,
)
from companion.app.games.opponents import Opponents
from companion.app.games.state import AnyState, ShownSuggestion
from companion.app.games.table import PlayedTable
from companion.games.reason import because
from companion.referee.verdict import Verdict

# Sources that bring no rolls of their own.
WITHOUT_ROLLS = ("touch", "camera", "hands")


class Computers(Companion):
    """Does a step every `pace` seconds, slowly enough to be followed. `alone`: no other table plays with this one, so
    the computer's turns can be taken back with those of people.
    """

    def __init__(self, table: PlayedTable[Any], opponents: Opponents, pace: float, *, alone: bool = True) -> None:
        self._table, self.opponents, self._pace, self._alone = table, opponents, pace, alone
        # When the next step is due, on the table's clock; 0 if none is.
        self._at = 0.0
        self._plan: ShownSuggestion | None = None
        # True once the plan lies on the simulated table.
        self._laid = False

    @property
    def due(self) -> bool:
        """True if the computer is to roll or to move."""
        table = self._table
        return table.side in self.opponents.sides and table.phase in ("roll", "move") and not table.waits

    def answer(self, deed: Deed) -> Iterator[Deed]:
        match deed:
            case RollForComputer(weakness):
                yield from self._roll(weakness)
            case TakeBack():
                yield deed
                yield from self._take_back_on()
                self._forget()
            case _:
                yield deed

    def _take_back_on(self) -> Iterator[Deed]:
        """Take back with a turn what the computer has done since."""
        table, before = self._table, None
        while self._alone and self.due and table.can_undo:
            now = len(table.session.movers), table.session.due
            if now == before:
                break  # a turn that is sat out was taken back, and passed again
            before = now
            yield TakeBack()

    def advance(self) -> float | None:
        if not self.due:
            self._forget()
            return None
        now = self._table.clock()
        self._at = self._at or now + self._pace
        if now < self._at:
            return self._at - now
        self._play_on()
        self._at = self._table.clock() + self._pace
        return self._pace

    def _play_on(self) -> None:
        table, weakness = self._table, self.opponents.weakness(self._table.side)
        if table.phase == "roll":
            table.do(RollForComputer(weakness))
        elif self._plan is None:
            self._plan = plan = self._thought(weakness)
            if plan.before:
                table.do(Correct(dict(plan.before)))
        elif not self._plan.moves:
            table.do(PassTurn())
        elif not table.watched:
            steps = self._plan.steps
            table.do(Enter(steps[len(table.draft)]) if len(table.draft) < len(steps) else Done())
        elif table.source.by_hand and not self._laid and self._plan.grid:
            self._laid = True
            table.source.lay(self._plan.grid)

    def _roll(self, weakness: float) -> Iterator[Deed]:
        table = self._table
        if table.source.name not in WITHOUT_ROLLS:
            return
        position = table.board.moving(table.session.position, table.side)
        said = None if table.under else table.entry.announced(position, weakness, table.chance)
        if said:
            table.do(Say(*said))
        elif table.rolls_by == "thrown":
            yield Throw()
        elif table.rolls_by == ON_SCREEN:
            table.do(RollDice())

    def _thought(self, weakness: float) -> ShownSuggestion:
        """Return the turn that the computer is going to make."""
        table = self._table
        assert table.under
        position = table.session.position
        found = table.entry.casual(position, table.under, weakness, table.chance("turn")) if weakness else None
        found = found or table.entry.thought(position, table.under, table.chance("turn"))
        return found or ShownSuggestion((), because("computer.nothing"))

    def take_verdict(self, verdict: Verdict) -> None:
        """Notify the players if the turn they made for the computer is not the one it had chosen."""
        plan, meant = self._plan, verdict.side in self.opponents.sides and verdict.frame is not None
        if meant and verdict.trait.turn and plan and plan.grid is not None and dict(verdict.grid) != dict(plan.grid):
            self._table.notice = because("computer.other")

    def moved_on(self) -> None:
        last = self._table.history.last
        if (last is not None and last.trait.turn) or not self.due:
            self._forget()

    def _forget(self) -> None:
        self._at, self._plan, self._laid = 0.0, None, False

    def add_to_state(self, state: AnyState) -> AnyState:
        plan = self._plan if self._table.watched and self.due else None
        computers = (*self.opponents.sides, *state.computers)
        return replace(state, computers=computers, suggestion=state.suggestion or plan)
