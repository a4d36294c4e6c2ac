"""`python -m lab.bench kills`: SIGKILL at random instants of games; nothing announced may be lost or doubled.

By turns the referee of the command line at a table that plays by itself, a process that plays by touch as the app's
judge does, and the broker that both are told to are killed, and gone on with; then the app with its window.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.app import window
from companion.app.audience import Audience
from companion.app.games.deeds import PassTurn, RollDice
from companion.app.games.opening import GameSetup, begin_or_open
from companion.referee.keeping.journal import JOURNAL_NAME, read
from companion.sharing.hall.own_broker import OwnBroker

LONGEST_SECONDS: Final = 120.0
"""In which something must be announced, on a busy machine too."""
MOST_LATER: Final = 0.6
"""A process is killed at most so many seconds after it announced something: in the middle of what comes next."""
LONGEST_GAME: Final = 15
"""Another game is begun after so many kills: what is judged again at each start would take longer and longer."""
ROLLS: Final = 36
"""Of a game by touch: each pair of dice once."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="of all kinds together (200)")
    parser.add_argument("--windows", type=int, default=20, metavar="N", help="of the app with its window, besides (20)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")


def run(args: argparse.Namespace) -> int:
    """1 where something was lost or doubled."""
    figures = killed(args.kills, args.seed)
    kill_windows(args.windows, args.seed, figures)
    kills = ", ".join(f"{n} of the {what}" for what, n in sorted(figures.kills.items()))
    print(f"{sum(figures.kills.values())} kills ({kills}) while {figures.announced} things were announced:")
    print(f"{len(figures.lost)} lost, {len(figures.doubled)} doubled, {len(figures.faults)} other faults")
    for fault in (*figures.lost, *figures.doubled, *figures.faults):
        print(f"    {fault}")
    return 1 if figures.lost or figures.doubled or figures.faults else 0


