"""Whatever works on a thread goes on after a fault, and the fault is reported."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.app.devices import devices
from companion.referee.live import tray_dice
from hardware.bluetooth.dice import BluetoothDice
from hardware.roll_store import RollStore
from hardware.supervised import supervised
from hardware.tower.serial_port import SerialTower
from tests.hardware.fake_bleak import FakeBleak, FakePixel

PATIENCE = 120.0


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    """The faults of threads."""
    faults: list[BaseException] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: faults.append(args.exc_value))
    yield faults


class Faulty:
    """Fails at the first call, then `stands` in for what is called."""

    def __init__(self, stands: Callable[..., Any]) -> None:
        self._stands, self._calls, self.again = stands, 0, threading.Event()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self._calls += 1
        if self._calls == 1:
            raise ZeroDivisionError("by zero")
        self.again.set()
        return self._stands(*args, **kwargs)


def names(faults: list[BaseException]) -> list[str]:
    return [type(each).__name__ for each in faults]


def test_work_begins_again_until_it_returns(reported: list[BaseException]) -> None:
    work = Faulty(lambda: None)
    thread = supervised("work", work, threading.Event(), pause=0.0)
    thread.start()
    thread.join(PATIENCE)
    assert work.again.is_set() and names(reported) == ["ZeroDivisionError"] and not thread.is_alive()


def test_work_that_is_over_does_not_begin_again(reported: list[BaseException]) -> None:
    over, calls = threading.Event(), []

    def work() -> None:
        calls.append(1)
        over.set()
        raise ZeroDivisionError

    thread = supervised("work", work, over, pause=PATIENCE)
    thread.start()
    thread.join(PATIENCE)
    assert calls == [1] and names(reported) == ["ZeroDivisionError"] and not thread.is_alive()


def test_a_tower_is_looked_for_after_a_fault(reported: list[BaseException]) -> None:
    candidates = Faulty(lambda: ())
    tower = SerialTower(RollStore(), candidates=candidates)
    assert candidates.again.wait(PATIENCE) and names(reported) == ["ZeroDivisionError"]
    tower.close()


def test_bluetooth_dice_are_looked_for_after_a_fault(
    reported: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = Faulty(lambda *_: None)
    monkeypatch.setattr("hardware.bluetooth.dice.maker_of", maker)
    dice = BluetoothDice(RollStore(), radio=FakeBleak(FakePixel("Amber")))
    assert maker.again.wait(PATIENCE) and names(reported) == ["ZeroDivisionError"]
    dice.close()


def test_a_tray_is_watched_after_a_fault(reported: list[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    look = Faulty(lambda *_: tray_dice._no_tray())
    monkeypatch.setattr(tray_dice, "open_camera", look)
    dice = tray_dice.TrayDice("0", 2, RollStore())
    assert look.again.wait(PATIENCE) and names(reported) == ["ZeroDivisionError"] and dice.away
    dice.close()


def test_devices_are_looked_for_after_a_fault(reported: list[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    found = Faulty(devices.Devices)
    monkeypatch.setattr(devices, "devices", found)
    there = threading.Event()
    finder = devices.DeviceFinder(lambda _found: there.set())
    assert there.wait(PATIENCE) and names(reported) == ["ZeroDivisionError"]
    finder.close()
