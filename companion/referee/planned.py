"""A practice table at which what happens is planned one turn after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from companion.referee.grid import Grid
from companion.referee.table_parts import Happening
from companion.referee.verdict import Verdict


class PlannedTable(ABC):
    """Does most of what `companion.referee.table.Practice` asks for. `verdict` is what the referee said last."""

    verdict: Verdict | None = None
    _plan: Iterator[Happening] | None = None
    # Whether turns are not made here but laid by others, see `lay`.
    _laid_by_others = False

    def next(self, verdict: Verdict | None) -> Happening | None:
        """What happens next, given what the referee said last; None when the game is over or the players must speak."""
        self.verdict = verdict
        if self._plan is None:
            self._plan = self._begun()
        if (happening := next(self._plan, None)) is None:
            if self._laid_by_others or self._waits(verdict):
                return None
            self._plan = self._next_turn()
            happening = next(self._plan, None)
        return happening

    def play_by_hand(self) -> None:
        """From now on nobody plays here: what happens is what is laid."""
        self._laid_by_others = True
        if self._plan is not None:
            self._plan = iter(())

    def lay(self, grid: Grid) -> None:
        """Hands lay the table so."""
        self._plan = self._laid(grid)

    @abstractmethod
    def _laid(self, grid: Grid) -> Iterator[Happening]:
        """A hand over the table, and what it leaves."""

    @abstractmethod
    def _begun(self) -> Iterator[Happening]:
        """How a game begins."""

    @abstractmethod
    def _next_turn(self) -> Iterator[Happening]:
        """All of a turn."""

    def _waits(self, verdict: Verdict | None) -> bool:
        """Whether nothing happens until the players speak, or never again."""
        return verdict is not None and verdict.verdict in ("won", "unsure")