@dataclass
class KillFigures:
    """How often what was killed, how much had been announced before, and what became of that."""

    kills: Counter[str] = field(default_factory=Counter)
    announced: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def killed(kills: int, seed: int) -> KillFigures:
    rng, figures = random.Random(seed), KillFigures()
    with TemporaryDirectory(prefix="kills-") as name:
        broker = Broker()
        try:
            games = [Game(what, Path(name, what), broker.port) for what in ("referee", "judge")]
            for number in range(kills):
                what = ("referee", "judge", "broker")[number % 3]
                game = games[number // 3 % 2 if what == "broker" else number % 3]
                figures.kills[what] += 1
                try:
                    game.until_killed(rng, broker.kill if what == "broker" else None)
                except TimeoutError as error:
                    figures.faults.append(str(error))
            _audit(games, figures)
        finally:
            broker.close()
    return figures


def kill_windows(kills: int, seed: int, figures: KillFigures) -> None:
    """Kill the app so many times while its window is open and a game is touched there."""
    from tests.app.kill_app import SIZE, kill_once  # noqa: PLC0415 - it asks for Kivy

    rng = random.Random(seed)
    with window.virtual_display(*SIZE) if kills else nullcontext(), TemporaryDirectory() as data:
        for _ in range(kills):
            loss = kill_once(Path(data), rng)
            figures.kills["app with its window"] += 1
            figures.lost += [f"window: {loss.shown} became {loss.found}"] if loss else []


def _audit(games: "list[Game]", figures: KillFigures) -> None:
    for game in games:
        game.end()
        figures.announced += len(game.announced)
        kept = Counter(game.kept())
        figures.lost += [f"{game.what}: {one} was announced" for one in set(game.announced) - set(kept)]
        figures.doubled += [f"{game.what}: {one} stands {n} times" for one, n in kept.items() if n > 1]


class Broker:
    """A mosquitto that can be killed; another one takes its place at the same port."""

    def __init__(self) -> None:
        self.port, self._web = _free(), _free()
        self._own = OwnBroker(self.port, self._web, "127.0.0.1")

    def kill(self) -> None:
        os.kill(self._own.process, signal.SIGKILL)
        self._own.close()
        self._own = OwnBroker(self.port, self._web, "127.0.0.1")

    def close(self) -> None:
        self._own.close()


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Game:
    """A game in a process of its own, which writes a line for each thing that it has announced."""

    def __init__(self, what: str, folder: Path, port: int) -> None:
        self.what, self._games, self._port = what, folder, port
        self.announced: list[str] = []
        self._number = self._killed = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._said = folder.with_suffix(".said")

    @property
    def _folder(self) -> Path:
        """Of the game that is played now."""
        return self._games.with_name(f"{self.what}-{self._number}")

    def until_killed(self, rng: random.Random, instead: Callable[[], None] | None = None) -> None:
        """Play on until something more has been announced, and then a moment, and kill the process, or what is named
        `instead`. Raises TimeoutError where nothing is announced."""
        if self._process is None:
            self._process = self._start()
        begun, had = time.monotonic(), self._lines()
        while self._lines() <= had:
            if self._process.poll() is not None:
                if self._process.returncode:
                    raise TimeoutError(f"{self.what}: ended by itself: {self._complaints()}")
                self.end()  # the game is over
                self._number += 1
                self._process, had = self._start(), 0
            if time.monotonic() - begun > LONGEST_SECONDS:
                raise TimeoutError(f"{self.what}: nothing was announced: {self._complaints()}")
            time.sleep(0.02)
        time.sleep(rng.random() * MOST_LATER)
        if instead:
            instead()
            return
        self.end()
        self._killed += 1
        self._number += self._killed % LONGEST_GAME == 0

    def end(self) -> None:
        if self._process is None:
            return
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        self._gather()
        self._process = None

    def kept(self) -> list[str]:
        """The same things, as the journals have them."""
        kept: list[str] = []
        for path in self._games.parent.glob(f"{self.what}-*/{JOURNAL_NAME}"):
            records, game = read(path).records, path.parent.name
            if self.what == "judge":
                rolls = [record["commit"]["roll"] for record in records if record["kind"] == "commit"]
                kept += [f"{game} roll {_spelt(roll)}" for roll in rolls]
            else:
                kept += [f"{game} {_name(record['verdict'])}" for record in records if record.get("verdict")]
        return kept

    def _start(self) -> "subprocess.Popen[bytes]":
        if self.what == "judge":
            command = [sys.executable, "-m", "lab.measure.kills", str(self._folder), str(self._port)]
        else:
            journal = self._folder / JOURNAL_NAME
            again = ["--resume", str(journal)] if journal.exists() else ["--game", "blokus3d"]
            command = [sys.executable, "-m", "companion.cli", "referee", str(self._folder), "--camera", "simulated"]
            command += ["--pace", "0.1", "--json", *again, "--publish", f"mqtt://127.0.0.1:{self._port}"]
        with self._said.open("wb") as said, self._said.with_suffix(".wrong").open("wb") as wrong:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=wrong)

    def _lines(self) -> int:
        return self._said.read_bytes().count(b"\n")

    def _gather(self) -> None:
        """Take note of what was announced; a line that is not whole was not."""
        lines = self._said.read_bytes().split(b"\n")[:-1]
        names = [line.decode() if self.what == "judge" else _name(json.loads(line)) for line in lines]
        self.announced += [f"{self._folder.name} {name}" for name in names]

    def _complaints(self) -> str:
        return self._said.with_suffix(".wrong").read_text(errors="replace")[-300:]


def _name(verdict: dict[str, object]) -> str:
    """What tells one verdict of a game from another: its picture, or its time."""
    return str(verdict["frame"] or f"{verdict['verdict']} at {verdict['t']}")


def _spelt(roll: dict[str, int]) -> int:
    """The number of a roll, as its dice spell it."""
    first, second = roll.values()
    return 6 * (first - 1) + second - 1


def play(folder: Path, port: int) -> None:
    """Play by touch, as the app's judge does: roll and pass; each roll is another one."""
    audience = Audience(f"mqtt://127.0.0.1:{port}", "kills")
    table = begin_or_open(GameSetup(source="touch"), folder, audience=audience)
    made = sum(record["kind"] == "commit" for record in read(folder / JOURNAL_NAME).records)
    if made and table.session.due:
        table.do(PassTurn())
    for number in range(made, ROLLS):
        colours = "BG" if number % 2 == 0 else "RY"
        table.do(RollDice({colours[0]: 1 + number // 6, colours[1]: 1 + number % 6}))
        print(f"roll {number}", flush=True)
        table.do(PassTurn())
        time.sleep(0.05)
    table.close()


if __name__ == "__main__":
    play(Path(sys.argv[1]), int(sys.argv[2]))
