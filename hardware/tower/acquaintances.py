"""Which devices at serial ports have answered as towers since the program began, and which have not.

A device that did not answer is knocked at no more: it may be somebody's printer, which a knock restarts. Plugged in
again it is knocked at once more. That a knock itself made it vanish for a moment does not count as that.
"""

from collections.abc import Callable, Iterable
from threading import Lock
from time import monotonic

from hardware.tower.ports import Port

RESTARTING = 10.0  # seconds after a knock in which a device may vanish and come back because of it


class Acquaintances:
    """`clock` is in seconds. May be used by several threads."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._towers: set[str] = set()
        self._strangers: dict[str, float] = {}
        self._lock = Lock()

    def worth_a_visit(self, there: Iterable[Port]) -> list[Port]:
        """Of all ports that there are, those to look for a tower at: known towers first, and no strangers."""
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
        """It is a tower, and may be opened at any time."""
        with self._lock:
            self._towers.add(port.device)

    def kept_silent(self, port: Port) -> bool:
        """It was knocked at, and did not answer. True where it is a stranger now."""
        with self._lock:
            stranger = port.device not in self._towers
            if stranger:
                self._strangers[port.device] = self._clock()
            return stranger


SESSION = Acquaintances()
"""Those of this program."""
