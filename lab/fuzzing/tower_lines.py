"""Damaged and senseless lines into the firmware's parser and into the host's, and what became of them."""

import io
import pickle
from collections.abc import Iterator
from random import Random

from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.tower.dtp import frame, unframe
from hardware.tower.session import TowerSession
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.mutations import BODIES, TOWER_BODIES, mutated, odd_line, odd_roll, senseless
from lab.tower.simulation.chip import core_lines

# Bytes a round.
BATCH = 100_000
GOOD_ROLL = "epoch=AAAA0001 boot=9F3A arm=0 d=R5,G2,-,B6 q=90,90,0,90 t=400 ago=300"
# Bursts of odd lines a round, each of up to so many, after which the next roll must come within so many steps.
BURSTS, BURST, STEPS = 40, 30, 60
STEP = 0.05  # seconds
# The most that a session may say in a step, have waiting, and remember.
MOST_BYTES, MOST_WAITING, MOST_KEPT = 1000, 8, 100_000
GREETING = (frame(TOWER_BODIES[0]) + "\n").encode()
WHOLE = frozenset(map(frame, TOWER_BODIES))


def fuzz_both(rng: Random, rounds: Iterator[int]) -> Findings:
    """Harmed requests into the firmware's parser, compiled for this machine, and into the host's: both must take the
    same lines, and none that was not sent like this."""
    findings = Findings()
    whole = {body.encode() for body in BODIES}
    for _ in rounds:
        data = mutated(rng, BATCH)
        bodies, refused = core_lines(data)
        findings.taken["line"] += len(bodies)
        findings.refused["line"] += refused
        findings.faults += [f"accepted and never sent: {body!r}" for body in bodies if body not in whole]
        host = []
        for line in data.split(b"\n")[:-1]:
            try:
                host.append(unframe(line.replace(b"\r", b"").decode("latin-1")).encode())
            except DeviceError:
                continue
        if [body for body in host if len(body) <= 80] != bodies:
            findings.faults.append("the two parsers take other lines of one batch")
    return findings


def fuzz_host(rng: Random, rounds: Iterator[int]) -> Findings:
    """Harmed and senseless lines of a tower into the host's session: no harmed line is stored as a roll, no roll shows
    what no die can, and after whatever a tower says with a right checksum its next roll comes."""
    findings = Findings()
    for number in rounds:
        _say_odd_things(rng, number, findings)
        store = RollStore()
        _feed(TowerSession(store), mutated(rng, BATCH, TOWER_BODIES), findings)
        findings.faults += [f"stored and never sent: {roll.raw!r}" for roll in store if roll.raw not in WHOLE]
        store = RollStore()
        _feed(TowerSession(store), senseless(rng, BATCH, TOWER_BODIES), findings)
        findings.faults += [f"an impossible roll: {roll.raw!r}" for roll in store if not possible(roll)]
    return findings


def _say_odd_things(rng: Random, number: int, findings: Findings) -> None:
    """A tower that says odd lines between its rolls."""
    store = RollStore()
    session = TowerSession(store)
    session.opened(0)
    tower = _Tower(session)
    for burst in range(BURSTS):
        lines = [odd_line(rng) for _ in range(rng.randrange(1, BURST))]
        for line in lines:
            tower.say(line)
        roll = 1_000_000 + 2 * (number * BURSTS + burst)
        odd, good = odd_roll(rng, roll), frame(f"ROLL {roll + 1} {GOOD_ROLL}").encode() + b"\n"
        lines.append(odd)
        if not tower.tell(roll, odd):
            findings.faults.append(f"never let go: {odd!r} after {lines!r}")
            session.opened(tower.now)
        if not tower.tell(roll + 1, good):
            findings.faults.append(f"no roll came after {lines!r}")
            session.opened(tower.now)
        elif store.rolls[-1].number != roll + 1 or not isinstance(store.rolls[-1], DiceRoll):
            findings.faults.append(f"another roll came after {lines!r}")
        if tower.most > MOST_BYTES or len(session.requests) > MOST_WAITING or _size(session) > MOST_KEPT:
            kept = f"{tower.most} bytes, {len(session.requests)} requests, {_size(session)} kept"
            findings.faults.append(f"too much ({kept}) after {lines!r}")
        findings.faults += [f"an impossible roll: {roll.raw!r}" for roll in store if not possible(roll)]
        findings.taken["burst"] += 1
        findings.refused["odd line"] += len(lines)


class _Tower:
    """The smallest tower: it answers HELLO and PING, and says a roll until it is acknowledged. `most` is the most bytes
    that it was sent in one step.
    """

    def __init__(self, session: TowerSession) -> None:
        self.now = 0.0
        self.most = 0
        self._session = session
        self._acked = 0

    def say(self, line: bytes) -> None:
        self._session.feed(line, self.now, 1e9 + self.now)
        self._step()

    def tell(self, number: int, line: bytes) -> bool:
        """Say a roll until it is acknowledged; whether it was."""
        for step in range(STEPS):
            if self._session.refused:
                self._session.opened(self.now)  # as when it is plugged in again
            if step % 5 == 0:
                self._session.feed(line, self.now, 1e9 + self.now)
            self._step()
            if self._acked == number:
                return True
        return False

    def _step(self) -> None:
        self.now += STEP
        self._session.tick(self.now)
        said = self._session.outgoing()
        self.most = max(self.most, len(said))
        for line in said.decode("ascii").splitlines():
            match line.partition("*")[0].split(" "):
                case ["HELLO", tag, *_]:
                    self._answer(TOWER_BODIES[0].replace("#1", tag, 1))
                case ["PING", tag, *_]:
                    self._answer(f"PONG {tag} boot=9F3A")
                case ["ACK", tag, roll, "boot=9F3A"]:
                    self._acked = int(roll)
                    self._answer(f"OK {tag}")

    def _answer(self, body: str) -> None:
        self._session.feed((frame(body) + "\n").encode(), self.now, 1e9 + self.now)


class _WithoutRolls(pickle.Pickler):
    def persistent_id(self, obj: object) -> str | None:
        return "rolls" if isinstance(obj, RollStore) else None


def _size(session: TowerSession) -> int:
    """Bytes of what a session remembers, but for the rolls, which the disk has."""
    kept = io.BytesIO()
    _WithoutRolls(kept).dump(session)
    return kept.tell()


def possible(roll: object) -> bool:
    """Whether a stored roll shows what dice can."""
    return not isinstance(roll, DiceRoll) or all(die.value in (None, 1, 2, 3, 4, 5, 6) for die in roll.dice)


def _feed(session: TowerSession, data: bytes, findings: Findings) -> None:
    session.opened(0)
    for start in range(0, len(data), 500):
        now = start / 100_000
        if not session.ready:
            session.opened(now)
            session.tick(now)
            session.feed(GREETING, now)
        session.feed(data[start : start + 500], now)
        session.tick(now)
        session.outgoing()
    findings.taken["line"] += session.counts.lines - session.counts.damaged
    findings.refused["line"] += session.counts.damaged
