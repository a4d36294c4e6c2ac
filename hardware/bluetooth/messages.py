"""What a die with a radio of its own says, whoever made it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from hardware.errors import Fact

UART_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Nordic's serial port over Bluetooth, which many devices offer."""


@dataclass(frozen=True)
class Described:
    """The die told what it is. `colour` is a capital, None where it tells none; `unfit` is why it cannot be used."""

    colour: str | None
    unfit: Fact | None = None


@dataclass(frozen=True)
class Battery:
    """How full its battery is, in percent."""

    percent: int


@dataclass(frozen=True)
class Rolling:
    """It tumbles, or is shaken in the hand."""


@dataclass(frozen=True)
class Rested:
    """It has come to rest by itself after rolling, with this value (1 to 6) on top."""

    value: int


@dataclass(frozen=True)
class Disturbed:
    """It was caught, laid down by hand, or leans: whatever it shows is no roll."""


DieMessage = Described | Battery | Rolling | Rested | Disturbed


class Dialect(Protocol):
    """How one make of dice talks. One object serves one connection."""

    @property
    def notify(self) -> str:
        """The UUID of the characteristic that the die speaks through."""

    @property
    def write(self) -> str:
        """The UUID of the characteristic that it listens to."""

    @property
    def questions(self) -> tuple[bytes, ...]:
        """What to ask it first."""

    def hear(self, data: bytes) -> DieMessage | None:
        """One notification; None for what says nothing about rolls, and for what makes no sense."""


class Advert(Protocol):
    """What is used of a bleak AdvertisementData: the UUIDs of the services that a device names, alone or with data."""

    @property
    def service_uuids(self) -> Collection[str]: ...

    @property
    def service_data(self) -> Collection[str]: ...


class Maker(Protocol):
    """Who makes dice, and how to know and to talk with them."""

    @property
    def name(self) -> str:
        """What the dice are called."""

    @property
    def services(self) -> tuple[str, ...]:
        """The UUIDs of services that a scan looks for."""

    def recognises(self, name: str, advert: Advert) -> bool:
        """Whether a device is a die of this make, by its name and by what it sends out."""

    def open(self) -> Dialect:
        """For one new connection."""
