"""Messages of dice with radios, harmed and senseless: none is taken for more than it says, and the next roll counts."""

import struct
from collections.abc import Iterator, Mapping
from random import Random

from hardware.bluetooth.makers import MAKERS
from hardware.bluetooth.messages import Battery, Described, Dialect, DieMessage, Rested
from hardware.bluetooth.pixels import DIE_BLOCK, LEGACY_IDENTITY, VERSION_BLOCK
from hardware.bluetooth.throw import ThrowUnderWay
from hardware.dice import Provenance
from hardware.roll_store import RollStore
from lab.fuzzing.fuzzer import Findings
from lab.fuzzing.mutations import harm
from lab.fuzzing.tower_lines import possible

# Messages a round, and seconds between two of them.
BURST, STEP = 60, 0.3
SETTLED = 60.0  # seconds after which any throw is over
NEW_IDENTITY = (
    b"\x02" + VERSION_BLOCK.pack(VERSION_BLOCK.size, 1, 1_750_000_000) + DIE_BLOCK.pack(DIE_BLOCK.size, 7, 0, 8, 6, 1)
)
# Good messages by maker; the last four are a whole roll of a five.
GOOD: Mapping[str, tuple[bytes, ...]] = {
    "GoDice": (
        b"R", b"Col\x02", b"Bat\x32", b"FS" + struct.pack("bbb", 0, 0, 64), b"TS" + struct.pack("bbb", 1, 2, 3),
        b"Col\x01", b"Bat\x50", b"R", b"S" + struct.pack("bbb", 0, 0, -64),
    ),
    "Pixels": (
        LEGACY_IDENTITY.pack(2, 20, 1, 8, 1, 7, 100, 1_690_000_000, 1, 3, 90, 0), b"\x22\x32\x00", b"\x03\x05\x02",
        b"\x03\x04\x00", NEW_IDENTITY, b"\x22\x50\x00", b"\x03\x03\x00", b"\x03\x01\x04",
    ),
}  # fmt: skip


def fuzz(rng: Random, rounds: Iterator[int]) -> Findings:
    """A burst of messages of one die a round, then a good roll of it."""
    findings = Findings()
    for number in rounds:
        maker = MAKERS[number % len(MAKERS)]
        store = RollStore()
        throw = ThrowUnderWay(store, Provenance("bluetooth", "dice", durable=False), lambda _: "R", 1)
        die, now, said = maker.open(), 0.0, []
        for _ in range(BURST):
            said.append(_message(rng, GOOD[maker.name]))
            _hear(die, throw, said[-1], now := now + STEP, findings)
        throw.tick(now := now + SETTLED, now)
        throw.tick(now := now + SETTLED, now)
        before = len(store.rolls)
        for message in GOOD[maker.name][-4:]:
            _hear(die, throw, message, now := now + STEP, findings)
        rolled = [str(roll) for roll in store.rolls[before:]]
        if rolled != ["R5"]:
            findings.faults.append(f"a five came as {rolled} after {said!r}")
        if not all(map(possible, store)):
            findings.faults.append(f"an impossible roll after {said!r}")
    return findings


def _message(rng: Random, good: tuple[bytes, ...]) -> bytes:
    if rng.random() < 0.2:
        return rng.randbytes(rng.choice((0, 1, 2, 3, 4, 5, 24, 200)))
    message = bytearray(rng.choice(good))
    for _ in range(rng.randrange(3)):
        message = harm(rng, message)
    return bytes(message)


def _hear(die: Dialect, throw: ThrowUnderWay, data: bytes, now: float, findings: Findings) -> None:
    try:
        message = die.hear(data)
        if message is not None:
            throw.hear("die", message, now, now)
    except Exception as error:
        findings.faults.append(f"{type(error).__name__}: {error}: {data!r}")
        return
    (findings.refused if message is None else findings.taken)["message"] += 1
    if not _possible(message):
        findings.faults.append(f"{message}: {data!r}")


def _possible(message: DieMessage | None) -> bool:
    match message:
        case Rested(value):
            return value in range(1, 7)
        case Battery(percent):
            return percent in range(101)
        case Described(colour, _):
            return colour is None or (len(colour) == 1 and colour.isupper())
    return True
