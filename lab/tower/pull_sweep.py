"""The cable pulled at every byte of every message between the real firmware and the real host.

One session says everything there is to say. At each byte that crosses the cable the process is forked: in the child
the byte still arrives, then the cable is out for a while, and the session goes on; the parent waits and goes on
unharmed. So every position is tried from the very state that it is reached in, and the same come every time.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from hardware.dice import DiceRoll, VoidRoll
from hardware.errors import DeviceError
from lab.tower.desk import Desk
from lab.tower.faulty_line import FaultyLine
from lab.tower.simulation.optics import LyingDie
from lab.tower.simulation.tower import SimulatedThrow, SimulatedTower, calibrated_memory

SEED = 17
OUT_MS = 40.0
REQUESTS = ("PING", "RAW 2", "LOG 1", "LOG 2", "LOG 9", "SET still=300", "SET hb=1000", "DISCARD", "JUGGLE", "ARM 9")
COLOURS = "RYGB"


@dataclass
class Pulls:
    """`bytes` crossed the cable in the whole session, with these `verbs`; at `tried` of them it was pulled."""

    bytes: int = 0
    tried: int = 0
    verbs: set[str] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)


class _PullError(Exception):
    """What a pulled cable did."""


class _Watched(FaultyLine):
    """Tells of every byte that was put in."""

    def __init__(self, crossed: Callable[[int], None]) -> None:
        super().__init__(Random(0))
        self._crossed = crossed

    def put(self, data: bytes, now: float) -> None:
        for byte in data:
            super().put(bytes([byte]), now)
            if not self.pulled:
                self._crossed(byte)


class _Session(Desk):
    """A desk whose cable is pulled in a fork of the process, at every `stride`-th byte."""

    def __init__(self, stride: int, first: int, pulls: Pulls) -> None:
        super().__init__(SimulatedTower(SEED, calibrated_memory(SEED, COLOURS)), Random(SEED))
        self.to_tower, self.to_host = (_Watched(self._crossed(way)) for way in ("host", "tower"))
        self.child = False
        self.where = ""
        self._stride, self._first = stride, first
        self._pulls = pulls
        self._line = {"host": bytearray(), "tower": bytearray()}
        self._report = -1
        self._plug_at: float | None = None

    def fail(self, what: str) -> None:
        """Raises _PullError in either process."""
        raise _PullError(f"{self.where or 'cable left in'}: {what}")

    def end(self, failure: BaseException | None) -> None:
        """Leave a child; its parent reads what went wrong."""
        if failure is not None:
            told = str(failure) if isinstance(failure, _PullError) else f"{self.where}: {failure!r}"
            os.write(self._report, told.encode())
        os._exit(failure is not None)

    def _exchange(self) -> None:
        if self._plug_at is not None and self.tower.now >= self._plug_at:
            self._plug_at = None
            self.plug()
        super()._exchange()

    def _crossed(self, way: str) -> Callable[[int], None]:
        def crossed(byte: int) -> None:
            if self.child:
                return
            line = self._line[way]
            line.append(byte)
            self._pulls.bytes += 1
            if self._pulls.bytes % self._stride == self._first % self._stride:
                self._pull_in_child(f"{way}'s {line.decode('latin-1')!r}")
            if byte == 0x0A:
                if len(line) > 1:
                    self._pulls.verbs.add(line.decode("ascii").split(" ")[0])
                line.clear()

        return crossed

    def _pull_in_child(self, where: str) -> None:
        self._pulls.tried += 1
        read, write = os.pipe()
        if os.fork() == 0:
            self.child, self._report = True, write
            self.where = f"pulled after {where}"
            # What has crossed arrives; nothing more does.
            self.to_tower.pulled = self.to_host.pulled = True
            self._plug_at = self.tower.now + OUT_MS
            return
        os.close(write)
        told = b""
        while part := os.read(read, 65536):
            told += part
        os.close(read)
        os.wait()
        if told:
            self._pulls.failures.append(told.decode("utf-8", "replace"))


def sweep_pulls(stride: int = 1, first: int = 1) -> Pulls:
    """Pull at byte `first` and every `stride`-th after it. Raises DeviceError where even the whole cable fails."""
    pulls = Pulls()
    desk = _Session(stride, first, pulls)
    failure: BaseException | None = None
    try:
        for act in (_greeted, _rolled, _voided, _answered, _calibrated):
            act(desk)
            if desk.child and act is not _greeted:
                break
    except BaseException as error:
        failure = error
    if desk.child:
        desk.end(failure)
    desk.tower.close()
    if isinstance(failure, _PullError):
        raise DeviceError(str(failure)) from failure
    if failure is not None:
        raise failure
    return pulls


def _greeted(desk: _Session) -> None:
    """From the power's coming on."""
    _wait(desk, lambda: desk.session is not None and desk.session.ready, "the tower is not greeted")
    desk.run(30)


