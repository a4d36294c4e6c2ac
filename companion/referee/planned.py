"""A practice table at which what happens is planned one turn after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from companion.referee.table import Happening
from companion.referee.verdict import Verdict


class PlannedTable(ABC):
    """Does most of what `companion.referee.table.Practice` asks for. `verdict` is what the referee said last."""

    verdict: Verdict | None = None
    _plan: Iterator[Happening] | None = None

    def next(self, verdict: Verdict | None) -> Happening | None:
        """What happens next, given what the referee said last; None when the game is over or the players must speak."""
        self.verdict = verdict
        if self._plan is None:
            self._plan = self._begun()
        if (happening := next(self._plan, None)) is None:
            if self._waits(verdict):
                return None
            self._plan = self._next_turn()
            happening = next(self._plan, None)
        return happening

    @abstractmethod
    def _begun(self) -> Iterator[Happening]:
        """How a game begins."""

    @abstractmethod
    def _next_turn(self) -> Iterator[Happening]:
        """All of a turn."""

    def _waits(self, verdict: Verdict | None) -> bool:
        """Whether nothing happens until the players speak, or never again."""
        return verdict is not None and verdict.verdict in ("won", "unsure")
