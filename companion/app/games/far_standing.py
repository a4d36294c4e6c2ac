"""Compares the game at this table with what both tables have agreed on."""

from typing import Any

from companion.app.games.far_table import FarTable
from companion.app.games.table import PlayedTable
from companion.app.json_object import JsonObject
from companion.referee.session import Session
from companion.sharing.far.course import FarCourse, ToldTurn, alike, in_force, of_words


class FarStanding:
    """Compares the session here with the agreed course."""

    def __init__(self, table: PlayedTable[Any], far: FarTable) -> None:
        self._table, self.far = table, far

    @property
    def course(self) -> FarCourse:
        return self.far.course

    @property
    def turn(self) -> tuple[int, int]:
        """Number of the turn under way, and of requests that were granted."""
        return len(self.course.turns), self.course.granted

    @property
    def my_turn(self) -> bool:
        return self.course.may_move(self.far.role)

    @property
    def theirs(self) -> ToldTurn | None:
        """The turn that the other table has told and that has to be made here."""
        pending = self.course.pending
        return pending if pending and pending.by != self.far.role else None

    @property
    def level(self) -> bool:
        """True if this table stands as both have agreed."""
        return self.alike(self.course.session)

    def alike(self, session: Session) -> bool:
        return alike(self._table.board, self._table.session, session)

    @property
    def said(self) -> JsonObject:
        """Commitments in force here, by kind."""
        return said_in(self._table.session)

    @property
    def untold(self) -> bool:
        """True if the turn was made here and the other table does not know of it: what is said now would belong to the
        next one."""
        agreed = self.course.session
        return self.course.begun and (self._table.session.grid != agreed.grid or self.has_made(agreed))

    def has_made(self, agreed: Session) -> bool:
        """Return True if the turn that is due in a session has been made here, if only by passing."""
        session = self._table.session
        here, said = session.due, session.state.said
        if agreed.due is None or said is None:
            return False
        if here is not None:
            return here.mover != agreed.due.mover
        return said.mover == agreed.due.mover and of_words(said) == of_words(agreed.due)


def said_in(session: Session) -> JsonObject:
    """Return the commitments in force in a session, by kind."""
    found = in_force(session)
    return dict(found[1]) if found else {}
