"""Turns that the others sit out while a side has a head start."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Correct, Deed, JudgePicture, JudgeTable, PassTurn, Say, SetUp, TakeBack
from companion.app.games.head_start import moves_again
from companion.app.games.table import PlayedTable
from companion.referee.session import Session


class TurnsSatOut(Companion):
    """Has the others roll and pass as soon as the side that is `ahead` rolls again; in games without rolls they pass at
    once. `own` are the sides at this table where another one plays with it: there dice are rolled together.
    """

    def __init__(self, table: PlayedTable[Any], ahead: str, own: Sequence[str] | None = None) -> None:
        self._table, self._ahead, self._own = table, ahead, own

    def side(self, side: str) -> str:
        return self._ahead if self.rolled_for else side

    def answer(self, deed: Deed) -> Iterator[Deed]:
        table = self._table
        if self._own is not None:
            # The partner has them sat out, once the other table knows of the turn before.
            yield deed
            return
        if isinstance(deed, Say) and self.rolled_for:
            side = table.board.next_mover(self._ahead)
            yield Say("roll", dict(table.entry.roll(side, table.chance("roll"))))
            yield PassTurn(sat_out=True)
        yield deed
        if isinstance(deed, TakeBack):
            while self.due and table.can_undo:
                yield TakeBack()
        passes = isinstance(deed, SetUp | JudgeTable | JudgePicture | TakeBack)
        if passes or (isinstance(deed, Correct) and "undo" not in deed.correction):
            sat_out = False
            while self.due and table.session.due == table.board.implicit(table.session.position):
                yield PassTurn(sat_out=True)
                sat_out = True
            if sat_out and isinstance(deed, Correct):
                table.stand()

    @property
    def rolled_for(self) -> bool:
        """True if the side whose turn would come next sits it out, once somebody has rolled for it."""
        session = self._table.session
        if not self._ahead or self._table.under or not session.started or session.winner:
            return False
        follows = session.side == self._ahead if session.side else self._table.first != self._ahead
        return follows and self._moves_again

    @property
    def due(self) -> bool:
        """True if it is the turn of a side of this table that sits it out."""
        session, due = self._table.session, self._table.session.due
        here = self._own is None or (due is not None and due.mover in self._own)
        return here and self.sits_out(session)

    def sits_out(self, session: Session) -> bool:
        """Return True if the turn that is due in a session is sat out."""
        due = session.due
        if not self._ahead or due is None or session.winner:
            return False
        return due.mover not in (None, self._ahead) and moves_again(session.movers.count(self._ahead))

    @property
    def _moves_again(self) -> bool:
        return moves_again(self._table.session.movers.count(self._ahead))
