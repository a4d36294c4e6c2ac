"""An evening of many tables at one mosquitto, watched on the page in Chromium; and what telling others costs a verdict.

python -m lab.benchmarks.watch_hall --tables 64 --seconds 600
python -m lab.benchmarks.watch_hall --verdicts 300
"""

import argparse
import json
import os
import random
import socket
import statistics
import threading
import time
from collections import defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.audience import Audience, Broadcast
from companion.app.games import opening
from companion.app.games.deeds import PassTurn, RollDice
from companion.app.games.opening import GameSetup, begin_or_open
from companion.referee.keeping import journal as journals
from companion.sharing.hall.page_files import page_files
from companion.sharing.hall.web_server import PageServer
from lab.measure.refereed import processor_seconds
from tests.sharing.feed.brokers import Listener, open_broker
from tests.sharing.hall.browser import Browser

TURN_SECONDS = 5.0


class SimulatedTable:
    """A game by touch, told to a broker of its own connection."""

    def __init__(self, folder: Path, port: int | None, name: str) -> None:
        self.name, self.seq = name, 0
        broadcast = Broadcast()
        # Each table of a process of its own has its own.
        setattr(opening, "BROADCAST", broadcast)  # noqa: B010
        self.audience = Audience(f"mqtt://127.0.0.1:{port}" if port else "", name)
        self.broadcast = broadcast
        self.table: Any = begin_or_open(GameSetup(source="touch"), folder / name, audience=self.audience)
        self._path = folder / name / journals.JOURNAL_NAME
        self._rng = random.Random(name)

    def roll(self) -> None:
        colours = {"cool": "BG", "warm": "RY"}[self.table.side]
        self.table.do(RollDice({colour: self._rng.randint(1, 6) for colour in colours}))

    def play(self) -> None:
        self.table.do(PassTurn())

    @property
    def last(self) -> int:
        """The number of its journal's last record."""
        return int(journals.glance(self._path).last["seq"])

    def close(self) -> None:
        publishing = self.broadcast.open(self.audience)
        if publishing:
            publishing.flush(10)
            publishing.close()
        self.table.close()


def family(process: int) -> list[int]:
    """A process and all of its session, if it has one of its own: Chromium is many."""
    found = {process}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            session = int(stat.read_text().rpartition(")")[2].split()[3])
        except OSError:
            continue
        if session == process:
            found.add(int(stat.parent.name))
    return sorted(found)


def memory_mib(process: int) -> float:
    """Of a process and its family, resident; what they share counts for each."""
    total = 0.0
    for member in family(process):
        told = dict(line.split(":", 1) for line in Path(f"/proc/{member}/status").read_text().splitlines())
        total += int(told["VmRSS"].split()[0]) / 1024 if "VmRSS" in told else 0.0
    return total


def used_seconds(process: int) -> float:
    return sum(processor_seconds(member) for member in family(process))


def watch(tables: int, seconds: float) -> None:
    broker, port, web_port = open_broker()
    with TemporaryDirectory() as folder, broker, Listener(port, "pyramid/+/state") as listener:
        games = [SimulatedTable(Path(folder), port, f"t{n:02d}") for n in range(tables)]
        with PageServer(page_files(f"ws://{{host}}:{web_port}"), 0, "127.0.0.1") as server, Browser() as browser:
            browser.open(f"http://127.0.0.1:{server.port}/?lang=en", 1920, 1080)
            cards = "document.querySelectorAll('.card').length"
            browser.until(lambda: browser.run(cards) == tables)
            used = {name: used_seconds(pid) for name, pid in _processes(broker.process, browser.process).items()}
            begun = time.monotonic()
            _play(games, seconds)
            took = time.monotonic() - begun
            print(f"{tables} tables, a turn every {TURN_SECONDS:g} s, {took:.0f} s; on the page: {browser.run(cards)}")
            for name, pid in _processes(broker.process, browser.process).items():
                share = (used_seconds(pid) - used[name]) / took
                print(f"  {name}: {100 * share:.1f} % of one core, {memory_mib(pid):.0f} MiB")
            print(f"  complaints of the page: {browser.problems or 'none'}")
            wanted = {game.name: game.last for game in games}
            listener.until(lambda: _newest(listener) == wanted)
            lacking = _lacking(listener, games)
            turns = browser.run("[...document.querySelectorAll('.card .soft')].map(each => each.innerText).join(' ')")
            print(f"  states told: {len(listener.heard)}, not told: {lacking}; the page says {turns[:60]} ...")
        for game in games:
            game.close()


def _processes(broker: int, browser: int) -> dict[str, int]:
    return {"tables (all in one process)": os.getpid(), "mosquitto": broker, "Chromium": browser}


def _play(games: list[SimulatedTable], seconds: float) -> None:
    """Each rolls, and half a turn later makes its turn; all at different times."""
    end = time.monotonic() + seconds
    due = [(time.monotonic() + TURN_SECONDS * n / len(games), n, "roll") for n in range(len(games))]
    while due and due[0][0] < end:
        at, n, what = due.pop(0)
        time.sleep(max(0.0, at - time.monotonic()))
        getattr(games[n], what)()
        due.append((at + TURN_SECONDS / 2, n, "play" if what == "roll" else "roll"))
        due.sort()


def _states(listener: Listener) -> dict[str, list[int]]:
    found = defaultdict(list)
    for topic, payload, _ in list(listener.heard):
        found[topic.split("/")[1]].append(json.loads(payload)["seq"])
    return found


def _newest(listener: Listener) -> dict[str, int]:
    return {name: seqs[-1] for name, seqs in _states(listener).items()}


def _lacking(listener: Listener, games: list[SimulatedTable]) -> int:
    """How many records behind the first state told were never told."""
    states = _states(listener)
    return sum(len(set(range(states[game.name][0], game.last + 1)) - set(states[game.name])) for game in games)


def latency(verdicts: int) -> None:
    """Turn by turn at a table that tells others and at one that does not, in alternation."""
    broker, port, _ = open_broker()
    with TemporaryDirectory() as folder, broker:
        told, silent = SimulatedTable(Path(folder), port, "told"), SimulatedTable(Path(folder), None, "silent")
        dead = SimulatedTable(Path(folder), _deaf(), "dead")
        times = defaultdict(list)
        for _ in range(verdicts):
            for game in (silent, told, dead):
                for act in (game.roll, game.play):
                    begin = time.perf_counter()
                    act()
                    times[game.name].append(1000 * (time.perf_counter() - begin))
                time.sleep(0.02)
        for name, each in times.items():
            ordered = sorted(each)
            print(
                f"  {name}: median {statistics.median(each):.2f} ms, 95 % {ordered[int(0.95 * len(each))]:.2f} ms, "
                f"99 % {ordered[int(0.99 * len(each))]:.2f} ms"
            )
        for game in (told, silent, dead):
            game.close()


def _deaf() -> int:
    """The port of something that takes connections and says nothing."""
    server = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=lambda: [server.accept() for _ in range(1000)], daemon=True).start()
    return int(server.getsockname()[1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--verdicts", type=int, metavar="N", help="only what telling others costs N turns")
    args = parser.parse_args()
    if args.verdicts:
        latency(args.verdicts)
    else:
        watch(args.tables, args.seconds)
