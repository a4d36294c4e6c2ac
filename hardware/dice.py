"""Rolls of dice, wherever they come from, and what anything that rolls dice looks like to its user."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from hardware.errors import DeviceError, Fact, fact

Kind = Literal["tower", "simulated", "virtual", "bluetooth", "camera", "typed"]


@dataclass(frozen=True)
class Provenance:
    """Where a roll was made. `durable` is whether a roll made while nobody listens is kept and told later."""

    kind: Kind
    name: str
    durable: bool


@dataclass(frozen=True)
class SourceIdentity:
    """What rolls the dice, to people. `name` is that of its rolls' provenance; `firmware` its version, if any."""

    kind: Kind
    name: str
    firmware: str | None = None

    def __str__(self) -> str:
        return f"{self.name} (firmware {self.firmware})" if self.firmware else self.name


@dataclass(frozen=True)
class Die:
    """One die of a roll. `colour` (a capital) or `value` is None where the device is in doubt; `certainty` is 0..1."""

    colour: str | None
    value: int | None
    certainty: float = 1.0

    def __str__(self) -> str:
        return f"{self.colour or '?'}{self.value or '?'}"


@dataclass(frozen=True)
class DiceRoll:
    """A roll. `source`, `epoch` and `number` together name it for ever: a repetition has the same three.

    `time` is when the dice came to rest, in seconds since 1970; `arm` is the turn's token that the roll was bound to,
    0 for none; `raw` is the line that a tower sent, None from other sources.
    """

    source: Provenance
    epoch: str
    number: int
    dice: tuple[Die, ...]
    time: float
    arm: int = 0
    raw: str | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.source.name, self.epoch, self.number

    @property
    def certain(self) -> bool:
        return all(die.colour is not None and die.value is not None for die in self.dice)

    def values(self) -> dict[str, int]:
        """The value of each colour's die. Raises DeviceError where one is in doubt or two have the same colour."""
        return values_of(self.dice)

    def __str__(self) -> str:
        return dice_words(self.dice)


def dice_words(dice: Sequence[Die]) -> str:
    """``R5 G?``."""
    return " ".join(map(str, dice)) or "no dice"


def values_of(dice: Sequence[Die]) -> dict[str, int]:
    """The value of each colour's die. Raises DeviceError where one is in doubt or two have the same colour."""
    values: dict[str, int] = {}
    for die in dice:
        if die.colour is None or die.value is None:
            raise DeviceError("hardware.dice.unread", dice=dice_words(dice))
        if die.colour in values:
            raise DeviceError("hardware.dice.twice", dice=dice_words(dice), colour=die.colour)
        values[die.colour] = die.value
    return values


@dataclass(frozen=True)
class VoidRoll:
    """A roll that does not count, and why: it is told, so that nobody can make a bad roll vanish."""

    source: Provenance
    epoch: str
    number: int
    why: str
    time: float
    raw: str | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.source.name, self.epoch, self.number

    @property
    def fact(self) -> Fact:
        if self.why == VoidReason.UNUSABLE:
            return fact("hardware.void.unusable", number=self.number)
        known = self.why in set(VoidReason)
        return fact("hardware.void", number=self.number, why=fact(f"hardware.void.{self.why}") if known else self.why)

    def __str__(self) -> str:
        return f"void {self.number}: {self.why}"


class VoidReason(StrEnum):
    """Why a roll does not count. A tower may tell other reasons, which are shown as they are."""

    POWER = "power"
    """The tower lost its power meanwhile."""
    TOUCH = "touch"
    """A die was put in by hand, or did not come through the gate."""
    CROWD = "crowd"
    """Dice were dropped onto dice, or lie on each other."""
    COUNT = "count"
    """A die went down a lane and did not arrive."""
    EMPTY = "empty"
    """The gate was opened but no die fell."""
    TIMEOUT = "timeout"
    """The dice did not come to rest."""
    DISCARD = "discard"
    """It was called off."""
    DAMAGED = "damaged"
    """The tower's memory of it is damaged."""
    CONNECTION = "connection"
    """A Bluetooth die lost its connection while it rolled."""
    FEW = "few"
    """Not all dice of a throw were rolled."""
    UNUSABLE = "unusable"
    """The host's own: what the tower went on telling of it cannot be."""


@dataclass(frozen=True)
class Moving:
    """Dice have begun to fall or to roll."""

    source: Provenance


@dataclass(frozen=True)
class Notice:
    """Something people should know: a device came, went, or has a fault."""

    fact: Fact
    fault: bool = False

    def __str__(self) -> str:
        return str(self.fact)


DiceEvent = DiceRoll | VoidRoll | Moving | Notice


class DiceSource(Protocol):
    """Anything that rolls dice. A source survives the absence of its device: that is a Notice, not an error."""

    @property
    def identity(self) -> SourceIdentity | None:
        """What it is, None while no device has told."""

    @property
    def away(self) -> bool:
        """Whether its device is not to be reached just now."""
        return self.identity is None

    @property
    def can_throw(self) -> bool:
        """Whether it can roll the dice itself."""
        return False

    def throw(self) -> None:
        """Roll the dice; `poll` tells the roll. Raises DeviceError where people must do that."""
        raise DeviceError("hardware.dice.by_hand")

    def poll(self) -> Sequence[DiceEvent]:
        """What has happened since last asked; never waits."""

    def arm(self, token: int) -> None:
        """Bind the next roll to a turn, by a number from 1 to 65535."""

    def close(self) -> None:
        """Let go of the device."""
