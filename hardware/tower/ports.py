"""Lists serial ports, and opens one without restarting the board behind it more than once.

On many boards a change of DTR restarts the program; a 3D printer loses its print. Linux raises DTR whenever a port is
opened, which cannot be prevented, and lowers it when it is closed, which can: the port is told not to hang up (HUPCL),
so that only the first opening after plugging in is a change. Lowering DTR by hand would be another one.
"""

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import serial
from serial.tools.list_ports_common import ListPortInfo

from hardware.tower.android_usb import open_usb_port, usb_ports

if sys.platform != "win32":
    import termios

_OWN = re.compile(r"/dev/ttyS\d+$")
READ_TIMEOUT = 0.02  # seconds that a read waits: how late a request is sent at worst
WRITE_TIMEOUT = 1.0  # seconds: a port that takes nothing for so long is dead

# USB vendors of boards used in towers, and of their serial chips.
BOARD_VENDORS = {
    0x1A86: "CH340",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x1B4F: "SparkFun",
    0x2E8A: "Raspberry Pi",
    0x239A: "Adafruit",
}


@dataclass(frozen=True)
class Port:
    """A serial port and its USB descriptor."""

    path: str
    board: str | None
    description: str
    device: str = ""
    """Identity of the plugged-in device: maker and product, serial number if it has one (cheap boards share one, or
    have none), and the socket; the path if it is not USB."""

    @property
    def is_built_in(self) -> bool:
        """Return True for a port of the computer's own, which has no plug any more."""
        return _OWN.match(self.path) is not None


def ports() -> list[Port]:
    """Return all serial ports, known boards first."""
    found = [
        Port(port.device, BOARD_VENDORS.get(port.vid or 0), port.description, _device(port))
        for port in _described_ports()
    ]
    return sorted(found, key=lambda port: (port.board is None, port.path))


def likely_ports() -> list[Port]:
    """Return the ports of known boards, where a tower may be."""
    return [port for port in ports() if port.board is not None]


def port_names() -> tuple[str, ...]:
    """Return the paths of ports that people may name."""
    return tuple(port.path for port in ports() if not port.is_built_in)


def open_port(path: str, baud: int) -> Any:
    """Open a port exclusively; DTR stays as it is when it is closed. Raises OSError or ValueError."""
    if sys.platform == "android":
        return open_usb_port(path, baud)
    port = serial.Serial(path, baud, timeout=READ_TIMEOUT, write_timeout=WRITE_TIMEOUT, exclusive=True)
    if sys.platform != "win32":
        try:
            settings = termios.tcgetattr(port.fileno())
            settings[2] &= ~termios.HUPCL
            termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
        except termios.error as error:
            port.close()
            raise OSError(*error.args) from error
    return port


def _described_ports() -> Iterable[ListPortInfo]:
    if sys.platform == "android":
        return usb_ports()
    from serial.tools import list_ports  # noqa: PLC0415 - cannot be imported on Android

    return list_ports.comports()


def _device(port: ListPortInfo) -> str:
    if port.vid is None or port.pid is None:
        return str(port.device)
    return f"{port.vid:04X}:{port.pid:04X} {port.serial_number or ''} at {port.location or port.device}"
