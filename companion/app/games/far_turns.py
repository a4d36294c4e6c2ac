"""The turns of two tables that play one game: told there, shown here, and made at both before the game goes on.

Whatever the players do here is judged here first, as at any table.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from companion.app.games.far_level import TableLevelWithFar
from companion.app.games.far_table import LOOK_SECONDS, FarState, FarTable
from companion.app.games.state import ShownSuggestion
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.games.reason import because
from companion.referee.grid import Grid
from companion.referee.keeping.records import Record
from companion.sharing.far.course import alike

S = TypeVar("S")


class TableWithFar(TableLevelWithFar[S]):
    """What players do at a table of two. Nothing of this concerns one that all sit at: there `far` is None."""

    def far_heard(self) -> None:
        """Something has come from the other table."""
        self._advance_far()

    def _advance_far(self) -> float | None:
        far = self.far
        if far is None:
            return None
        far.receive()
        self._agree_with_far()
        far.tell_again()
        if far.notice:
            self.notice, far.notice = far.notice, None
        return LOOK_SECONDS

    def say(self, kind: str, value: Any) -> None:
        if self.far and not self._following and self._table.together:
            self._say_with_far(self.far, kind, value)
            return
        if self.far and not self._following:
            heard = kind == "roll_raw"
            if kind == "roll" and not self._by_device:
                raise GameError("far.typed")
            self._look_whether_due()
            if heard:
                self._rolled_by = (str(getattr(getattr(value, "source", None), "kind", "tower")), str(value.raw))
        super().say(kind, value)
        if self.far and not self._following:
            self._agree_with_far()

    def _say_with_far(self, far: FarTable, kind: str, value: Any) -> None:
        """Say what counts once both tables have said it. Raises GameError where it cannot be said now."""
        if self._joint is None:
            self._look_whether_due()
            self._table.commit({kind: value}, self.session.last_said)
            self._joint = kind, value
            self._agree_with_far()

    def rolled(self, kind: str, value: Any) -> None:
        """Real dice have been rolled. Raises GameError for a roll that cannot count now."""
        self._by_device = True
        try:
            self.say(kind, value)
        finally:
            self._by_device = False

    def _look_whether_due(self) -> None:
        """Raises GameError where the other table has to do something first."""
        far = self.far
        if far is None or self._following:
            return
        course = far.course
        if not course.joined or not course.begun:
            raise GameError("far.not_begun")
        if course.asked:
            raise GameError("far.answer_first")
        if not course.may_move(far.role) or course.draw or self._turn_untold:
            raise GameError("far.wait")

    def roll(self, roll: Mapping[str, int] | None = None) -> None:
        if self.far is None:
            super().roll(roll)
        elif roll is not None:
            raise GameError("far.typed")
        else:
            self._roll_together("roll")

    def _roll_together(self, what: str) -> None:
        """Have dice rolled by both tables."""
        self._look_whether_due()
        self._wanted = what
        self._agree_with_far()

    def correct(self, correction: JsonObject) -> None:
        far = self.far
        if far is None or self._following:
            super().correct(correction)
            return
        if correction.get("accept"):
            seen = self._verdict.seen if self._verdict else None
            self._ask_far("accept", dict(seen or self.session.grid))
        elif "agree" in correction:
            self._ask_far("agree")
        elif "undo" in correction:
            self._ask_back(correction)
        else:
            if "pass" in correction:
                self._look_whether_due()
            super().correct(correction)
            self._agree_with_far()

    def pass_turn(self) -> None:
        self._look_whether_due()
        super().pass_turn()
        self._agree_with_far()

    def _let_sit_out(self) -> None:
        super()._let_sit_out()
        self._agree_with_far()

    def _let_others_roll(self) -> None:
        """Those at the other table roll there."""
        if self.far is None:
            super()._let_others_roll()

    def undo(self) -> None:
        if self.far is None or self._draft:
            super().undo()
        else:
            self._ask_back({"undo": True})

    def _ask_back(self, correction: JsonObject) -> None:
        """What the other table does not know of is taken back at once, all else by asking it."""
        assert self.far
        course = self.far.course
        pending = course.pending
        ahead = course.session.started and not alike(self._table, self.session, course.session)
        if ahead and (pending is None or pending.by == self.far.role) and not self.far.link.busy:
            self._follow(correction)
            self._agree_with_far()
        else:
            self._ask_far("undo")

    def _ask_far(self, what: str, grid: Grid | None = None) -> None:
        """Raises GameError where that cannot be asked now."""
        assert self.far
        body: JsonObject = {"what": what} if grid is None else {"what": what, "grid": dict(grid)}
        if why := self.far.why_not("ask", **body):
            raise GameError.of(why)
        if not self.far.write("ask", **body):
            raise GameError("far.wait")
        self._agree_with_far()

    def answer_far(self, *, yes: bool) -> None:
        """Answer what the other table has asked, or take back what was asked of it."""
        if self.far and self.far.course.asked and not self.far.write("grant" if yes else "deny"):
            raise GameError("far.wait")
        self._agree_with_far()

    def _recall_far(self, record: Record) -> None:
        """Live through an entry again."""
        if self.far:
            self.far.recall(record)

    def _recall_what_was_granted(self) -> None:
        """What was granted may have been carried out before the game was broken off."""
        far = self.far
        if far is None or self._granted == far.course.granted or far.course.given is None:
            return
        agreed = far.course.given.what == "agree" and bool(self.session.winner)
        if agreed or alike(self._table, self.session, far.course.session):
            self._granted = far.course.granted

    @property
    def _far_waits(self) -> bool:
        """Whether nothing can be done here now, for the other table has to do something first."""
        far = self.far
        if far is None:
            return False
        under_way = far.course.draw is not None or bool(self._wanted) or far.link.busy
        return under_way or not self.far_due or self._turn_untold

    @property
    def _awaits_set_up(self) -> bool:
        """Whether the set-up of the other table, which is that of both, is not known yet."""
        return self.far is not None and self.far.role == "guest" and not self.far.course.session.started

    @property
    def _shown_by_far(self) -> ShownSuggestion | None:
        """The other table's turn, for the players to make it here."""
        pending = self.far.course.pending if self.far else None
        if not self.far or not pending or pending.by == self.far.role or pending.grid is None or not self._watched:
            return None
        if alike(self._table, self.session, pending.after):
            return None
        if self._plan_of != pending.n:
            self._plan_of = pending.n
            self._far_plan = ShownSuggestion(tuple(pending.moves), because("far.please"), (), pending.grid)
        return self._far_plan

    @property
    def _far_state(self) -> FarState | None:
        return self.far.state() if self.far else None

    def close_far(self) -> None:
        if self.far:
            self.far.close()
