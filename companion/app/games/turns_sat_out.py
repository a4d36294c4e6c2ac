"""Turns that others sit out while somebody has a head start."""

from typing import TypeVar

from companion.app.games.entered_table import EnteredTable
from companion.app.games.head_start import moves_again

S = TypeVar("S")


class TableWithHeadStart(EnteredTable[S]):
    """In games with rolls the others roll and pass as soon as who is ahead rolls again; in others they pass at once."""

    @property
    def side(self) -> str:
        return self._ahead if self._sits_out else super().side

    @property
    def _sits_out(self) -> bool:
        """Whether whose turn would come next sits it out, since somebody else has a head start."""
        session = self.session
        if not self._ahead or self._under or not session.started or session.winner:
            return False
        follows = session.side == self._ahead if session.side else self._first != self._ahead
        return follows and self._moves_again

    @property
    def _moves_again(self) -> bool:
        """Whether all others still sit out."""
        return moves_again(self.session.movers.count(self._ahead))

    @property
    def _to_sit_out(self) -> bool:
        """Whether it is the turn of somebody who sits it out."""
        session, due = self.session, self.session.due
        if not self._ahead or due is None or session.winner:
            return False
        return due.mover not in (None, self._ahead) and self._moves_again

    def _let_sit_out(self) -> None:
        """In games in which turns begin unsaid those who sit theirs out pass at once."""
        while self._to_sit_out and self.session.due == self._table.implicit(self.session.position):
            self._pass(True)

    def _let_others_roll(self) -> None:
        """A roll that is passed on, of who is next where that one sits out."""
        if not self._sits_out:
            return
        side = self._table.next_mover(self._ahead)
        self._game.commit(self._event("roll", dict(self._entry.roll(side, self._chance("roll")))))
        self._passed = False
        self._pass(True)
