"""Bluetooth dice without a radio: they roll what they are told to."""

from collections.abc import Sequence

import pytest

from companion.app.devices import game_dice
from hardware.dice import DiceEvent, DiceRoll, DiceSource, Die, Provenance, SourceIdentity


class RadioDice(DiceSource):
    """`name` and `count` are what the game has asked for; dice that are not `here` have no identity."""

    def __init__(self, name: str, count: int, _store: object) -> None:
        self.name, self.count, self.here = name, count, True
        self.number = self.token = 0
        self._events: list[DiceEvent] = []

    @property
    def identity(self) -> SourceIdentity | None:
        return SourceIdentity("bluetooth", "dice") if self.here else None

    def roll(self, **dice: int) -> None:
        self.number += 1
        shown = tuple(Die(colour, value) for colour, value in dice.items())
        self._events.append(DiceRoll(Provenance("bluetooth", "dice", False), "A", self.number, shown, 0.0, self.token))

    def poll(self) -> Sequence[DiceEvent]:
        told, self._events = self._events, []
        return told

    def arm(self, token: int) -> None:
        self.token = token

    def close(self) -> None: ...


def opened_dice(monkeypatch: pytest.MonkeyPatch) -> list[RadioDice]:
    """The dice of all games that open some from now on, those opened last at the end."""
    opened: list[RadioDice] = []

    def open_dice(name: str, count: int, store: object) -> RadioDice:
        opened.append(RadioDice(name, count, store))
        return opened[-1]

    monkeypatch.setattr(game_dice, "open_table_dice", open_dice)
    return opened
