"""The dice of a live game, of whatever make."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.errors import error_reason, reason_of
from hardware.dice import DiceRoll, DiceSource, Moving
from hardware.errors import DeviceError
from hardware.roll_store import RollStore

Complain = Callable[[Reason], None]

TOKENS = 65535


class TableDice:
    """The rolls of a dice source, as they concern a game: each turn is armed, so that stray rolls are told apart."""

    def __init__(self, source: DiceSource, complain: Complain, missed: Iterable[DiceRoll] = (), count: int = 0) -> None:
        """`missed` are rolls that were stored when the game was broken off and did not reach it; `count` dice make a
        throw of the game."""
        self._source = source
        self._count = count
        self._complain = complain
        self._missed = list(missed)
        self._turn = 0

    def next_turn(self) -> None:
        """Arm the dice for the next turn."""
        self._turn = self._turn % TOKENS + 1
        self._source.arm(self._turn)

    def throw(self) -> None:
        """Roll, where the machine can do that itself."""
        try:
            self._source.throw()
        except DeviceError as error:
            self._complain(error_reason(error))

    def waiting(self) -> Iterator[tuple[str, Any]]:
        """Yield the rolls since the last call, as kind and value of a happening; everything else is told to the
        players."""
        if self._count and (found := self._source.identity):
            if found.pockets is not None and found.pockets < self._count:
                self._complain(
                    because("referee.few_pockets", dice=found.name, pockets=found.pockets, count=self._count)
                )
            self._count = 0
        missed, self._missed = self._missed, []
        for roll in missed:
            yield from self._counting(roll)
        for event in self._source.poll():
            if isinstance(event, DiceRoll):
                if self._turn and event.arm != self._turn:
                    self._complain(because("referee.stray_roll", number=event.number, dice=str(event)))
                yield from self._counting(event)
            elif not isinstance(event, Moving):
                self._complain(reason_of(event.fact))

    def _counting(self, roll: DiceRoll) -> Iterator[tuple[str, Any]]:
        try:
            values = roll.values()
        except DeviceError as error:
            self._complain(error_reason(error))
            return
        yield ("roll_raw", roll) if roll.raw else ("roll", values)


def unheard(store: RollStore, heard: Iterable[str]) -> list[DiceRoll]:
    """Return the stored rolls of a tower that did not reach the game. `heard`: lines of those that did."""
    known = {line.rstrip("\n") for line in heard}
    return [r for r in store if isinstance(r, DiceRoll) and r.certain and r.raw and r.raw not in known]
