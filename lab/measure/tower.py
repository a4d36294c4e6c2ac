"""The dice tower measured: latency from rest to roll event, pulled cables, the classifier."""

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import median

from companion.referee.errors import RefereeError, prose
from hardware.dice import DiceRoll
from hardware.roll_store import RollStore
from hardware.tower.dtp import fields_of, frame, unframe
from hardware.tower.serial_port import BAUD_RATES, SerialTower
from hardware.tower.session import TowerSession
from lab.tower.classifier_sweep import sweep
from lab.tower.desk import Desk
from lab.tower.pull_sweep import sweep_pulls
from lab.tower.simulation.chip import BUILD
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower

LATENCY_ROLLS = 200
LINE_ROLLS = 50
PULLS = 20
SWEEP = 100_000
SEED = 1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "part", nargs="*", help=f"what to measure: {', '.join(PARTS)}; by default all but {', '.join(LONG)}"
    )


def run(args: argparse.Namespace) -> int:
    """Raises DeviceError for a part that there is none of."""
    for part in args.part:
        if part not in PARTS:
            raise RefereeError.of(prose(f"{part} is no part of this bench: name some of {', '.join(PARTS)}"))
    print("Dice tower: the real firmware on a simulated ATmega328P")
    for part in args.part or [part for part in PARTS if part not in LONG]:
        PARTS[part]()
    return 0


def _sizes() -> None:
    for line in subprocess.run(
        ["avr-size", "-C", "--mcu=atmega328p", str(BUILD / "tower.elf")], capture_output=True, text=True, check=True
    ).stdout.splitlines():
        if "Full" in line:
            print(f"  {' '.join(line.split())}")


def _latency() -> None:
    """In the tower's own time, so that a busy machine does not count: its parts as the tower tells them."""
    desk = Desk(calibrated_tower(SEED), Random(SEED))
    parts: dict[str, list[float]] = {
        name: [] for name in ("its stillness is noticed", "stillness", "reading", "journal", "wire", "altogether")
    }
    for _ in range(LATENCY_ROLLS):
        desk.run_until(lambda: desk.ready)
        before = len(desk.store.rolls)
        throw = desk.throw()
        while len(desk.store.rolls) == before:
            desk.run(1)
        roll = desk.store.rolls[-1]
        assert isinstance(roll, DiceRoll) and roll.raw
        still, reading, journal = map(float, _fields(roll.raw)["lag"].split(","))
        wire = 1000 * 10 * (len(roll.raw) + 1) / BAUD_RATES[0]
        total = desk.tower.now - throw.rested
        for part, ms in zip(
            parts.values(),
            (total - still - reading - journal - wire, still, reading, journal, wire, total),
            strict=True,
        ):
            part.append(ms)
        desk.run(50)
        desk.tower.clear()
    desk.tower.close()
    print("  from the last die's rest to the host's session, in the tower's own time:")
    for name, part in parts.items():
        _report(f"  {name}", part)
    _report("  host: checked, on the disk, told", _host_times())


def _host_times() -> list[float]:
    """From a roll's last byte to its event in real time, the store on a disk."""
    times = []
    with tempfile.TemporaryDirectory() as folder, RollStore(Path(folder) / "rolls") as store:
        session = TowerSession(store)
        session.opened(0)
        session.tick(0)
        session.feed(f"{frame('HI #1 dtp=1 uid=1 epoch=AAAA0001 boot=9F3A durable=1')}\n".encode(), 0)
        for number in range(1, LATENCY_ROLLS + 1):
            body = (
                f"ROLL {number} epoch=AAAA0001 boot=9F3A arm=0 d=R5,G2,B4,Y1 q=92,85,12,50 t=413 ago=358 lag=300,13,6"
            )
            start = time.perf_counter()
            (_,) = session.feed(f"{frame(body)}\n".encode(), 0)
            times.append(1000 * (time.perf_counter() - start))
            session.feed(f"{frame(f'OK #{2 + number}')}\n".encode(), 0)
    return times


def _fields(line: str) -> dict[str, str]:
    return fields_of(unframe(line).split(" "))


def _line() -> None:
    """The same in real time, through a pseudo-terminal and the driver; the simulated chip needs the processor too."""
    with RollStore() as store, PtyTower(calibrated_tower(SEED)) as simulated:
        tower = SerialTower(store, simulated.port, kind="simulated")
        tower.wait_until_ready(10)
        total, told, late = [], [], []
        for _ in range(LINE_ROLLS):
            throw = simulated.throw()
            simulated.latest = 0.0
            while not isinstance(event := tower.wait(10), DiceRoll):
                pass
            total.append(1000 * (time.monotonic() - simulated.rested_at(throw)))
            assert event.raw
            told.append(float(_fields(event.raw)["ago"]))
            late.append(simulated.latest)
        tower.close()
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    print(f"  from the last die's rest to the event, in real time (load {load} on {os.cpu_count()} cores):")
    _report("  until the tower tells, by its clock", told)
    _report("  wire, driver, and the simulation late", [all_ - own for all_, own in zip(total, told, strict=True)])
    _report("  altogether", total)
    _report("  how late the simulation ran at worst", late)


def _pulls() -> None:
    with RollStore() as store, PtyTower(calibrated_tower(SEED)) as simulated:
        tower = SerialTower(store, simulated.port, kind="simulated")
        tower.wait_until_ready(10)
        gone, back = [], []
        for _ in range(PULLS):
            start = time.monotonic()
            simulated.pull()
            gone.append(_until(start, lambda: tower.identity is None))
            time.sleep(0.3)
            start = time.monotonic()
            simulated.plug()
            back.append(_until(start, lambda: tower.identity is not None))
        tower.close()
    _report("cable pulled, noticed after", gone)
    _report("cable back, usable after", back)


def _every_byte() -> None:
    start = time.monotonic()
    pulls = sweep_pulls()
    print(
        f"  cable pulled after each of the {pulls.tried} bytes of a session ({', '.join(sorted(pulls.verbs))}): "
        f"{len(pulls.failures)} times a roll was lost, doubled or invented, or an answer never came "
        f"({time.monotonic() - start:.0f} s)"
    )
    for failure in pulls.failures:
        print(f"    {failure}")


def _until(start: float, condition: Callable[[], bool]) -> float:
    while not condition():
        time.sleep(0.0005)
    return 1000 * (time.monotonic() - start)


def _classifier() -> None:
    result = sweep(SWEEP, SEED)
    counts = f"{result.wrong} wrong, {result.uncertain} uncertain"
    print(f"  classifier: {result.throws} throws of {result.kinds} kinds, {counts}", flush=True)


def _report(what: str, times: Sequence[float]) -> None:
    ordered = sorted(times)
    ninety_nine = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(f"  {what:40} {len(ordered):4}: median {median(ordered):7.1f} ms, 99 % {ninety_nine:7.1f} ms", flush=True)


PARTS: Mapping[str, Callable[[], None]] = {
    "size": _sizes,
    "latency": _latency,
    "line": _line,
    "cable": _pulls,
    "classifier": _classifier,
    "every-byte": _every_byte,
}
LONG = ("every-byte",)
