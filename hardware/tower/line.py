"""A tower's serial line as the driver sees it."""

from collections.abc import Callable
from typing import Protocol


class SerialLine(Protocol):
    """The part of a serial port that is used."""

    baudrate: int

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


OpenLine = Callable[[str, int], SerialLine]
"""Opens a port at a bit rate; raises OSError or ValueError."""
