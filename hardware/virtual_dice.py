"""Dice without a tower: typed by people, or thrown by the machine."""

import itertools
import re
import secrets
import time
from collections.abc import Sequence

from hardware.dice import DiceEvent, DiceRoll, DiceSource, Die, Provenance
from hardware.errors import DeviceError
from hardware.roll_store import RollStore

_DICE = re.compile(r"([A-Za-z])\s*([1-6])")


class _Counted(DiceSource):
    """Numbers its own rolls and stores them like any others."""

    def __init__(self, store: RollStore, source: Provenance) -> None:
        self._store = store
        self._source = source
        self._epoch = secrets.token_hex(4).upper()
        self._numbers = itertools.count(1)
        self._arm = 0
        self._told: list[DiceEvent] = []

    def poll(self) -> Sequence[DiceEvent]:
        told, self._told = self._told, []
        return told

    def arm(self, token: int) -> None:
        self._arm = token

    def close(self) -> None:
        pass

    def _rolled(self, dice: tuple[Die, ...]) -> DiceRoll:
        roll = DiceRoll(self._source, self._epoch, next(self._numbers), dice, time.time(), self._arm)
        self._arm = 0
        self._store.keep(roll)
        self._told.append(roll)
        return roll


class TypedDice(_Counted):
    """Rolls that people type."""

    def __init__(self, store: RollStore) -> None:
        super().__init__(store, Provenance("typed", "typed rolls", durable=True))

    def enter(self, text: str) -> DiceRoll:
        """A roll such as ``B4 G5``. Raises DeviceError for anything else."""
        found = _DICE.findall(text)
        if not found or re.sub(r"[A-Za-z]\s*[1-6]|[\s,;]", "", text):
            raise DeviceError(
                f"{text!r} is no roll: write the colour and the value (1 to 6) of each die, such as B4 G5"
            )
        return self._rolled(tuple(Die(colour.upper(), int(value)) for colour, value in found))


class VirtualDice(_Counted):
    """Rolls from the operating system's source of chance; every one is marked as virtual in the store."""

    def __init__(self, store: RollStore, colours: str = "RYGB") -> None:
        super().__init__(store, Provenance("virtual", "virtual dice", durable=True))
        self._colours = colours

    def throw(self) -> DiceRoll:
        return self._rolled(tuple(Die(colour, 1 + secrets.randbelow(6)) for colour in self._colours))
