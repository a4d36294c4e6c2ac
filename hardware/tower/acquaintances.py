"""Remembers which devices at serial ports have answered as towers since the program began, and which have not.

A device that did not answer is not greeted again: it may be a printer, which a greeting restarts. When it is plugged in
again, it is greeted once more. A device that vanishes for a moment because of the greeting itself does not count as
plugged in again.
"""

from collections.abc import Callable, Iterable
from threading import Lock
from time import monotonic

from hardware.tower.ports import Port

RESTARTING = 10.0  # seconds after a knock in which a device may vanish and come back because of it


class Acquaintances:
    """Known devices. `clock` is in seconds. May be used by several threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._towers: set[str] = set()
        self._strangers: dict[str, float] = {}
        self._lock = Lock()

    def worth_a_visit(self, there: Iterable[Port]) -> list[Port]:
        """Return the ports at which to look for a tower: known towers first, and no strangers."""
        with self._lock:
            found = list(there)
            plugged = {port.device for port in found}
            now = self._clock()
            self._strangers = {
                device: knocked
                for device, knocked in self._strangers.items()
                if device in plugged or now - knocked < RESTARTING
            }
            visits = [port for port in found if port.device not in self._strangers]
            return sorted(visits, key=lambda port: port.device not in self._towers)

    def answered(self, port: Port) -> None:
        """Record that a port is a tower, which may be opened at any time."""
        with self._lock:
            self._towers.add(port.device)

    def kept_silent(self, port: Port) -> bool:
        """Record that a device did not answer. Returns True if it is a stranger now."""
        with self._lock:
            stranger = port.device not in self._towers
            if stranger:
                self._strangers[port.device] = self._clock()
            return stranger


SESSION = Acquaintances()
"""Devices of this program."""
