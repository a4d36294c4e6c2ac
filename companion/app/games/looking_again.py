"""Looks again at a table that lies still while something is waited for there."""

from collections.abc import Iterator
from typing import Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Correct, Deed, JudgePicture, PassTurn, Say
from companion.app.games.table import PlayedTable
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict

SOON, LONGEST = 2.0, 30.0
"""Seconds to the first look again, and the most between two; each pause is twice the one before."""


class LookingAgain(Companion):
    """Asks for the same picture again where the last look settled nothing, or what it meant has changed: a camera hands
    out a picture by itself only where it differs from the one before."""

    def __init__(self, table: PlayedTable[Any]) -> None:
        self._table = table
        self._pause = SOON
        # When to look again, on the table's clock.
        self._at: float | None = None
        self._last: Verdict | None = None

    def answer(self, deed: Deed) -> Iterator[Deed]:
        yield deed
        match deed:
            case JudgePicture() if self._settles_nothing:
                self._at = self._table.log.now + self._pause
                self._pause = min(2 * self._pause, LONGEST)
            case JudgePicture():
                self._at, self._pause = None, SOON
            case Say() if self._table.session.started and (self._settles_nothing or self._stands_wrong):
                # What was said may be what the table was to be judged by.
                self._table.source.look_again()
            case Correct() | PassTurn():
                # The players have said how the table stands.
                self._at = self._last = None

    @property
    def _settles_nothing(self) -> bool:
        """True if the last look has neither been judged nor left a question to the players."""
        if not self._table.session.started:
            return True
        last = self._last
        return last is not None and (last.verdict in ("hand", "programming") or _unread(last))

    @property
    def _stands_wrong(self) -> bool:
        return self._last is not None and (self._last.trait.stands or self._last.verdict == "unsure")

    def saw(self, verdict: Verdict, look: Any, image: Image) -> None:
        self._last = verdict

    def advance(self) -> None:
        table = self._table
        if self._at is None or table.log.now < self._at or not table.running or table.source.away or table.touched:
            return
        self._at = None
        table.source.look_again()


def _unread(verdict: Verdict) -> bool:
    """Return True if nothing, or not all that was looked for, could be read in a picture."""
    return verdict.verdict == "unsure" and not verdict.readings and verdict.confidence == 0.0
