"""A tower's line, as the driver sees it."""

from collections.abc import Callable
from typing import Protocol


class SerialLine(Protocol):
    """What is used of a serial port."""

    baudrate: int

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


OpenLine = Callable[[str, int], SerialLine]
"""Opens the line at a port at so many bits a second; raises OSError or ValueError."""
