"""What a die with a radio of its own says, whoever made it."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class Described:
    """The die told what it is. `colour` is a capital, None where it tells none; `unfit` is why it cannot be used."""

    colour: str | None
    unfit: str | None = None


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
