"""The smallest tower, as it runs on a Raspberry Pi Pico: by MicroPython where that is installed, and by this Python."""

import fcntl
import importlib.util
import itertools
import os
import shutil
import subprocess
import sys
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.tower.conformance import conformance
from hardware.tower.serial_wire import SerialWire
from lab.tower.simulation.optics import PIP_GRID, PIP_RADIUS

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


@cache
def module() -> Any:
    spec = importlib.util.spec_from_file_location("level0_tower", LEVEL0)
    assert spec and spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


# A way in which each face lies, by the places of its pips.
FACES_BELOW = {face: places for places, face in module().FACES.items()}
PAPER = [20000 + 300 * n for n in range(9)]


def light(pips: tuple[int, ...], pip: float = 0.2) -> list[int]:
    """The light of a face whose pips send back this share of what paper does."""
    return [int(paper * (pip if n in pips else 1)) for n, paper in enumerate(PAPER)]


def test_what_lies_on_top_is_told_from_below() -> None:
    faces = module().FACES
    assert sorted(faces.values()) == [1, 2, 2, 3, 3, 4, 5, 6, 6]
    assert {pips: module().upper_face(light(pips), PAPER) for pips in faces} == {
        pips: 7 - face for pips, face in faces.items()
    }


@pytest.mark.parametrize("pips", [(), (0,), (1, 7), (0, 1, 2, 3), (0, 1, 2, 3, 5, 6, 7, 8)])
def test_a_pattern_that_no_face_has_is_not_guessed_at(pips: tuple[int, ...]) -> None:
    assert module().upper_face(light(pips), PAPER) == 0


def test_neither_is_a_pip_that_may_be_none_nor_a_face_before_white_was_measured() -> None:
    assert module().upper_face(light((4,), pip=0.65), PAPER) == 0
    assert module().upper_face(light((4,)), None) == 0


def test_an_empty_pocket_is_no_roll() -> None:
    assert module().upper_face([300] * 9, PAPER) is None


@pytest.mark.parametrize("kept", [None, "", "1 2 3", "one", " ".join(["5"] * 9), " ".join(["65535"] * 9)])
def test_a_white_that_cannot_be_is_not_compared_with(kept: str | None, tmp_path: Path) -> None:
    path = tmp_path / "white.txt"
    if kept is not None:
        path.write_text(kept)
    assert module().kept_white(path) is None
    path.write_text(" ".join(map(str, PAPER)))
    assert module().kept_white(path) == PAPER


# The pocket of docs/tower.md, in millimetres: bores of this radius and length end so far below the die, above cells of
# this radius; the lamps stand so far off the middle and below the die.
BORE, LENGTH, BELOW, CELL = 0.75, 5.0, 4.0, 0.3
LAMP_X, LAMP_Z = 11.0, 3.0
_steps = np.arange(-9, 9.05, 0.15)
FACE = np.stack(np.meshgrid(_steps, _steps), axis=-1)
PLACES = [np.array((x, y)) for y in (-PIP_GRID, 0, PIP_GRID) for x in (-PIP_GRID, 0, PIP_GRID)]


def _weights() -> Any:
    """How much each spot of FACE, of reflectance 1, counts at each of the nine cells: lamps, bore and distance."""
    lamps = (np.array((x, 0.0)) for x in (-LAMP_X, LAMP_X))
    shine = sum(LAMP_Z / (((FACE - lamp) ** 2).sum(axis=-1) + LAMP_Z**2) ** 1.5 for lamp in lamps)
    depth, weights = LENGTH + BELOW, np.zeros((9, *shine.shape))
    for n, place in enumerate(PLACES):
        for off in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)):
            cell = place + CELL * np.array(off)
            through = np.hypot(*np.moveaxis(cell + (FACE - cell) * LENGTH / depth - place, -1, 0)) <= BORE
            weights[n] += shine * through * (((FACE - cell) ** 2).sum(axis=-1) + depth**2) ** -2.0
    return weights.reshape(9, -1)


def test_the_pocket_as_drawn_reads_every_face_however_the_die_lies() -> None:
    weights = _weights()
    paper = 0.85 * weights.sum(axis=1)
    weights *= 30000 / paper.max()
    white = [int(each) for each in 0.85 * weights.sum(axis=1)]
    assert min(white) > module().DIM
    for top, x, y, twist in itertools.product(range(1, 7), (-0.5, 0.5), (-0.5, 0.5), (-3, 3, 87)):
        turn = np.radians(twist)
        die = (FACE - (x, y)) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        face = np.where(np.abs(die).max(axis=-1) <= 8, 0.82, 0.02)
        for pip in FACES_BELOW[7 - top]:
            face[np.hypot(*np.moveaxis(die - PLACES[pip], -1, 0)) <= PIP_RADIUS] = 0.05
        assert module().upper_face([int(each) for each in weights @ face.ravel()], white) == top


def told(tower: Any) -> list[str]:
    return [line.rpartition("*")[0] for line in tower.sent().decode().splitlines()]


def say(tower: Any, body: str) -> None:
    tower.receive(body.encode() + b"*" + module().checksum(body.encode()) + b"\n")


def test_a_roll_is_told_every_quarter_of_a_second_and_after_a_second_each_second() -> None:
    tower = module().Level0Tower()
    told(tower)
    tower.roll("W5")
    times = []
    for now in range(0, 4001, 5):
        tower.run(now)
        times += [now] * len(told(tower))
    assert times == [0, 250, 500, 750, 1000, 2000, 3000, 4000]


def test_a_full_memory_is_told_and_takes_rolls_again_once_they_are_acknowledged() -> None:
    tower = module().Level0Tower()
    say(tower, "HELLO #1 dtp=1 host=me")
    told(tower)
    for _ in range(17):
        tower.roll("W5")
    assert told(tower) == ["EV 1 FULL"]
    for request, answer in (("ACK #2 16", "ERR #2 2 boot"), (f"ACK #3 16 boot={tower.boot}", "OK #3")):
        say(tower, request)
        assert told(tower) == [answer]
    tower.roll("W6")
    tower.run(0)
    assert told(tower)[0].startswith("ROLL 17 ") and tower.rolls == ["arm=0 d=W6 t=1500"]


@pytest.mark.parametrize("tag", ["#0", "#1000", "#x", "1", "#"])
def test_a_request_with_a_tag_that_cannot_be_is_not_answered(tag: str) -> None:
    tower = module().Level0Tower()
    told(tower)
    say(tower, f"PING {tag}")
    assert told(tower) == []
