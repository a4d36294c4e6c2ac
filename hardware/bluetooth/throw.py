"""Gathers single dice that roll and rest into throws. No radio and no clock: messages and times in, events out.

A throw begins when its first die rolls, and ends when all its dice lie at rest: at once if the number of dice is known,
otherwise when no other die begins to roll for a moment. Every throw takes the next number, as a roll or as a void.
"""

import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from hardware.bluetooth.messages import DieMessage, Disturbed, Rested, Rolling
from hardware.dice import DiceEvent, DiceRoll, Die, Moving, Provenance, VoidReason, VoidRoll
from hardware.roll_store import RollStore

GATHER_SECONDS = 1.5  # in which another die of the same throw begins to roll
AGAIN_SECONDS = 8.0  # for rolling a die again that leans, or one that was forgotten
LONGEST_SECONDS = 30.0  # shaking dice in the hand counts as rolling


@dataclass
class _Thrown:
    """A die of the current throw. `value` is None while it rolls and if it did not come to rest by itself."""

    value: int | None = None
    rolling: bool = True


class ThrowUnderWay:
    """The current throw, and the numbers of those before."""

    def __init__(
        self, store: RollStore, source: Provenance, colour: Callable[[str], str | None], dice: int | None = None
    ) -> None:
        """Start. `colour`: returns a die's letter by its name. `dice`: number of dice of a throw, None if it varies."""
        self._store = store
        self._source = source
        self._colour = colour
        self._dice = dice
        self._epoch = secrets.token_hex(4).upper()
        self._numbers = itertools.count(1)
        self._arm = 0
        self._thrown: dict[str, _Thrown] = {}
        self._begun = self._moved = 0.0
        self._lost = False

    def arm(self, token: int) -> None:
        """Bind the next throw to a turn."""
        self._arm = token

    def hear(self, name: str, message: DieMessage, now: float, wall: float) -> list[DiceEvent]:
        """Handle a die's message; `now` in seconds of any clock, `wall` in seconds since 1970."""
        events: list[DiceEvent] = []
        die = self._thrown.get(name)
        if isinstance(message, Rolling):
            if not self._thrown:
                self._begun = now
                events.append(Moving(self._source))
            self._thrown[name] = _Thrown()
            self._moved = now
        elif die and isinstance(message, Rested) and (die.rolling or die.value != message.value):
            # A second value without rolling in between: the die was turned, or had not come to rest.
            die.value = message.value if die.rolling else None
            die.rolling = False
            self._moved = now
        elif die and isinstance(message, Disturbed) and die.rolling:
            die.rolling = False
            self._moved = now
        return events + self.tick(now, wall)

    def lost(self, name: str, now: float, wall: float) -> list[DiceEvent]:
        """Handle a lost die. What it had shown stands; if it was rolling, the throw is void."""
        die = self._thrown.get(name)
        if die and die.rolling:
            die.rolling = False
            self._lost = True
            self._moved = now
        return self.tick(now, wall)

    def tick(self, now: float, wall: float) -> list[DiceEvent]:
        """Let time pass."""
        if not self._thrown:
            return []
        resting = now - self._moved
        if any(die.rolling for die in self._thrown.values()):
            return self._void(VoidReason.TIMEOUT, wall) if resting > LONGEST_SECONDS else []
        if self._lost:
            return self._void(VoidReason.CONNECTION, wall)
        sure = all(die.value is not None for die in self._thrown.values())
        enough = self._dice is None or len(self._thrown) >= self._dice
        if sure and enough and (self._dice is not None or resting >= GATHER_SECONDS):
            return self._roll(wall - resting)
        if resting >= AGAIN_SECONDS:
            return self._roll(wall - resting) if enough else self._void(VoidReason.FEW, wall)
        return []

    def _roll(self, wall: float) -> list[DiceEvent]:
        dice = tuple(
            Die(self._colour(name), die.value, 0.0 if die.value is None else 1.0) for name, die in self._thrown.items()
        )
        roll = DiceRoll(self._source, self._epoch, next(self._numbers), dice, wall, self._arm)
        self._arm = 0
        return self._end(roll)

    def _void(self, why: VoidReason, wall: float) -> list[DiceEvent]:
        return self._end(VoidRoll(self._source, self._epoch, next(self._numbers), why, wall))

    def _end(self, roll: DiceRoll | VoidRoll) -> list[DiceEvent]:
        self._thrown.clear()
        self._lost = False
        return self._store.save_or_warn(roll)
