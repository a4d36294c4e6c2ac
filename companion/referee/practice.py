"""Tables that play by themselves: what happens there is planned one turn after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from companion.referee.grid import Commitment, Grid
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict
from vision.image import Image
from vision.tracking.contract import Tracker

ASKED_AGAIN = 3
"""Questions one after the other after which nothing is shown until the players answer: to show the same again makes
nothing clearer."""


class Practice(ABC):
    """A table that plays by itself, so that everything can be tried without a board, a camera or dice.

    `verdict` is what the referee said last.
    """

    verdict: Verdict | None = None
    _questions = 0
    _plan: Iterator[Happening] | None = None
    # Whether turns are not made here but laid by others, see `lay`.
    _laid_by_others = False

    def next(self, verdict: Verdict | None) -> Happening | None:
        """Return what happens next, given the last verdict; None if the game is over or the players must answer."""
        if verdict is not self.verdict:
            self._questions = self._questions + 1 if verdict is not None and verdict.verdict == "unsure" else 0
        self.verdict = verdict
        if self._questions >= ASKED_AGAIN and not self._laid_by_others:
            return None
        if self._plan is None:
            self._plan = self._begun()
        if (happening := next(self._plan, None)) is None:
            if self._laid_by_others or self._waits(verdict):
                return None
            self._plan = self._next_turn()
            happening = next(self._plan, None)
        return happening

    def play_by_hand(self) -> None:
        """Stop playing by itself: from now on only what is laid happens."""
        self._laid_by_others = True
        if self._plan is not None:
            self._plan = iter(())

    def lay(self, grid: Grid) -> None:
        """Let hands lay this table next."""
        self._plan = self._laid(grid)

    @abstractmethod
    def go_on_from(self, position: Any, mover: str, commitment: Commitment | None) -> None:
        """Set the table to what the players say. `mover` is next, under `commitment` if there is one already."""

    @abstractmethod
    def tracker(self, image: Image) -> Tracker:
        """Return a tracker for this table."""

    @abstractmethod
    def _laid(self, grid: Grid) -> Iterator[Happening]:
        """Return a hand over the table, then the table it leaves."""

    @abstractmethod
    def _begun(self) -> Iterator[Happening]:
        """Return the first happenings of a game."""

    @abstractmethod
    def _next_turn(self) -> Iterator[Happening]:
        """Return all happenings of a turn."""

    def _waits(self, verdict: Verdict | None) -> bool:
        """Return True if nothing happens until the players answer, or never again."""
        return verdict is not None and verdict.verdict in ("won", "unsure")
