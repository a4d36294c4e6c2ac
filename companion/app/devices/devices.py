"""The cameras and towers that are there to be chosen."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.referee.live.cameras import FoundCamera, cameras
from hardware.supervised import supervised
from hardware.tower import ports
from hardware.tower.ports import Port

LOOK_AGAIN_SECONDS = 2.0
# Dice that the screen rolls, or that are typed.
ON_SCREEN = "screen"


@dataclass(frozen=True)
class Devices:
    """`ports` are the serial ports, any of which may be named as the tower's."""

    cameras: tuple[FoundCamera, ...] = ()
    ports: tuple[Port, ...] = ()

    @property
    def boards(self) -> tuple[Port, ...]:
        """The ports at which a tower is looked for."""
        return tuple(port for port in self.ports if port.board is not None)


def devices() -> Devices:
    """Return all devices that are there now. Opens every camera for a moment."""
    found = tuple(camera for camera in cameras() if isinstance(camera, FoundCamera))
    return Devices(found, tuple(ports.ports()))


class DeviceFinder:
    """Looks for devices on a thread of its own and calls `found` there, at first and whenever something was plugged in
    or pulled. Cameras are opened only then.
    """

    def __init__(self, found: Callable[[Devices], None]) -> None:
        self._found = found
        self._closing = threading.Event()
        supervised("devices", self._work, self._closing).start()

    def close(self) -> None:
        """Look no more; returns at once."""
        self._closing.set()

    def _work(self) -> None:
        listed: object = None
        while not self._closing.is_set():
            now = (sorted(Path("/dev").glob("video*")), tuple(ports.ports()))
            if now != listed:
                listed, found = now, devices()
                if not self._closing.is_set():
                    self._found(found)
            self._closing.wait(LOOK_AGAIN_SECONDS)
