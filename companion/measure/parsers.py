"""Damaged and senseless lines into the firmware's parser and into the host's, and what became of them."""

from dataclasses import dataclass
from random import Random

from companion.measure.mutations import BODIES, TOWER_BODIES, mutated, senseless
from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.roll_store import RollStore
from hardware.simulation.chip import core_lines
from hardware.tower.dtp import frame, unframe
from hardware.tower.session import TowerSession

BATCH = 100_000
GREETING = (frame(TOWER_BODIES[0]) + "\n").encode()
WHOLE = frozenset(map(frame, TOWER_BODIES))


@dataclass
class Findings:
    """Counts. `different` are batches that one of the two parsers takes otherwise than the other; `corrupt` are lines
    that were accepted and never sent like this; `impossible` are stored rolls that no dice can show.
    """

    fed: int = 0
    accepted: int = 0
    refused: int = 0
    different: int = 0
    corrupt: int = 0
    impossible: int = 0

    @property
    def clean(self) -> bool:
        return not (self.different or self.corrupt or self.impossible)


def fuzz_both(count: int, seed: int) -> Findings:
    """Harmed requests into the firmware's parser, compiled for this machine, and into the host's."""
    rng, findings = Random(seed), Findings()
    whole = {body.encode() for body in BODIES}
    while findings.fed < count:
        data = mutated(rng, BATCH)
        findings.fed += len(data)
        bodies, refused = core_lines(data)
        findings.accepted += len(bodies)
        findings.refused += refused
        findings.corrupt += sum(body not in whole for body in bodies)
        host = []
        for line in data.split(b"\n")[:-1]:
            try:
                host.append(unframe(line.replace(b"\r", b"").decode("latin-1")).encode())
            except DeviceError:
                continue
        findings.different += [body for body in host if len(body) <= 80] != bodies
    return findings


def fuzz_host(count: int, seed: int) -> Findings:
    """Harmed and senseless lines of a tower into the host's session. Whatever the session raises goes through."""
    rng, findings = Random(seed), Findings()
    while findings.fed < count:
        store = RollStore()
        _feed(TowerSession(store), mutated(rng, BATCH, TOWER_BODIES), findings)
        findings.corrupt += sum(roll.raw not in WHOLE for roll in store)
        store = RollStore()
        _feed(TowerSession(store), senseless(rng, BATCH, TOWER_BODIES), findings)
        findings.impossible += sum(
            isinstance(roll, DiceRoll) and not all(die.value in (None, 1, 2, 3, 4, 5, 6) for die in roll.dice)
            for roll in store
        )
    return findings


def _feed(session: TowerSession, data: bytes, findings: Findings) -> None:
    findings.fed += len(data)
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
    findings.accepted += session.counts.lines - session.counts.damaged
    findings.refused += session.counts.damaged
