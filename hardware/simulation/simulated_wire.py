"""A simulated tower in its own time, for the conformance suite."""

from math import ceil

from hardware.simulation.python_tower import PythonTower


class SimulatedWire:
    """A simulated tower; `clock` is its time."""

    def __init__(self, tower: PythonTower) -> None:
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
        self._tower.run(600)
        self._tower.throw()
