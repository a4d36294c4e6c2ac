"""Messages of dice with radios, whoever made them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from hardware.errors import Fact

UART_SERVICE = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"
"""Nordic's serial port over Bluetooth, which many devices offer."""


@dataclass(frozen=True)
class Described:
    """Description of a die."""

    colour: str | None
    """A capital letter; None if it reports none."""
    unfit: Fact | None = None
    """Why it cannot be used, if so."""


@dataclass(frozen=True)
class Battery:
    """Charge of its battery, in percent."""

    percent: int


@dataclass(frozen=True)
class Rolling:
    """The die tumbles, or is shaken in the hand."""


@dataclass(frozen=True)
class Rested:
    """The die has come to rest by itself after rolling, with this value (1 to 6) on top."""

    value: int


@dataclass(frozen=True)
class Disturbed:
    """The die was caught, laid down by hand, or leans: what it shows is no roll."""


DieMessage = Described | Battery | Rolling | Rested | Disturbed


class Dialect(Protocol):
    """Protocol of one make of dice. One object serves one connection."""

    @property
    def notify(self) -> str:
        """UUID of the characteristic that the die sends on."""

    @property
    def write(self) -> str:
        """UUID of the characteristic that it listens to."""

    @property
    def questions(self) -> tuple[bytes, ...]:
        """First requests to the die."""

    def hear(self, data: bytes) -> DieMessage | None:
        """Decode one notification; None for what says nothing about rolls, and for nonsense."""


class Advert(Protocol):
    """The part of a bleak AdvertisementData that is used: UUIDs of the services that a device names, alone or with
    data."""

    @property
    def service_uuids(self) -> Collection[str]: ...

    @property
    def service_data(self) -> Collection[str]: ...


class Maker(Protocol):
    """A maker of dice."""

    @property
    def name(self) -> str:
        """Name of the dice."""

    @property
    def services(self) -> tuple[str, ...]:
        """UUIDs of services that a scan looks for."""

    def recognises(self, name: str, advert: Advert) -> bool:
        """Return True if a device is a die of this make, by its name and its advertisement."""

    def open(self) -> Dialect:
        """Return the protocol for one new connection."""
