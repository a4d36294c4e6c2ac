"""Serial ports on Android: USB devices, through usb4a and usbserial4a, which only packages for Android hold."""

from importlib import import_module
from typing import Any

from serial.tools.list_ports_common import ListPortInfo

from hardware.tower.line import SerialLine

READ_SECONDS = 0.02
# Devices for which permission was requested, by name, which changes when one is plugged in again: the system shows a
# dialogue.
_ASKED_FOR: set[str] = set()


def usb_ports() -> list[ListPortInfo]:
    """Return the plugged-in devices as pyserial describes ports; none in a package without usb4a."""
    try:
        usb = import_module("usb4a.usb")
    except ImportError:
        return []
    return [_described(device) for device in usb.get_usb_device_list() if device]


def open_usb_port(path: str, baud: int) -> SerialLine:
    """Open a device's line. Raises OSError, PermissionError until people have allowed it."""
    usb = import_module("usb4a.usb")
    device = usb.get_usb_device(path)
    if device is None:
        raise FileNotFoundError(path)
    if not usb.has_usb_permission(device):
        if path not in _ASKED_FOR:
            _ASKED_FOR.add(path)
            usb.request_usb_permission(device)
        raise PermissionError(path)
    serial4a = import_module("usbserial4a.serial4a")
    line: SerialLine = serial4a.get_serial_port(path, baud, 8, "N", 1, timeout=READ_SECONDS)
    return line


def _described(device: Any) -> ListPortInfo:
    port = ListPortInfo(device.getDeviceName())
    port.vid, port.pid = device.getVendorId(), device.getProductId()
    port.description = device.getProductName() or port.device
    return port
