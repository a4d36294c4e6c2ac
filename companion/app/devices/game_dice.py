"""The dice tower of a game: found, lost and found again, its rolls stored before they count."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.games.reason import Reason
from companion.referee.keeping.records import Record
from companion.referee.live.table_dice import TableDice, unheard
from hardware.dice import DiceEvent, DiceSource, Notice, SourceIdentity
from hardware.open_dice import open_dice
from hardware.roll_store import RollStore

ROLLS_NAME = "rolls.jsonl"
ON_SCREEN = "screen"


class Quiet(DiceSource):
    """A source without its notices of a tower that comes or goes: the screen has a banner for that."""

    def __init__(self, source: DiceSource) -> None:
        self._source = source

    @property
    def identity(self) -> SourceIdentity | None:
        return self._source.identity

    @property
    def away(self) -> bool:
        return self._source.away

    @property
    def can_throw(self) -> bool:
        return self._source.can_throw

    def throw(self) -> None:
        self._source.throw()

    def poll(self) -> Sequence[DiceEvent]:
        told = self._source.poll()
        return [event for event in told if not isinstance(event, Notice) or (event.fault and not self.away)]

    def arm(self, token: int) -> None:
        self._source.arm(token)

    def close(self) -> None:
        self._source.close()


class GameDice:
    """`name` is the tower's port, `auto` or `simulated`; rolls that were stored when the game was broken off, and are
    not in its journal, come first. What is to be told to the players gathers in `told`.

    Raises DeviceError where the rolls in `folder` cannot be read.
    """

    def __init__(self, name: str, folder: Path, records: tuple[Record, ...] = ()) -> None:
        self._store = RollStore(folder / ROLLS_NAME)
        try:
            self._source = Quiet(open_dice(name, self._store))
        except BaseException:
            self._store.close()
            raise
        self.told: list[Reason] = []
        missed = unheard(self._store, [record["raw"] for record in records if "raw" in record])
        self._dice = TableDice(self._source, self.told.append, missed)

    @property
    def away(self) -> bool:
        return self._source.away

    @property
    def can_throw(self) -> bool:
        return self._source.can_throw

    def next_turn(self) -> None:
        """Somebody is to roll now."""
        self._dice.next_turn()

    def throw(self) -> None:
        """Roll, where the machine can do that itself."""
        self._source.throw()

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """The rolls since last asked, as kind (`roll` or `roll_raw`) and value."""
        return self._dice.waiting()

    def close(self) -> None:
        self._source.close()
        self._store.close()
