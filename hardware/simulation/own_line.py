"""A stand-in for a serial port, with a simulated tower behind it that runs in real time."""

import threading
import time

from hardware.simulation.python_tower import PythonTower
from hardware.tower.ports import READ_TIMEOUT

STEP_SECONDS = 0.005


class SimulatedPort:
    """A port as the driver sees one. `baud` is only there because a port has it."""

    def __init__(self, tower: PythonTower, baud: int) -> None:
        self.baudrate = baud
        self._tower = tower
        # The tower counts milliseconds.
        self._begun = time.monotonic() - tower.now / 1000
        self._lock = threading.Lock()
        self._came = b""

    @property
    def in_waiting(self) -> int:
        """Number of bytes that the tower has sent by now: asking lets it run up to now."""
        self._listen()
        return len(self._came)

    def read(self, size: int = 1, /) -> bytes:
        """Return at most `size` bytes, as soon as any have come; none after READ_TIMEOUT."""
        end = time.monotonic() + READ_TIMEOUT
        while not self.in_waiting and time.monotonic() < end:
            time.sleep(STEP_SECONDS)
        read, self._came = self._came[:size], self._came[size:]
        return read

    def write(self, data: bytes, /) -> int:
        with self._lock:
            self._tower.send(data)
        return len(data)

    def throw(self) -> None:
        """Roll the dice; may be called from another thread."""
        with self._lock:
            self._tower.throw()

    def close(self) -> None:
        """Close the line. The tower goes on; another line to it may be opened."""

    def _listen(self) -> None:
        with self._lock:
            self._tower.run_until(1000 * (time.monotonic() - self._begun))
            self._came += self._tower.receive()
