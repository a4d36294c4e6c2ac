"""A refereed game of Leistiko's Blockade: rows, and dice of all variants."""

from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

from companion.app.games.leistiko.watched_entry import RowsLeft
from companion.app.games.refereed_state import Phase, TableState
from companion.app.games.refereed_table import RefereedTable
from companion.games.leistiko_blockade import row_fault
from companion.games.reason import because
from companion.referee.errors import RefereeError
from companion.referee.live.cameras import Image
from companion.referee.verdict import Verdict


@runtime_checkable
class ShowsDice(Protocol):
    """A look that can tell what the dice on the board show."""

    def read_dice(self) -> tuple[int, ...]:
        """Their values; none where one cannot be told."""


class WatchedLeistiko(RefereedTable[RowsLeft]):
    """While a row has been chosen and nobody has rolled, the phase is still that of the roll. `own` of the state is the
    variant."""

    def __init__(self, *args: Any, variant: str = "base", **kwargs: Any) -> None:
        self._variant = variant
        self._seen_last: Any = None
        super().__init__(*args, **kwargs)

    def choose_row(self, row: int) -> None:
        """The row of the turn that begins, or another one while nobody has rolled."""
        if self._phase() != "roll":
            raise RefereeError("leistiko.table.rolled")
        if fault := row_fault(self._table.moving(self.session.position, self.side), row):
            self.notice = fault.reason
            return
        self.notice = None
        self.say("row", row)

    def roll_leap(self) -> None:
        """Bungie Battle: a die for each checker of the row against one more than lie across from it (LB-21)."""
        if self._under is None or "row" not in self._under.value:
            raise RefereeError("leistiko.table.no_row")
        position, row = self.session.position, int(self._under.value["row"])
        mine, theirs = (position.first, position.second) if self.side == "first" else (position.second, position.first)
        own, opposed = ([self._dice.randint(1, 6) for _ in range(n)] for n in (mine[row - 1], theirs[row - 1] + 1))
        self.say("roll", {"leap": own, "opposed": opposed})

    def read_dice(self) -> None:
        """The dice that lie on the board, as the last picture shows them, are the roll."""
        wanted = 2 if self._variant == "super-push" else 1
        dice = self._seen_last.read_dice() if isinstance(self._seen_last, ShowsDice) else ()
        if len(dice) != wanted:
            self.notice = because("leistiko.table.dice_unseen", n=wanted)
            return
        self.notice = None
        self.say("roll", list(dice))

    def swap(self) -> None:
        """Super Push: the other die is the move die."""
        roll = self._under.value.get("roll") if self._under else None
        if not isinstance(roll, list) or len(roll) != 2:
            raise RefereeError("table.dice_late")
        self.correct({"roll": roll[::-1]})

    def state(self) -> TableState[RowsLeft]:
        return replace(super().state(), own=self._variant)

    def _looked(self, verdict: Verdict, look: Any, image: Image) -> None:
        self._seen_last = look

    def _phase(self) -> Phase:
        phase = super()._phase()
        return "roll" if phase == "move" and self._under and "roll" not in self._under.value else phase

    def _roll(self) -> None:
        """The dice are in what the turn is played under: they have no colours."""
        return
