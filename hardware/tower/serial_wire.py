"""A tower at a serial port, for the conformance suite."""

from collections.abc import Callable

from hardware.errors import DeviceError
from hardware.tower.ports import open_port
from hardware.tower.serial_port import BAUD_RATES


class SerialWire:
    """A tower at a serial port. `roll` asks people, through `please`, to throw the dice."""

    def __init__(self, path: str, please: Callable[[], None]) -> None:
        """Open the port. Raises DeviceError where that fails."""
        try:
            self._port = open_port(path, BAUD_RATES[0])
        except (OSError, ValueError) as error:
            raise DeviceError("hardware.port.shut", path=str(path), error=str(error)) from error
        self._please = please

    def send(self, data: bytes) -> None:
        self._port.write(data)

    def receive(self, seconds: float) -> bytes:
        self._port.timeout = seconds
        try:
            return bytes(self._port.read(max(1, self._port.in_waiting)))
        except OSError as error:
            raise DeviceError("hardware.port.gone", error=str(error)) from error

    def roll(self) -> None:
        self._please()

    def close(self) -> None:
        self._port.close()
