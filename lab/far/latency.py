"""How long a turn takes from being judged at one table to its arrows at the other, over a mosquitto on this machine.

``python -m lab.far.latency --games 3``; with ``--pairs 64 --minutes 3`` so many pairs play at one broker, each table
with a connection of its own, and a turn counts as told when it stands at the other table.
"""

import argparse
import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.games import far_meeting
from companion.app.games.deeds import Done, PassTurn, RollDice, Suggest
from companion.app.games.far_table import over_broker
from companion.app.games.opening import begin_or_open
from companion.sharing.feed.pairing import new_code
from lab.far.player import setup_of
from tests.app.games.far_pair import far_of
from tests.sharing.feed.brokers import open_broker

PAUSE_SECONDS = 0.001
GAME, MORE = "blokus3d", {"count": 2, "structure": "tower"}


def entered(table: Any) -> None:
    """The turn that the engine suggests, or a pass."""
    table.do(Suggest())
    if table.draft:
        table.do(Done())
    else:
        table.do(PassTurn())


def play(folder: Path, address: str) -> list[float]:
    """Seconds, turn by turn of the host's, of one game."""
    code, found = new_code(), []
    setups = {role: setup_of(GAME, role, address, code, source, MORE, 1) for role, source in ROLES.items()}
    alone = {name: value for name, value in setups["host"].more.items() if name != "computer"}
    setups["host"] = replace(setups["host"], more=alone)
    host: Any = begin_or_open(setups["host"], folder / "host")
    guest: Any = begin_or_open(setups["guest"], folder / "guest")
    while not host.session.winner:
        if not host.waits and far_of(host).course.begun and host.phase == "move":
            begin, turns = time.monotonic(), len(far_of(host).course.turns)
            entered(host)
            judged = time.monotonic()
            while guest.state().suggestion is None and len(far_of(guest).course.turns) == turns:
                guest.advance()
                host.advance()
                time.sleep(PAUSE_SECONDS)
            if guest.state().suggestion is not None:
                found.append(time.monotonic() - judged)
            assert begin <= judged
        host.advance()
        guest.advance()
        time.sleep(PAUSE_SECONDS)
    for table in (host, guest):
        table.close()
    return found


ROLES: dict[Any, str] = {"host": "touch", "guest": "practice"}
# What a turn takes people, on average.
EVERY_SECONDS = 20.0
LOOK_SECONDS = 0.25


class Passing:
    """Two tables of Looney's Blockade where everybody rolls and passes, after a while each."""

    def __init__(self, folder: Path, address: str, rng: random.Random) -> None:
        code = new_code()
        self.tables: dict[str, Any] = {}
        for role in ROLES:
            setup = setup_of("looney-blockade", role, address, code, "touch", {}, 1)
            more = {name: value for name, value in setup.more.items() if name != "computer"}
            self.tables[role] = begin_or_open(replace(setup, more=more), folder / role)
        self._rng, self._due, self._looked = rng, 0.0, 0.0
        self._told: tuple[str, float, int] | None = None
        self.seconds: list[float] = []

    def go_on(self, now: float) -> None:
        """Do what is due, and look whether the last turn has come."""
        if now - self._looked > LOOK_SECONDS or any(not far_of(table)._inbox.empty() for table in self.tables.values()):
            self._looked = now
            for table in self.tables.values():
                table.advance()
        if self._told:
            other, at, turns = self._told
            if len(far_of(self.tables[other]).course.turns) > turns:
                self.seconds.append(time.monotonic() - at)
                self._told, self._due = None, now + self._rng.expovariate(1 / EVERY_SECONDS)
            return
        for role, table in self.tables.items():
            if now >= self._due and far_of(table).course.begun and not table.waits:
                if table.phase == "roll":
                    table.do(RollDice())
                elif table.phase == "move":
                    turns = len(far_of(table).course.turns)
                    table.do(PassTurn())
                    self._told = ("guest" if role == "host" else "host"), time.monotonic(), turns


def many(folder: Path, address: str, pairs: int, minutes: float) -> list[float]:
    """Seconds, turn by turn, of so many pairs."""
    rng = random.Random(1)
    found = [Passing(folder / str(number), address, rng) for number in range(pairs)]
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        for pair in found:
            pair.go_on(time.monotonic())
        time.sleep(PAUSE_SECONDS)
    for pair in found:
        for table in pair.tables.values():
            table.close()
    return [seconds for pair in found for seconds in pair.seconds]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=3.0)
    args = parser.parse_args()
    far_meeting.WAYS.open = over_broker
    broker, port, _ = open_broker()
    seconds: list[float] = []
    with broker, TemporaryDirectory() as temporary:
        if args.pairs:
            seconds = many(Path(temporary), f"mqtt://127.0.0.1:{port}", args.pairs, args.minutes)
        for number in range(0 if args.pairs else args.games):
            seconds += play(Path(temporary, str(number)), f"mqtt://127.0.0.1:{port}")
    ms = sorted(1000 * each for each in seconds)
    print(f"{len(ms)} turns: median {median(ms):.0f} ms, 99 % {quantiles(ms, n=100)[98]:.0f} ms, most {ms[-1]:.0f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
