"""The smallest tower, as it runs on a Raspberry Pi Pico: by MicroPython where that is installed, and by this Python."""

import fcntl
import importlib.util
import os
import shutil
import subprocess
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hardware.tower.conformance import conformance
from hardware.tower.serial_wire import SerialWire

LEVEL0 = Path(__file__).parents[2] / "firmware" / "level0" / "level0_tower.py"
# Of waiting for a tower that is at rest.
MOST_SECONDS = 10.0
# Stands in for sensors and button, which no computer has: the die is thrown when a file appears.
PROGRAM = """
import os, sys
sys.path.insert(0, {folder!r})
import level0_tower
class Pocket:
    def thrown(self):
        try:
            os.remove({thrown!r})
        except OSError:
            return ""
        return "W5"
level0_tower.serve(level0_tower.Level0Tower(uid="E661A4D1", colours="W"), Pocket())
"""


class WireAtRest(SerialWire):
    """A line whose time passes only while the tower waits for more: other work on this machine makes nothing late."""

    def __init__(self, path: str, please: Callable[[], None], at_rest: Callable[[], bool]) -> None:
        super().__init__(path, please)
        self.waited = 0.0
        self._at_rest = at_rest

    def receive(self, seconds: float) -> bytes:
        rested = self._at_rest()
        data = super().receive(seconds)
        if not data and rested and self._at_rest():
            self.waited += seconds
        return data


@contextmanager
def running(interpreter: str, folder: Path) -> Iterator[WireAtRest]:
    """The line of a tower at a pseudo-terminal."""
    master, slave = os.openpty()
    tty.setraw(slave)
    thrown, program = folder / "thrown", folder / "tower.py"
    program.write_text(PROGRAM.format(folder=str(LEVEL0.parent), thrown=str(thrown)))
    tower = subprocess.Popen([interpreter, str(program)], stdin=master, stdout=master)

    def at_rest() -> bool:
        unread = int.from_bytes(fcntl.ioctl(master, termios.FIONREAD, bytes(4)), sys.byteorder)
        return not unread and Path(f"/proc/{tower.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    wire = WireAtRest(os.ttyname(slave), thrown.touch, at_rest)
    try:
        yield wire
    finally:
        wire.close()
        tower.kill()
        tower.wait()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("interpreter", [sys.executable, "micropython"])
def test_it_keeps_every_promise_of_a_tower_without_memory(interpreter: str, tmp_path: Path) -> None:
    if shutil.which(interpreter) is None:
        pytest.skip("Debian has micropython from its version 13 on")
    with running(interpreter, tmp_path) as wire:
        # It says HI when it starts: the interpreter is up.
        said = b""
        while b"HI" not in said:
            assert wire.waited < MOST_SECONDS
            said += wire.receive(0.2)
        findings = conformance(wire, lambda: wire.waited)
    assert len(findings) == 14
    assert [str(finding) for finding in findings if not finding.kept] == []


def module() -> Any:
    spec = importlib.util.spec_from_file_location("level0_tower", LEVEL0)
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def light(pips: tuple[int, ...], pip: int = 4000) -> list[int]:
    return [pip if n in pips else 20000 + 300 * n for n in range(9)]


def test_what_lies_on_top_is_told_from_below() -> None:
    faces = module().FACES
    assert sorted(faces.values()) == [1, 2, 2, 3, 3, 4, 5, 6, 6]
    assert {pips: module().upper_face(light(pips)) for pips in faces} == {
        pips: 7 - face for pips, face in faces.items()
    }


@pytest.mark.parametrize("pips", [(), (0,), (1, 7), (0, 1, 2, 3), (0, 1, 2, 3, 5, 6, 7, 8)])
def test_a_pattern_that_no_face_has_is_not_guessed_at(pips: tuple[int, ...]) -> None:
    assert module().upper_face(light(pips)) == 0


def test_neither_is_a_pip_that_may_be_none() -> None:
    assert module().upper_face(light((4,), pip=13500)) == 0


def test_an_empty_pocket_is_no_roll() -> None:
    assert module().upper_face([300] * 9) is None
