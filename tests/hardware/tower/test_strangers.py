"""Other people's boards at serial ports: knocked at once, then left alone; and how ports are opened."""

import os
import termios
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.dice import Notice
from hardware.roll_store import RollStore
from hardware.tower import ports, serial_port
from hardware.tower.acquaintances import RESTARTING, Acquaintances
from hardware.tower.ports import Port, open_port
from hardware.tower.serial_port import SerialTower
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower
from tests.saying import words

PATIENCE = 120.0
PRINTER = Port("/dev/ttyUSB0", "CH340", "a printer", "1A86:7523  at 1-2")
TOWER = Port("/dev/ttyUSB1", "CH340", "a tower", "1A86:7523  at 1-3")


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def known(clock: Time) -> Acquaintances:
    return Acquaintances(clock)


def test_a_device_that_did_not_answer_is_left_alone_however_long_it_stays(known: Acquaintances, clock: Time) -> None:
    assert known.worth_a_visit([PRINTER, TOWER]) == [PRINTER, TOWER]
    assert known.kept_silent(PRINTER)
    for clock.now in range(0, 100_000, 500):
        assert known.worth_a_visit([PRINTER, TOWER]) == [TOWER]


def test_it_is_knocked_at_once_more_when_it_was_plugged_in_again(known: Acquaintances, clock: Time) -> None:
    known.kept_silent(PRINTER)
    clock.now += 60
    known.worth_a_visit([])
    assert known.worth_a_visit([PRINTER]) == [PRINTER]
    known.kept_silent(PRINTER)
    assert known.worth_a_visit([PRINTER]) == []


def test_a_device_that_the_knock_restarted_is_no_new_one(known: Acquaintances, clock: Time) -> None:
    known.kept_silent(PRINTER)
    clock.now += RESTARTING / 2
    assert known.worth_a_visit([]) == [] and known.worth_a_visit([PRINTER]) == []
    clock.now += RESTARTING
    assert known.worth_a_visit([PRINTER]) == []


def test_a_stranger_is_known_by_what_it_is_and_not_by_the_name_of_its_port(known: Acquaintances) -> None:
    known.kept_silent(PRINTER)
    assert known.worth_a_visit([Port("/dev/ttyUSB7", "CH340", "", PRINTER.device)]) == []
    other = Port(PRINTER.path, "CH340", "", "1A86:7523  at 1-4")
    assert known.worth_a_visit([other]) == [other]


def test_a_tower_that_has_answered_comes_first_and_is_never_a_stranger(known: Acquaintances) -> None:
    known.answered(TOWER)
    assert not known.kept_silent(TOWER)
    assert known.worth_a_visit([PRINTER, TOWER]) == [TOWER, PRINTER]


def test_a_device_is_told_by_its_serial_number_and_its_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    uno = ListPortInfo("/dev/ttyACM0")
    uno.vid, uno.pid, uno.serial_number, uno.location = 0x2341, 0x43, "75330303", "1-1"
    cheap = ListPortInfo("/dev/ttyUSB0")
    cheap.vid, cheap.pid, cheap.location = 0x1A86, 0x7523, "1-2"
    monkeypatch.setattr(list_ports, "comports", lambda: [uno, cheap, ListPortInfo("/dev/ttyS0")])
    found = [port.device for port in ports.ports()]
    assert found == ["2341:0043 75330303 at 1-1", "1A86:7523  at 1-2", "/dev/ttyS0"]


class SomebodysBoard:
    """A board that is no tower, at a pseudo-terminal: it answers every line with a complaint, as printers do."""

    def __init__(self, folder: Path) -> None:
        self.heard = b""
        self._master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = Port(str(folder / "printer"), "CH340", "a printer", "1A86:7523  at 1-2")
        Path(self.port.path).symlink_to(os.ttyname(self.slave))
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while data := os.read(self._master, 256):
            self.heard += data
            if b"\n" in data:
                os.write(self._master, b'echo:Unknown command: "HELLO"\nok\n')


@pytest.fixture
def board(tmp_path: Path) -> SomebodysBoard:
    return SomebodysBoard(tmp_path)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The paths that were opened."""
    monkeypatch.setattr(serial_port, "GREETING_TIME", 0.3)
    paths: list[str] = []

    def noted(path: str, baud: int) -> serial.Serial:
        paths.append(path)
        return open_port(path, baud)

    monkeypatch.setattr(serial_port, "open_port", noted)
    yield paths


def told(tower: SerialTower, part: str) -> Notice:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        event = tower.wait(1.0)
        if isinstance(event, Notice) and part in words(event):
            return event
    raise AssertionError(f"nothing was told of {part!r}")


def test_somebodys_board_is_opened_once_and_told_of(board: SomebodysBoard, opened: list[str]) -> None:
    known = Acquaintances()
    tower = SerialTower(RollStore(), candidates=lambda: [board.port], acquaintances=known)
    assert "does not answer as a tower" in words(told(tower, "CH340"))
    heard = board.heard
    time.sleep(1.5)
    assert opened == [board.port.path] and board.heard == heard
    tower.close()
    again = SerialTower(RollStore(), candidates=lambda: [board.port], acquaintances=known)
    time.sleep(0.5)
    again.close()
    assert opened == [board.port.path], "another source of the same program knows it"


def test_a_tower_beside_somebodys_board_is_found_and_found_again(board: SomebodysBoard, opened: list[str]) -> None:
    with PtyTower(calibrated_tower(41)) as simulated:
        beside = Port(simulated.port, "CH340", "", "tower")
        tower = SerialTower(RollStore(), candidates=lambda: [board.port, beside], acquaintances=Acquaintances())
        for _ in range(3):
            tower.wait_until_ready(PATIENCE)
            simulated.pull()
            told(tower, "gone")
            simulated.plug()
        tower.wait_until_ready(PATIENCE)
        tower.close()
    assert opened.count(board.port.path) == 1


def test_a_port_that_is_named_is_greeted_without_being_opened_again(board: SomebodysBoard, opened: list[str]) -> None:
    tower = SerialTower(RollStore(), board.port.path)
    end = time.monotonic() + PATIENCE
    while board.heard.count(b"HELLO") < 4 and time.monotonic() < end:
        time.sleep(0.05)
    tower.close()
    assert opened == [board.port.path] and board.heard.count(b"HELLO") >= 4


def test_a_port_does_not_hang_up_when_it_is_closed(board: SomebodysBoard) -> None:
    """Hanging up lowers DTR, and the next opening would raise it again, which restarts an Arduino."""
    line = open_port(board.port.path, 250_000)
    line.baudrate = 115_200
    line.close()
    assert not termios.tcgetattr(board.slave)[2] & termios.HUPCL


def test_a_port_that_may_not_be_opened_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(path: str, baud: int) -> serial.Serial:
        raise serial.SerialException(13, f"could not open port {path}: Permission denied")

    monkeypatch.setattr(serial_port, "open_port", shut)
    tower = SerialTower(RollStore(), candidates=lambda: [PRINTER], acquaintances=Acquaintances())
    assert PRINTER.path in words(told(tower, "cannot be opened"))
    time.sleep(0.5)
    assert tower.poll() == []
    tower.close()
