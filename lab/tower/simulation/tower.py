"""A whole dice tower in software: dice that fall, a sensor floor, and the real firmware reading them.

Time is the tower's own and passes only when `run` is called, so everything is reproducible for a seed.
`lab.tower.simulation.pseudo_terminal` runs the same tower in real time.
"""

import functools
import heapq
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from hardware.errors import DeviceError
from hardware.simulation.python_tower import BAYS, COLOURS
from hardware.tower.dtp import frame, unframe
from lab.tower.simulation.chip import LIGHTS, Chip
from lab.tower.simulation.optics import (
    CELLS_PER_BAY,
    NOISE_COUNTS,
    LyingDie,
    Seat,
    SensorBlock,
    reflectance,
)

GATE, TOO_HIGH = 0x10, 0x20
SEATING_MM, SEATING_DEGREES = 0.4, 2.5
BOUNCE_STEP_MS = 12.0


@dataclass
class SimulatedThrow:
    """True course of a throw."""

    dice: tuple[LyingDie | None, ...]
    """Dice as they came to lie."""
    begun: float
    """When they were let go."""
    rested: float = -1.0
    """When the last one came to rest."""

    def shown(self) -> dict[str, int]:
        return {die.colour: die.value for die in self.dice if die}


class SimulatedTower:
    """One tower with a power switch, pockets and a line. Times are milliseconds since it was made."""

    def __init__(self, seed: int, eeprom: bytes | None = None, noise: float = NOISE_COUNTS) -> None:
        self.rng = Random(seed)
        self.block = SensorBlock(Random(f"block {seed}"))
        self.noise = noise
        self.pockets: list[LyingDie | None] = [None] * BAYS
        self._seen = np.zeros((LIGHTS, BAYS * CELLS_PER_BAY))
        self.throws: list[SimulatedThrow] = []
        self._beams = 0
        self._stuck: dict[int, float] = {}
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._seed = seed
        self._boots = 0
        self._start = 0.0
        self._eeprom = eeprom
        self.chip: Chip | None = None
        self.power_on()

    @property
    def now(self) -> float:
        return self._start + (self.chip.now if self.chip else 0.0)

    @property
    def throwing(self) -> bool:
        return bool(self.throws) and self.now < self.throws[-1].rested

    def run(self, ms: float) -> None:
        """Let time pass, with everything under way."""
        self.run_until(self.now + ms)

    def run_until(self, end: float) -> None:
        while self._events and self._events[0][0] <= end:
            at, _, act = heapq.heappop(self._events)
            self._pass(at)
            act()
        self._pass(end)

    def send(self, data: bytes) -> None:
        if self.chip:
            self.chip.send(data)

    def receive(self) -> bytes:
        return self.chip.receive() if self.chip else b""

    def throw(self, colours: Sequence[str | None] | None = None) -> SimulatedThrow:
        """Put dice into the hopper (in lane order, None for an empty lane; by default one of each colour) and open the
        gate. The values are random."""
        if colours is None:
            colours = self.rng.sample(COLOURS, BAYS)
        dice = tuple(
            None if c is None else LyingDie(c, self.rng.randint(1, 6), self._seat(self.rng.randrange(4)))
            for c in colours
        )
        throw = SimulatedThrow(dice, self.now)
        self.throws.append(throw)
        self._at(0, functools.partial(self._break, GATE))
        self._at(self.rng.uniform(30, 60), functools.partial(self._mend, GATE))
        rest = self.now + 60
        for bay, die in enumerate(dice):
            if die is not None:
                rest = max(rest, self._fall(bay, die))
        throw.rested = rest
        return throw

    def put(self, bay: int, die: LyingDie | None) -> None:
        """Lay a die into a pocket by hand, or (None) take one out."""
        self.pockets[bay] = die
        self._seen[:, bay * CELLS_PER_BAY : (bay + 1) * CELLS_PER_BAY] = 0.0 if die is None else reflectance(die)
        self.show()

    def clear(self) -> None:
        """Take all dice out."""
        self.pockets = [None] * BAYS
        self._seen[:] = 0.0
        self.show()

    def stick(self, cell: int, counts: float | None) -> None:
        """Fix the reading of a cell; None repairs it."""
        if counts is None:
            self._stuck.pop(cell, None)
        else:
            self._stuck[cell] = counts
        if self.chip:
            self.chip.stick(cell, counts)

    def break_beam(self, beam: int, broken: bool) -> None:
        (self._break if broken else self._mend)(beam)

    def show(self) -> None:
        """Let the cells see what lies in the pockets. Call after changing `block`."""
        if self.chip:
            self.chip.light(self.block.ambient, self.block.counts(self._seen), self.noise)

    def power_off(self, torn: int | None = None) -> None:
        """Cut the power; a byte being burnt has `torn`'s bits still set. Dice go on falling."""
        if not self.chip:
            return
        self._start = self.now
        self._eeprom = self.chip.eeprom(torn)
        self.chip.close()
        self.chip = None

    def power_on(self) -> None:
        if self.chip:
            return
        self._boots += 1
        self.chip = Chip(self._seed * 100_003 + self._boots, self._eeprom)
        self.chip.beams(self._beams)
        for cell, counts in self._stuck.items():
            self.chip.stick(cell, counts)
        self.show()

    def close(self) -> None:
        if self.chip:
            self.chip.close()
            self.chip = None

    def _pass(self, until: float) -> None:
        if self.chip:
            self.chip.run_until(until - self._start)
        else:
            self._start = max(self._start, until)

    def _at(self, delay: float, act: Callable[[], None]) -> float:
        heapq.heappush(self._events, (self.now + delay, next(self._order), act))
        return self.now + delay

    def _fall(self, bay: int, die: LyingDie) -> float:
        throat = self.rng.uniform(80, 180)
        self._at(throat, functools.partial(self._break, 1 << bay))
        self._at(throat + self.rng.uniform(18, 35), functools.partial(self._mend, 1 << bay))
        at = throat + 40
        for _ in range(self.rng.randint(4, 16)):
            pose = LyingDie(die.colour, self.rng.randint(1, 6), self._bouncing())
            self._at(at, functools.partial(self.put, bay, pose))
            at += self.rng.uniform(0.7, 1.6) * BOUNCE_STEP_MS
        return self._at(at, functools.partial(self.put, bay, die))

    def _seat(self, turns: int) -> Seat:
        mm, degrees = SEATING_MM, SEATING_DEGREES
        dx, dy, twist = (self.rng.uniform(-limit, limit) for limit in (mm, mm, degrees))
        return Seat(turns, dx, dy, twist)

    def _bouncing(self) -> Seat:
        return Seat(0, self.rng.uniform(-3, 3), self.rng.uniform(-3, 3), self.rng.uniform(0, 360))

    def _break(self, beam: int) -> None:
        self._beams |= beam
        if self.chip:
            self.chip.beams(self._beams)

    def _mend(self, beam: int) -> None:
        self._beams &= ~beam
        if self.chip:
            self.chip.beams(self._beams)


