"""Plays games of two tables while connections are cut, the broker and either table are killed, and messages come twice,
late and out of order; looks whether anything is lost, doubled or out of turn.

``python -m lab.far.faults --game leistiko-blockade --faults 50``. Exit status 1 where the journals are not the same.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.games.opening import open_game
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.sharing.far.comparing import compared, turns
from companion.sharing.far.course import alike
from companion.sharing.feed.pairing import new_code
from companion.sharing.hall.own_broker import OwnBroker
from tests.app.games.far_pair import far_of
from tests.sharing.feed.brokers import free_ports

ROOT = Path(__file__).parents[2]
LONGEST_SECONDS = 900.0
GAMES = {
    "looney-blockade": ("touch", "practice", {}),
    "leistiko-blockade": ("touch", "practice", {"variant": "base"}),
    "pyramid-ball": ("practice", "touch", {"mode": "basic"}),
    "blokus3d": ("practice", "touch", {"count": 2, "structure": "tower"}),
}
ROLES = ("host", "guest")


class Match:
    """One game; `share` of all messages come wrongly."""

    def __init__(self, folder: Path, game: str, seed: int, share: float) -> None:
        self.folder, self._seed, self._share, self._game = folder, seed, share, game
        self._port, self._web = free_ports(2)
        self._code = new_code()
        self._broker = OwnBroker(self._port, self._web, "127.0.0.1")
        self._tables = {role: self._start(role) for role in ROLES}
        self.kills = 0

    def _start(self, role: str) -> "subprocess.Popen[str]":
        host, guest, more = GAMES[self._game]
        source = host if role == "host" else guest
        address = f"mqtt://127.0.0.1:{self._port}"
        words = [str(self.folder / role), role, address, self._code, self._game, source, json.dumps(more)]
        out = (self.folder / f"{role}.out").open("a")
        command = [sys.executable, "-m", "lab.far.player", *words, str(self._seed), str(self._share)]
        return subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out, text=True)

    def break_something(self, rng: random.Random) -> str:
        """Cut a connection, kill the broker or a table."""
        role = rng.choice(ROLES)
        self.kills += 1
        match rng.randrange(3):
            case 0:
                if self._tables[role].poll() is None:
                    self._tables[role].send_signal(signal.SIGUSR1)
                return f"cut {role}"
            case 1:
                subprocess.run(["kill", "-9", str(self._broker.process)], check=False)
                self._broker.close()
                time.sleep(rng.uniform(0.0, 2.0))
                self._broker = OwnBroker(self._port, self._web, "127.0.0.1")
                return "killed the broker"
            case _:
                if self._tables[role].poll() is None:
                    self._tables[role].kill()
                    self._tables[role].wait()
                    self._tables[role] = self._start(role)
                return f"killed {role}"

    def revive(self) -> None:
        """Start again what a cut has ended before it was up, as a signal does."""
        for role, table in self._tables.items():
            if table.poll() not in (None, 0):
                self._tables[role] = self._start(role)

    @property
    def over(self) -> bool:
        return all('"over"' in (self.folder / f"{role}.out").read_text() for role in ROLES)

    def close(self) -> None:
        for table in self._tables.values():
            table.kill()
            table.wait()
        self._broker.close()


def judge(folder: Path) -> tuple[bool, int, int]:
    """Whether both journals are the same and their games stand so; how many entries and turns they have."""
    one, two = (journals.read(folder / role / JOURNAL_NAME).records for role in ROLES)
    found = compared(one, two)
    same = not found.one and not found.two
    for role in ROLES:
        table = open_game(folder / role)
        same = same and alike(far_of(table).course.table, table.session, far_of(table).course.session)
        table.close()
    return same, len(found.same), turns(found.same)


def play(game: str, faults: int, share: float, seed: int, keep: Path | None = None) -> bool:
    """Play one game with so many things broken while it lasts. Returns whether all is well."""
    rng = random.Random(seed)
    with TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        match = Match(folder, game, seed, share)
        begin = time.monotonic()
        try:
            while not match.over and time.monotonic() - begin < LONGEST_SECONDS:
                time.sleep(rng.uniform(1.0, 4.0) if match.kills < faults else 1.0)
                match.revive()
                if match.kills < faults:
                    print(f"{game} {match.kills + 1}: {match.break_something(rng)}", flush=True)
            over = match.over
        finally:
            match.close()
        same, entries, made = judge(folder)
        wrong = sum(_wrong(folder / f"{role}.out") for role in ROLES)
        seconds = time.monotonic() - begin
        told = f"{game}: {'over' if over else 'NOT OVER'}, {match.kills} broken, {wrong} or more messages wrong"
        alike_ = "the same" if same else "NOT THE SAME"
        print(f"{told}, {entries} entries, {made} turns, journals {alike_}, {seconds:.0f} s", flush=True)
        return over and same


def _wrong(out: Path) -> int:
    """How many messages came wrongly to a table after it was last started."""
    lines = [line for line in out.read_text().splitlines() if line.startswith('{"over"')]
    return sum(json.loads(line).get("faults", 0) for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES))
    parser.add_argument("--faults", type=int, default=50)
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    games = [args.game] if args.game else list(GAMES)
    results = [play(game, args.faults, args.share, args.seed, args.keep) for game in games]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
