"""What rolls the dice of a game: found, lost and found again, its rolls stored before they count."""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from companion.app.devices.devices import ON_SCREEN
from companion.app.json_object import JsonObject
from companion.games.errors import GameError
from companion.games.reason import Reason
from companion.referee.errors import KeepingError, error_reason, reason_of, together
from companion.referee.keeping.records import Record
from companion.referee.live.feed import TRAY
from companion.referee.live.table_dice import TableDice, unheard
from companion.referee.live.tray_dice import open_table_dice
from hardware.dice import BLUETOOTH, DiceEvent, DiceRoll, DiceSource, Notice, SourceIdentity, VoidRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore

ROLLS_NAME = "rolls.jsonl"
# So many numbers before a roll its record names the void throws among them.
MOST_VOIDS = 20


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
    """`name` is a tower's port, `auto`, `simulated`, `virtual`, `bluetooth` or `camera:` and a camera; `count` dice
    make a throw. Rolls that were stored when the game was broken off, and are not in its journal, come first.

    Raises DeviceError where the rolls in `folder` cannot be read, or the dice cannot be had.
    """

    def __init__(self, name: str, folder: Path, records: tuple[Record, ...] = (), count: int = 2) -> None:
        self.kind = {BLUETOOTH: "bluetooth", TRAY: "tray"}.get(name.partition(":")[0], "tower")
        """Device that rolls: `tower`, `bluetooth` or `tray`."""
        self._store = RollStore(folder / ROLLS_NAME)
        try:
            self._source = Quiet(open_table_dice(name, count, self._store))
        except BaseException:
            self._store.close()
            raise
        self._told = [reason_of(said) for said in self._store.problems]
        self._rolls: deque[tuple[str, Any]] = deque()
        missed = unheard(self._store, [record["raw"] for record in records if "raw" in record])
        self._dice = TableDice(self._source, self._told.append, missed, count)

    @property
    def away(self) -> str:
        """Device that is looked for (`kind`), or ""."""
        return self.kind if self._source.away else ""

    @property
    def rolls_by(self) -> str:
        """Source of the next roll: `screen` while the device is away, `thrown` if it rolls on request, `tower` if the
        players roll."""
        if self._source.away:
            return ON_SCREEN
        return "thrown" if self._source.can_throw else "tower"

    @property
    def waits(self) -> bool:
        """True if a roll has come that could not be taken yet."""
        return bool(self._rolls)

    def record(self, roll: DiceRoll) -> str:
        """Return the tower's lines of a roll, and of the throws before it that were void."""
        _, epoch, number = roll.key
        void = [each for each in self._store if isinstance(each, VoidRoll) and each.key[1] == epoch]
        lines = [each.raw for each in void if each.raw and number - MOST_VOIDS <= each.number < number]
        return "\n".join([*lines, roll.raw or ""])

    def next_turn(self) -> None:
        """Take note that somebody is to roll now."""
        self._dice.next_turn()

    def throw(self) -> None:
        """Roll, where the machine can do that itself."""
        self._dice.throw()

    def hear(self, take: Callable[[str, Any], None]) -> Reason | None:
        """Hand the rolls since last asked to `take`, as kind (`roll` or `roll_raw`) and value; those that it cannot
        keep stay. Returns what is to be told to the players."""
        self._rolls += self._dice.waiting()
        while self._rolls:
            try:
                take(*self._rolls[0])
            except KeepingError as error:
                return error_reason(error)
            except (GameError, DeviceError) as error:
                self._told.append(error_reason(error))
            self._rolls.popleft()
        said, self._told[:] = tuple(self._told), []
        return together(said) if said else None

    def close(self) -> None:
        self._source.close()
        self._store.close()


def dice_of(
    header: JsonObject, folder: Path, records: tuple[Record, ...], count: int
) -> tuple[GameDice | None, Reason | None]:
    """Return a game's dice, None for the screen's, and what is wrong with them: a game goes on without its dice."""
    name = header.get("dice", ON_SCREEN)
    if name == ON_SCREEN:
        return None, None
    try:
        return GameDice(name, folder, records, count), None
    except (DeviceError, OSError) as error:
        return None, error_reason(error)
