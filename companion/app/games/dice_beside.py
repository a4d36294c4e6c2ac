"""Takes the rolls of real dice beside a table."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.app.games.companion import Companion
from companion.app.games.deeds import Deed, Rolled, Throw
from companion.app.games.state import AnyState
from companion.app.games.table import PlayedTable
from companion.games.errors import GameError
from companion.referee.keeping.recording import Event
from companion.referee.verdict import Verdict

if TYPE_CHECKING:
    from companion.app.devices.game_dice import GameDice

# In how many seconds to ask a source again.
DICE_SECONDS = 0.1


class DiceBeside(Companion):
    def __init__(self, table: PlayedTable[Any], dice: "GameDice") -> None:
        self._table, self._dice = table, dice

    @property
    def rolls_by(self) -> str:
        return self._dice.rolls_by

    @property
    def holds_source(self) -> bool:
        return self._dice.waits

    def answer(self, deed: Deed) -> Iterator[Deed]:
        if isinstance(deed, Throw):
            self._dice.throw()
        else:
            yield deed

    def advance(self) -> float:
        self._table.notice = self._dice.hear(self._take) or self._table.notice
        return DICE_SECONDS

    def _take(self, kind: str, value: Any) -> None:
        """Take a roll. One that does not count is kept as such, lest it come again."""
        try:
            device, record = (
                (value.source.kind, self._dice.record(value)) if kind == "roll_raw" else (self._dice.kind, "")
            )
            self._table.do(Rolled(kind, value, device, record))
        except GameError as error:
            raw = {"raw": Event(0, 0.0, kind, value).recorded, "number": value.number} if kind == "roll_raw" else {}
            self._table.log.write_fault(error.reason, **raw)
            raise

    def take_verdict(self, verdict: Verdict) -> None:
        if verdict.trait.ends_turn:
            self.next_turn()

    def next_turn(self) -> None:
        """Take note that somebody is to roll now."""
        self._dice.next_turn()

    def add_to_state(self, state: AnyState) -> AnyState:
        return replace(
            state, dice=self.rolls_by, away=(*state.away, self._dice.away) if self._dice.away else state.away
        )

    def close(self) -> None:
        self._dice.close()
