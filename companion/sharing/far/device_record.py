"""Rolls of real dice at the other table: what can be checked of them here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.referee.errors import RefereeError
from hardware.errors import DeviceError
from hardware.tower.dtp import TowerRoll, read_roll

# Devices whose rolls count at two tables. Simulated and virtual dice do not: nobody there knows how they fall.
DEVICES: Final = ("tower", "bluetooth", "camera", "tray")


@dataclass(frozen=True)
class DeviceRolls:
    """Rolls of real dice so far."""

    last: Mapping[str, int] | None = None
    """Highest number of a tower's rolls, by the tower's epoch."""

    def after(self, by: str, record: str, value: Any) -> "DeviceRolls":
        """Return the rolls after one by a source, with its record.

        Raises RefereeError for a source that does not count, and for a tower's record that is damaged, old, or shows
        other dice.
        """
        if by not in DEVICES:
            raise RefereeError("far.undrawn")
        if by != "tower":
            return self
        try:
            rolls = [read_roll(line) for line in record.splitlines() if line]
        except DeviceError as error:
            raise RefereeError("far.other_record") from error
        last = dict(self.last or {})
        for roll in rolls:
            epoch = roll.epoch or ""
            if roll.number <= last.get(epoch, 0):
                raise RefereeError("far.old_record")
            last[epoch] = roll.number
        if not _shows(rolls, value):
            raise RefereeError("far.other_record")
        return DeviceRolls(last)


NO_DEVICE_ROLLS: Final = DeviceRolls()


def _shows(rolls: Sequence[TowerRoll], value: Any) -> bool:
    """Return True if these rolls show a value: colour by colour, where both name the same colours."""
    dice = [(die.colour, die.value) for roll in rolls for die in roll.dice if die.value is not None]
    colours = sorted(colour or "" for colour, _ in dice)
    if isinstance(value, Mapping) and sorted(map(str, value)) == colours:
        return sorted(value.items()) == sorted((colour or "", n) for colour, n in dice)
    return sorted(n for _, n in dice) == sorted(_numbers(value))


def _numbers(value: Any) -> list[int]:
    """Return all numbers in a value of JSON."""
    if isinstance(value, Mapping):
        return [number for each in value.values() for number in _numbers(each)]
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [number for each in value for number in _numbers(each)]
    return [value] if isinstance(value, int) else []
