"""Shows the other table's turn here, and restricts the camera to the turn that is due."""

from dataclasses import replace
from typing import Any

from companion.app.games.far_standing import FarStanding
from companion.app.games.state import AnyState, ShownSuggestion
from companion.app.games.table import PlayedTable
from companion.games.reason import because
from companion.referee.grid import Grid


class FarView:
    """Shows what the other table has done, for the players to do it here."""

    def __init__(self, table: PlayedTable[Any], standing: FarStanding) -> None:
        self._table, self._standing = table, standing

    def mean_what_is_due(self) -> None:
        """Restrict what the camera takes for a turn to the one that is due here."""
        meant, now = self._meant_grid(), self._table.session.meant
        if (None if meant is None else dict(meant)) != (None if now is None else dict(now)):
            self._table.game.mean(self._table.log.event("meant"), meant)

    def _meant_grid(self) -> Grid | None:
        """Return the table to which a turn has to lead here, None for any."""
        course, role = self._standing.course, self._standing.far.role
        if not self._table.watched:
            return None
        if not course.begun:
            here, waits = self._table.session, role == "guest" and course.session.started
            return here.grid if here.started else course.session.grid if waits else None
        if course.mover is None or course.session.winner or (course.pending and course.pending.by == role):
            return None
        if course.pending:
            return course.pending.grid
        return None if course.table_of(course.mover) == role else course.session.grid

    @property
    def to_make(self) -> ShownSuggestion | None:
        """The other table's turn, for the players to make it here."""
        theirs = self._standing.theirs
        if theirs is None or theirs.grid is None or not self._table.watched or self._standing.alike(theirs.after):
            return None
        return ShownSuggestion(tuple(theirs.moves), because("far.please"), (), theirs.grid)

    def add_to_state(self, state: AnyState) -> AnyState:
        far = self._standing.far
        return replace(state, computers=(*state.computers, *far.sides), suggestion=self.to_make, far=far.state())
