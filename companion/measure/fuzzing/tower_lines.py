"""Damaged and senseless lines into the firmware's parser and into the host's, and what became of them."""

from collections.abc import Iterator
from random import Random

from companion.measure.fuzzing.fuzzer import Findings
from companion.measure.fuzzing.mutations import BODIES, TOWER_BODIES, mutated, senseless
from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.simulation.chip import core_lines
from hardware.tower.dtp import frame, unframe
from hardware.tower.session import TowerSession

# Bytes a round.
BATCH = 100_000
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
    """Harmed and senseless lines of a tower into the host's session: no harmed line is stored as a roll, and no roll
    shows what no die can."""
    findings = Findings()
    for _ in rounds:
        store = RollStore()
        _feed(TowerSession(store), mutated(rng, BATCH, TOWER_BODIES), findings)
        findings.faults += [f"stored and never sent: {roll.raw!r}" for roll in store if roll.raw not in WHOLE]
        store = RollStore()
        _feed(TowerSession(store), senseless(rng, BATCH, TOWER_BODIES), findings)
        findings.faults += [f"an impossible roll: {roll.raw!r}" for roll in store if not _possible(roll)]
    return findings


def _possible(roll: object) -> bool:
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