def _rolled(desk: _Session) -> None:
    with _throws(desk, 1) as throw:
        assert desk.session
        desk.session.arm(7)
        desk.run(20)
        throw(None)


def _voided(desk: _Session) -> None:
    with _throws(desk, 1) as throw:
        throw([None] * 4)


def _answered(desk: _Session) -> None:
    for body in REQUESTS:
        _ask(desk, body)
    with _throws(desk, 0):
        pass


def _calibrated(desk: _Session) -> None:
    tower = desk.tower
    tower.clear()
    desk.ready = False  # it is not while it is calibrated
    _ask(desk, "CAL start")
    _ask(desk, "CAL dark")
    assert tower.chip
    tower.chip.light(tower.block.ambient, tower.block.white(), tower.noise)
    _ask(desk, "CAL white")
    for colour in COLOURS:
        tower.put(0, LyingDie(colour, 3))
        _ask(desk, f"CAL die {colour} bay=1 face=3")
    tower.clear()
    _ask(desk, "CAL save")
    with _throws(desk, 1) as throw:
        throw(None)


@contextmanager
def _throws(desk: _Session, count: int) -> Iterator[Callable[[list[str | None] | None], None]]:
    """For dice to be thrown in: afterwards the host knows every number once, and every roll is what had fallen."""
    if count:
        desk.tower.clear()
        _wait(desk, lambda: desk.ready, "the tower does not get ready")
    before = len(desk.store.rolls)
    thrown: list[SimulatedThrow] = []

    def throw(colours: list[str | None] | None) -> None:
        desk.ready = desk.held = False
        thrown.append(desk.tower.throw(colours))

    yield throw
    _wait(desk, lambda: len(desk.store.rolls) >= before + count, "the roll is lost")
    desk.run(150)  # acknowledgements, and whatever should not come
    numbers = [roll.number for roll in desk.store]
    if numbers != list(range(1, desk.last + 1)) or len(numbers) != before + count:
        desk.fail(f"the tower has rolled {desk.last} times, the host knows {numbers}")
    for roll, fall in zip(desk.store.rolls[before:], thrown, strict=True):
        if not (isinstance(roll, DiceRoll) and roll.values() == fall.shown()) and not (
            isinstance(roll, VoidRoll) and roll.why == "empty" and not fall.shown()
        ):
            desk.fail(f"the host was told {roll} where {fall.shown()} had fallen")


def _ask(desk: _Session, body: str) -> None:
    """Ask until there is an answer, as people would who put the cable back."""
    for _ in range(8):
        _wait(desk, lambda: desk.session is not None and desk.session.ready, "the tower is not greeted")
        assert desk.session
        answer = desk.session.request(body)
        _wait(desk, lambda answer=answer: answer.done, f"{body!r} is under way for ever")  # type: ignore[misc]
        if answer.reply is not None and not answer.reply.startswith(f"ERR #{answer.tag} 3 "):
            return
        desk.run(100)  # busy with what it was asked before the cable went
    desk.fail(f"{body!r} is never answered")


def _wait(desk: _Session, condition: Callable[[], bool], otherwise: str) -> None:
    if not desk.run_until(condition, 8000):
        desk.fail(otherwise)
