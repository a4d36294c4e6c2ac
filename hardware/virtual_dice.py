"""Dice without a tower, thrown by the machine."""

import itertools
import secrets
import time
from collections.abc import Sequence

from hardware.dice import DiceEvent, DiceRoll, DiceSource, Die, Provenance, SourceIdentity
from hardware.roll_store import RollStore

COLOURS = "RYGB"


class VirtualDice(DiceSource):
    """Rolls from the operating system's random numbers; every one is marked as virtual in the store."""

    def __init__(self, store: RollStore) -> None:
        self._store = store
        self._source = Provenance("virtual", "virtual dice", durable=True)
        self._epoch = secrets.token_hex(4).upper()
        self._numbers = itertools.count(1)
        self._arm = 0
        self._rolls: list[DiceEvent] = []

    @property
    def identity(self) -> SourceIdentity:
        return SourceIdentity(self._source.kind, self._source.name)

    @property
    def can_throw(self) -> bool:
        return True

    def poll(self) -> Sequence[DiceEvent]:
        rolls, self._rolls = self._rolls, []
        return rolls

    def arm(self, token: int) -> None:
        self._arm = token

    def throw(self) -> None:
        dice = tuple(Die(colour, 1 + secrets.randbelow(6)) for colour in COLOURS)
        roll = DiceRoll(self._source, self._epoch, next(self._numbers), dice, time.time(), self._arm)
        self._arm = 0
        self._store.save(roll)
        self._rolls.append(roll)

    def close(self) -> None:
        pass
