"""Messages of GoDice.

A message begins with letters: R rolling; S, FS, TS and MS at rest, with the direction of gravity in three signed bytes
(64 is 1 g); Bat and Col with one byte. Of the four ways to rest only S ends a roll: in the others the die was only
moved, leans, or was turned by hand. Source: the maker's Python and JavaScript libraries.
"""

import struct

from hardware.bluetooth.messages import (
    UART_SERVICE,
    Advert,
    Battery,
    Described,
    Dialect,
    DieMessage,
    Disturbed,
    Rested,
    Rolling,
)

NAME_BEGINS = "GoDice_"
ASK_BATTERY, ASK_COLOUR = 3, 23
COLOURS = "KRGBYO"  # of the pips, in the order of their codes

# Direction of gravity with each value on top, in the shell of a six-sided die.
FACES = {1: (-64, 0, 0), 2: (0, 0, 64), 3: (0, 64, 0), 4: (0, -64, 0), 5: (0, 0, -64), 6: (64, 0, 0)}
FARTHEST = 32  # from a face's own direction: a lean of 29 degrees


class GoDie:
    """One connection to a GoDice die."""

    notify = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
    write = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    questions = (bytes([ASK_COLOUR]), bytes([ASK_BATTERY]))

    def hear(self, data: bytes) -> DieMessage | None:
        if data == b"R":
            return Rolling()
        if len(data) == 4 and data.startswith((b"Bat", b"Col")):
            number = data[3]
            if data.startswith(b"Bat"):
                return Battery(number) if number <= 100 else None
            return Described(COLOURS[number] if number < len(COLOURS) else None)
        if len(data) == 4 and data.startswith(b"S"):
            value = upper_face(*struct.unpack("bbb", data[1:]))
            return Rested(value) if value else Disturbed()
        if len(data) == 5 and data.startswith((b"FS", b"TS", b"MS")):
            return Disturbed()
        return None


class GoDice:
    """The maker, recognised by the dice's names, since they offer only a service that many devices have."""

    name = "GoDice"
    services = (UART_SERVICE,)

    def recognises(self, name: str, advert: Advert) -> bool:
        return name.startswith(NAME_BEGINS)

    def open(self) -> Dialect:
        return GoDie()


def upper_face(x: int, y: int, z: int) -> int | None:
    """Return the value on top by the direction of gravity; None where the die leans too much."""
    far, value = min(((x - fx) ** 2 + (y - fy) ** 2 + (z - fz) ** 2, value) for value, (fx, fy, fz) in FACES.items())
    return value if far <= FARTHEST**2 else None
