"""The turns of the computer: entered step by step, or shown for the players to make them."""

from typing import TypeVar

from companion.app.games.far_turns import TableWithFar
from companion.app.games.opponents import ComputersTurn
from companion.app.games.state import ShownSuggestion
from companion.games.reason import because
from companion.referee.verdict import Verdict

S = TypeVar("S")
# Sources that bring no rolls of their own.
PLAYED = ("touch", "camera", "hands")


class TableWithComputers(TableWithFar[S]):
    """What is planned is forgotten when a turn was made, and when the app is left."""

    _computer: ComputersTurn

    @property
    def _computer_due(self) -> bool:
        """Whether the computer is to roll or to move."""
        return self.side in self._opponents.sides and self._phase() in ("roll", "move") and not self._far_waits

    def _advance_computer(self) -> float | None:
        """Where no camera watches, it enters its turn step by step; under a camera its turn is shown, for the players
        to make it."""
        if not self._computer_due:
            self._computer.forget()
            return None
        pause = self._computer.pause(self._clock())
        if pause:
            return pause
        self._play_on()
        return self._computer.begin_pause(self._clock())

    def _play_on(self) -> None:
        side, computer = self.side, self._computer
        weakness = self._opponents.weakness(side)
        if self._phase() == "roll":
            self._roll_for_computer(weakness)
        elif computer.plan is None:
            computer.plan = plan = self._plan(weakness)
            if plan.before:
                self.correct(plan.before)
        elif not computer.plan.moves:
            self.pass_turn()
        elif not self._watched:
            steps = computer.plan.steps
            if len(self._draft) < len(steps):
                self.enter(steps[len(self._draft)])
            else:
                self.done()
        elif self._source.by_hand and not computer.laid and computer.plan.grid:
            computer.laid = True
            self._source.lay(computer.plan.grid)

    def _roll_for_computer(self, weakness: float) -> None:
        if self._source.name not in PLAYED:
            return
        position = self._table.moving(self.session.position, self.side)
        said = None if self._under else self._entry.announced(position, weakness, self._chance("row"))
        if said:
            self.say(*said)
        elif self._dice_from() == "thrown":
            self.throw()
        elif self._dice_from() == "screen":
            self.roll()

    def _plan(self, weakness: float) -> ShownSuggestion:
        """The turn that the computer is going to make."""
        assert self._under
        position = self.session.position
        found = self._entry.casual(position, self._under, weakness, self._chance("turn")) if weakness else None
        found = found or self._entry.thought(position, self._under, self._chance("turn"))
        return found or ShownSuggestion((), because("computer.nothing"))

    @property
    def _meant(self) -> ShownSuggestion | None:
        """The turn of the computer, or of another table, that the players are to make on theirs."""
        if self.far:
            return self._shown_by_far or (self._computer.plan if self._watched and self._computer_due else None)
        return self._computer.plan if self._watched and self._computer_due else None

    def _compare(self, verdict: Verdict) -> None:
        """Tell where the players have made another turn for the computer than it meant."""
        plan, meant = self._computer.plan, verdict.side in self._opponents.sides
        if meant and verdict.trait.turn and plan and plan.grid is not None and dict(verdict.grid) != dict(plan.grid):
            self.notice = because("computer.other")

    def undo(self) -> None:
        """Take the last step entered back, or the roll where none is, or else the last turn. What the computer has done
        since is taken back with it, and turns that were sat out."""
        super().undo()
        if self.far:
            self._computer.forget()
            return
        while (self._computer_due or self._to_sit_out) and self._can_undo:
            self._take_back()
        self._let_sit_out()
        self._computer.forget()

    def _moved_on(self) -> None:
        super()._moved_on()
        made = self._verdict is not None and self._verdict.trait.turn
        if made or not self._computer_due:
            self._computer.forget()
