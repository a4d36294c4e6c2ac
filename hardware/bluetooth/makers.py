"""Known makers of dice with radios. A new one is a module like theirs, and a line here."""

from typing import Final

from hardware.bluetooth.godice import GoDice
from hardware.bluetooth.messages import Advert, Maker
from hardware.bluetooth.pixels import Pixels

# In the order in which they are asked about a device.
MAKERS: Final[tuple[Maker, ...]] = (GoDice(), Pixels())


def maker_of(name: str, advert: Advert) -> Maker | None:
    """Return the maker of a die; None for any other device."""
    return next((maker for maker in MAKERS if maker.recognises(name, advert)), None)


def services() -> list[str]:
    """Return the UUIDs of the services that a scan looks for, each once."""
    return sorted({service for maker in MAKERS for service in maker.services})
