"""Messages of Pixels dice.

A message is its type's number in one byte, and its fields, little-endian. Sources: the maker's description of the
protocol, and the declarations of messages in its firmware and libraries.
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
from hardware.errors import fact

INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"

WHO_ARE_YOU, I_AM_A_DIE, ROLL_STATE, REQUEST_BATTERY, BATTERY = 1, 2, 3, 33, 34
# Firmware before 2024 sends ROLLED for every rest, however the die got there, so the previous message decides.
ROLLED, HANDLING, ROLLING, CROOKED, ON_FACE = 1, 2, 3, 4, 5
D6, D6_PIPPED = 2, 8
COLOURS = {1: "K", 5: "C", 6: "W"}  # onyx black, clear, white aurora; the others are of no one colour

# type, LEDs, colourway, kind of die, hash, id, flash left, build time, state, face, battery, its state
LEGACY_IDENTITY = struct.Struct("<BBBBIIHIBBBB")
# Newer firmware sends blocks that begin with their length: first the version, then the die.
VERSION_BLOCK = struct.Struct("<BHI")
DIE_BLOCK = struct.Struct("<BIBBBB")

# Firmware built until then numbers a D6's faces differently.
RENUMBERED = 1704150000
OLD_FACES = {1: 5, 2: 4, 3: 3, 4: 2}


class Pixel:
    """One connection to a Pixels die."""

    notify = UART_SERVICE
    write = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
    questions = (bytes([WHO_ARE_YOU]), bytes([REQUEST_BATTERY]))

    def __init__(self) -> None:
        self._faces: dict[int, int] | None = None  # unknown until it has said what it is
        self._state = 0

    def hear(self, data: bytes) -> DieMessage | None:
        match list(data):
            case [2, *_]:
                return self._identity(data)
            case [3, state, face]:
                return self._rolled(state, face)
            case [34, percent, _] if percent <= 100:
                return Battery(percent)
        return None

    def _identity(self, data: bytes) -> DieMessage | None:
        if len(data) == LEGACY_IDENTITY.size:
            _, _, colourway, kind, _, _, _, built, *_ = LEGACY_IDENTITY.unpack(data)
        else:
            try:
                size, _, built = VERSION_BLOCK.unpack_from(data, 1)
                _, _, _, kind, _, colourway = DIE_BLOCK.unpack_from(data, 1 + size)
            except struct.error:
                return None
        if kind not in (D6, D6_PIPPED):
            return Described(None, fact("hardware.bluetooth.unfit"))
        self._faces = {index: index + 1 for index in range(6)}
        if kind == D6 and built <= RENUMBERED:
            self._faces |= OLD_FACES
        return Described(COLOURS.get(colourway))

    def _rolled(self, state: int, face: int) -> DieMessage | None:
        before, self._state = self._state, state
        if self._faces is None:
            return None
        if state == ROLLING:
            return Rolling()
        if state == ROLLED and before in (ROLLING, ROLLED) and face in self._faces:
            return Rested(self._faces[face])
        return Disturbed() if state in (ROLLED, HANDLING, CROOKED, ON_FACE) else None


class Pixels:
    """The maker, recognised by the information service that the dice name."""

    name = "Pixels"
    services = (UART_SERVICE,)

    def recognises(self, name: str, advert: Advert) -> bool:
        return INFORMATION in advert.service_uuids or INFORMATION in advert.service_data

    def open(self) -> Dialect:
        return Pixel()
