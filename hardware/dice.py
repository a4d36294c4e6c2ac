"""Rolls of dice and the interface of every source of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from hardware.errors import DeviceError, Fact, fact

Kind = Literal["tower", "simulated", "virtual", "bluetooth", "camera", "typed"]
# Names by which dice are opened, see `hardware.open_dice`.
SIMULATED, VIRTUAL, AUTO, BLUETOOTH = NAMES = "simulated", "virtual", "auto", "bluetooth"


@dataclass(frozen=True)
class Provenance:
    """Origin of a roll. `durable`: True if rolls made while no program listens are stored and reported later."""

    kind: Kind
    name: str
    durable: bool


@dataclass(frozen=True)
class SourceIdentity:
    """Kind, name and firmware of a dice source, as shown to people."""

    kind: Kind
    name: str
    """The name in the provenance of its rolls."""
    firmware: str | None = None
    """Version of the firmware, if the source has one."""
    pockets: int | None = None
    """Number of dice that it reads in one roll; None if that is not limited."""

    def __str__(self) -> str:
        return f"{self.name} (firmware {self.firmware})" if self.firmware else self.name


@dataclass(frozen=True)
class Die:
    """One die of a roll."""

    colour: str | None
    """A capital letter; None where the device is in doubt."""
    value: int | None
    """None where the device is in doubt."""
    certainty: float = 1.0
    """0..1."""

    def __str__(self) -> str:
        return f"{self.colour or '?'}{self.value or '?'}"


@dataclass(frozen=True)
class DiceRoll:
    """A roll. `source`, `epoch` and `number` identify it: a roll that is reported again has the same three."""

    source: Provenance
    epoch: str
    number: int
    dice: tuple[Die, ...]
    time: float
    """Time at which the dice came to rest, seconds since 1970."""
    arm: int = 0
    """Token that armed the source for the roll's turn; 0 if the source was not armed."""
    raw: str | None = None
    """Line sent by a tower; None from other sources."""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.source.name, self.epoch, self.number

    @property
    def certain(self) -> bool:
        return all(die.colour is not None and die.value is not None for die in self.dice)

    def values(self) -> dict[str, int]:
        """Return the value of each colour's die. Raises DeviceError where one is in doubt or two have the same
        colour."""
        return values_of(self.dice)

    def __str__(self) -> str:
        return dice_words(self.dice)


def dice_words(dice: Sequence[Die]) -> str:
    """Return dice as ``R5 G?``."""
    return " ".join(map(str, dice)) or "no dice"


def values_of(dice: Sequence[Die]) -> dict[str, int]:
    """Return the value of each colour's die. Raises DeviceError where one is in doubt or two have the same colour."""
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
    """A roll that does not count, and why. It is reported so that nobody can make a bad roll vanish."""

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
    """Reasons why a roll does not count. A tower may give others, which are shown as they are."""

    POWER = "power"
    """The tower lost power during the roll."""
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
    """The roll was cancelled."""
    DAMAGED = "damaged"
    """The tower's memory of the roll is damaged."""
    CONNECTION = "connection"
    """A Bluetooth die lost its connection while rolling."""
    FEW = "few"
    """Some dice of a throw were not rolled."""
    UNUSABLE = "unusable"
    """Set by the host: the tower kept reporting an impossible roll."""


@dataclass(frozen=True)
class Moving:
    """Dice have begun to fall or to roll."""

    source: Provenance


@dataclass(frozen=True)
class Notice:
    """A message for people: a device came, went, or has a fault."""

    fact: Fact
    fault: bool = False

    def __str__(self) -> str:
        return str(self.fact)


DiceEvent = DiceRoll | VoidRoll | Moving | Notice


class DiceSource(Protocol):
    """Any source of rolls. It survives the absence of its device, which is a Notice, not an error."""

    @property
    def identity(self) -> SourceIdentity | None:
        """Identity of the source; None before a device has reported."""

    @property
    def away(self) -> bool:
        """True if its device cannot be reached at the moment."""
        return self.identity is None

    @property
    def can_throw(self) -> bool:
        """True if it can roll the dice itself."""
        return False

    def throw(self) -> None:
        """Roll the dice; `poll` returns the roll. Raises DeviceError if people must roll them."""
        raise DeviceError("hardware.dice.by_hand")

    def poll(self) -> Sequence[DiceEvent]:
        """Return what has happened since the last call, without waiting."""

    def arm(self, token: int) -> None:
        """Bind the next roll to a turn, by a number from 1 to 65535."""

    def close(self) -> None:
        """Release the device."""
