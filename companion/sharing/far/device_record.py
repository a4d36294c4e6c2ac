"""Rolls of real dice at the other table: what can be checked of them here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.referee.errors import RefereeError
from hardware.errors import DeviceError
from hardware.tower.codes import Message
from hardware.tower.dtp import TowerRoll, parse_void, read_roll, unframe

# Devices whose rolls count at two tables. Simulated and virtual dice do not: nobody there knows how they fall.
DEVICES: Final = ("tower", "bluetooth", "camera", "tray")
# Dice that count on a player's word, where both tables have agreed so.
TYPED: Final = "typed"


@dataclass(frozen=True)
class DeviceRolls:
    """Rolls of real dice so far."""

    last: Mapping[str, int] | None = None
    """Highest number of a tower's rolls, by the tower's epoch."""
    more: int = 0
    """Rolls that the tower has made between the last two that were told, and that nobody was told of."""

    def after(self, by: str, record: str, value: Any, *, typed: bool) -> "DeviceRolls":
        """Return the rolls after one by a source, with its record: the tower's lines, with those of throws that were
        void. `typed`: dice that are typed count.

        Raises RefereeError for a source that does not count, and for a tower's record that is damaged, old, or shows
        other dice.
        """
        if by not in (*DEVICES, *([TYPED] if typed else ())):
            raise RefereeError("far.undrawn")
        if by != "tower":
            return DeviceRolls(self.last)
        lines = [line for line in record.splitlines() if line]
        try:
            void = [parse_void(unframe(line)) for line in lines if line.startswith(Message.VOID)]
            rolls = [read_roll(line) for line in lines if not line.startswith(Message.VOID)]
        except DeviceError as error:
            raise RefereeError("far.other_record") from error
        known, last = {(each.epoch or "", each.number) for each in void}, dict(self.last or {})
        more = 0
        for roll in rolls:
            epoch = roll.epoch or ""
            before = last.get(epoch, 0)
            if roll.number <= before:
                raise RefereeError("far.old_record")
            # The first roll of a game may be any.
            voids = sum(1 for each, number in known if each == epoch and before < number < roll.number)
            more += roll.number - before - 1 - voids if before else 0
            last[epoch] = roll.number
        if not _shows(rolls, value):
            raise RefereeError("far.other_record")
        return DeviceRolls(last, more)


NO_DEVICE_ROLLS: Final = DeviceRolls()


def _shows(rolls: Sequence[TowerRoll], value: Any) -> bool:
    """Return True if these rolls show a value: colour by colour, where both name the same colours."""
    dice = [(str(die.colour), die.value) for roll in rolls for die in roll.dice if die.value is not None]
    colours = sorted(colour for colour, _ in dice)
    if isinstance(value, Mapping) and sorted(map(str, value)) == colours:
        return sorted(value.items()) == sorted(dice)
    return sorted(n for _, n in dice) == sorted(_numbers(value))


def _numbers(value: Any) -> list[int]:
    """Return all numbers in a value of JSON."""
    if isinstance(value, Mapping):
        return [number for each in value.values() for number in _numbers(each)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [number for each in value for number in _numbers(each)]
    return [value] if isinstance(value, int) else []
