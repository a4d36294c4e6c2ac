"""A tower at an Android tablet's USB port, with stand-ins for the packages that there are on Android only."""

import sys
from collections.abc import Callable
from contextlib import closing
from types import ModuleType, SimpleNamespace

import pytest

from hardware.dice import Notice
from hardware.roll_store import RollStore
from hardware.simulation.own_line import SimulatedPort
from hardware.simulation.python_tower import PythonTower
from hardware.tower import android_usb
from hardware.tower.ports import likely_ports, port_names
from hardware.tower.serial_port import SerialTower

PATIENCE = 120.0
NAME = "/dev/bus/usb/001/002"


class Tablet:
    """A tablet with a tower at its port, and people who allow it or do not."""

    def __init__(self) -> None:
        self.allowed = False
        self.asked = 0
        self.opened: list[tuple[object, ...]] = []
        self.device = SimpleNamespace(
            getDeviceName=lambda: NAME,
            getVendorId=lambda: 0x1A86,
            getProductId=lambda: 0x7523,
            getProductName=lambda: None,
        )

    def ask(self, _device: object) -> None:
        self.asked += 1

    def open(self, *settings: object, timeout: float) -> SimulatedPort:
        self.opened.append((*settings, timeout))
        return SimulatedPort(PythonTower(1), 250_000)


@pytest.fixture
def tablet(monkeypatch: pytest.MonkeyPatch) -> Tablet:
    tablet = Tablet()

    def module(name: str, **functions: Callable[..., object]) -> None:
        made = ModuleType(name)
        made.__dict__.update(functions)
        monkeypatch.setitem(sys.modules, name, made)

    monkeypatch.setattr(sys, "platform", "android")
    monkeypatch.setattr(android_usb, "_ASKED_FOR", set())
    module("usb4a")
    module("usbserial4a")
    module(
        "usb4a.usb",
        get_usb_device_list=lambda: [tablet.device, None],
        get_usb_device=lambda name: tablet.device if name == NAME else None,
        has_usb_permission=lambda _device: tablet.allowed,
        request_usb_permission=tablet.ask,
    )
    module("usbserial4a.serial4a", get_serial_port=tablet.open)
    return tablet


def test_a_board_at_the_port_is_known_by_its_maker(tablet: Tablet) -> None:
    (port,) = likely_ports()
    assert (port.path, port.board, port.description) == (NAME, "CH340", NAME)
    assert port_names() == (NAME,)


def test_the_tower_is_found_once_people_allow_it(tablet: Tablet) -> None:
    with RollStore() as store, closing(SerialTower(store)) as tower:
        told = tower.wait(PATIENCE)
        assert isinstance(told, Notice) and told.fault
        tablet.allowed = True
        assert tower.wait_until_ready(PATIENCE).firmware == "plain"
    assert tablet.asked == 1, "the system shows a dialogue for it"
    assert tablet.opened[0] == (NAME, 250_000, 8, "N", 1, android_usb.READ_SECONDS)


def test_a_device_that_was_pulled_is_none(tablet: Tablet) -> None:
    with pytest.raises(OSError, match="gone"):
        android_usb.open_usb_port("gone", 250_000)
