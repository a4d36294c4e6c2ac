"""The dice tower measured: latency from rest to roll event, pulled cables, the classifier, the two parsers."""

import argparse
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import median

from companion.bench.parsers import fuzz_both, fuzz_host
from hardware.bench import BUILD
from hardware.classifier_sweep import sweep
from hardware.dice import DiceRoll
from hardware.errors import DeviceError
from hardware.pty_tower import PtyTower
from hardware.roll_store import RollStore
from hardware.serial_tower import SerialTower
from hardware.simulated_tower import calibrated_tower
from hardware.soak import Desk

LATENCY_ROLLS = 200
PULLS = 20
SWEEP = 100_000
FUZZ_BYTES = 10_000_000
SEED = 1


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("part", nargs="*", help=f"what to measure: {', '.join(PARTS)}; by default everything")


def run(args: argparse.Namespace) -> int:
    """Raises DeviceError for a part that there is none of."""
    for part in args.part:
        if part not in PARTS:
            raise DeviceError(f"{part} is no part of this bench: name some of {', '.join(PARTS)}")
    print("Dice tower: the real firmware on a simulated ATmega328P")
    for part in args.part or PARTS:
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
    total: list[float] = []
    still: list[float] = []
    reading: list[float] = []
    journal: list[float] = []
    for _ in range(LATENCY_ROLLS):
        desk.run_until(lambda: desk.ready)
        before = len(desk.store.rolls)
        throw = desk.throw()
        desk.run_until(lambda known=before: len(desk.store.rolls) > known)  # type: ignore[misc]
        roll = desk.store.rolls[-1]
        assert isinstance(roll, DiceRoll) and roll.raw
        total.append(desk.tower.now - throw.rested)
        lag = dict(word.split("=") for word in roll.raw.split("*")[0].split(" ") if "=" in word)["lag"]
        for part, ms in zip((still, reading, journal), lag.split(","), strict=True):
            part.append(float(ms))
        desk.run(50)
        desk.tower.clear()
    desk.tower.close()
    _report("from rest to roll event, tower's time", total)
    for name, part in (("stillness", still), ("reading", reading), ("journal", journal)):
        _report(f"  of which {name}", part)


def _line() -> None:
    """The rest in real time: from the tower's own instant of announcing to the event in the host."""
    with RollStore() as store, PtyTower(calibrated_tower(SEED)) as simulated:
        tower = SerialTower(store, simulated.port, kind="simulated")
        tower.wait_until_ready(10)
        waits = []
        for _ in range(20):
            throw = simulated.throw()
            while not isinstance(tower.wait(10), DiceRoll):
                pass
            waits.append(1000 * (time.monotonic() - simulated.rested_at(throw)))
        tower.close()
    _report("from rest to roll event, pty and driver", waits)


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


def _until(start: float, condition: Callable[[], bool]) -> float:
    while not condition():
        time.sleep(0.0005)
    return 1000 * (time.monotonic() - start)


def _parsers() -> None:
    for where, fuzz in (("firmware and host", fuzz_both), ("host's session", fuzz_host)):
        found = fuzz(FUZZ_BYTES, SEED)
        print(
            f"  {where}: {found.fed} harmed bytes, {found.accepted} lines accepted, {found.refused} refused; "
            f"{found.corrupt} corrupt ones accepted, {found.different} batches taken otherwise by one of the two, "
            f"{found.impossible} impossible rolls",
            flush=True,
        )


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
    "parsers": _parsers,
}
