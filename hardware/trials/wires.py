"""Lines for the conformance suite: a real port, and a simulated tower in its own time."""

from collections.abc import Callable
from math import ceil

from hardware.errors import DeviceError
from hardware.simulation.python_tower import PythonTower
from hardware.simulation.tower import SimulatedTower
from hardware.tower.ports import open_port


class SerialWire:
    """A tower at a serial port. `roll` asks people, through `please`, to throw the dice."""

    def __init__(self, path: str, please: Callable[[], None], baud: int = 250_000) -> None:
        """Raises DeviceError where the port cannot be opened."""
        try:
            self._port = open_port(path, baud)
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


class SimulatedWire:
    """A simulated tower; `clock` is its time."""

    def __init__(self, tower: SimulatedTower | PythonTower) -> None:
        self._tower = tower

    def clock(self) -> float:
        return self._tower.now / 1000

    def send(self, data: bytes) -> None:
        self._tower.send(data)

    def receive(self, seconds: float) -> bytes:
        for _ in range(ceil(1000 * seconds)):
            self._tower.run(1.0)
            if data := self._tower.receive():
                return data
        return b""

    def roll(self) -> None:
        self._tower.clear()
        self._tower.run(600)
        self._tower.throw()
