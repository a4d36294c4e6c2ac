"""The firmware's simulated tower on a pseudo-terminal, in real time: the real driver sees a tower like any other.

``python -m lab.tower.simulation.pseudo_terminal`` prints the port, for ``companion tower test --port PORT`` and all
else that takes one, and rolls the dice on each Enter.
"""

import errno
import os
import sys
import tempfile
import threading
import time
import tty
from pathlib import Path
from typing import Self

from lab.tower.simulation.tower import SimulatedThrow, SimulatedTower, calibrated_tower

STEP_SECONDS = 0.002
LONGEST_LAG_MS = 100.0
READY_MS = 500.0  # in which the tower sees that its pockets are empty


class PtyTower:
    """Runs a simulated tower in a thread. `port` is a path that stays the same however often the cable is pulled."""

    def __init__(self, tower: SimulatedTower) -> None:
        self._tower = tower
        self._folder = tempfile.TemporaryDirectory(prefix="tower-")
        self.port = str(Path(self._folder.name) / "port")
        self._master: int | None = None
        self._slave: int | None = None
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self.latest = 0.0  # milliseconds that the simulation was behind real time at worst, until set to 0 again
        self.plug()
        self._thread = threading.Thread(target=self._work, name="simulated tower", daemon=True)
        self._thread.start()

    def plug(self) -> None:
        with self._lock:
            if self._master is not None:
                return
            self._master, self._slave = os.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            draft = Path(self.port + ".new")
            draft.symlink_to(os.ttyname(self._slave))
            draft.rename(self.port)

    def pull(self) -> None:
        """Pull the cable: the port is gone."""
        with self._lock:
            if self._master is None or self._slave is None:
                return
            Path(self.port).unlink()
            os.close(self._slave)
            os.close(self._master)
            self._master = self._slave = None

    def throw(self) -> SimulatedThrow:
        """Take the dice out, wait until the tower is ready for another roll, and roll them."""
        with self._lock:
            self._tower.clear()
            self._tower.run(READY_MS)
            return self._tower.throw()

    def rested_at(self, throw: SimulatedThrow) -> float:
        """Return when a throw came, or will come, to rest, in seconds of time.monotonic()."""
        with self._lock:
            return self._begun + throw.rested / 1000

    def power_cycle(self) -> None:
        with self._lock:
            self._tower.power_off(0xFF)
            self._tower.power_on()

    def close(self) -> None:
        self._closing.set()
        self._thread.join(timeout=5)
        self.pull()
        self._tower.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _work(self) -> None:
        self._begun = time.monotonic() - self._tower.now / 1000
        while not self._closing.is_set():
            with self._lock:
                due = 1000 * (time.monotonic() - self._begun)
                self.latest = max(self.latest, due - self._tower.now)
                if due - self._tower.now > LONGEST_LAG_MS:  # the machine is too busy: let the tower's time stand still
                    self._begun += (due - self._tower.now - LONGEST_LAG_MS) / 1000
                    due = self._tower.now + LONGEST_LAG_MS
                if due > self._tower.now:
                    self._tower.run_until(due)
                self._exchange()
            time.sleep(STEP_SECONDS)

    def _exchange(self) -> None:
        data = self._tower.receive()
        if self._master is None:
            return
        try:
            if data:
                os.write(self._master, data)
        except BlockingIOError:
            pass  # nobody reads: lost, as on a real line
        try:
            self._tower.send(os.read(self._master, 256))
        except BlockingIOError:
            pass
        except OSError as error:
            if error.errno != errno.EIO:
                raise


if __name__ == "__main__":
    with PtyTower(calibrated_tower(1)) as running:
        print(running.port, flush=True)
        for _ in sys.stdin:
            running.throw()