def calibrate(tower: SimulatedTower, colours: str = COLOURS) -> None:
    """Calibrate through the line, like a host. Raises DeviceError where the tower refuses."""
    _ask(tower, "HELLO #1 dtp=1 host=calibration")
    _ask(tower, "CAL #2 dark")
    assert tower.chip
    tower.chip.light(tower.block.ambient, tower.block.white(), tower.noise)
    _ask(tower, "CAL #3 white")
    for number, colour in enumerate(colours, 4):
        tower.put(0, LyingDie(colour, 3))
        _ask(tower, f"CAL #{number} die {colour} bay=1 face=3")
    tower.clear()
    _ask(tower, "CAL #99 save")
    tower.run(1200)


@functools.cache
def calibrated_memory(seed: int, colours: str = COLOURS) -> bytes:
    """Return the EEPROM of the tower of this seed after calibration."""
    tower = SimulatedTower(seed)
    try:
        tower.run(200)
        calibrate(tower, colours)
        assert tower.chip
        return tower.chip.eeprom()
    finally:
        tower.close()


def calibrated_tower(seed: int) -> SimulatedTower:
    """Return a calibrated tower, switched on, its pockets empty. The first one of a seed takes a moment."""
    return SimulatedTower(seed, calibrated_memory(seed, COLOURS), NOISE_COUNTS)


def _ask(tower: SimulatedTower, body: str) -> None:
    tower.send((frame(body) + "\n").encode())
    tag = body.split(" ")[1]
    heard = ""
    for _ in range(100):
        tower.run(10)
        heard += tower.receive().decode("ascii")
        *lines, heard = heard.split("\n")
        for line in lines:
            words = unframe(line).split(" ")
            if words[0] == "ERR" and words[1] == tag:
                raise DeviceError("hardware.tower.refuses", request=repr(body), why=" ".join(words[2:]))
            if words[0] in ("OK", "HI") and words[1] == tag:
                return
    raise DeviceError("hardware.tower.silent", request=repr(body))
