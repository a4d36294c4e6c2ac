"""Plays games of two tables while connections are cut, the broker and either table are killed, and messages come twice,
late and out of order; looks whether anything is lost, doubled or out of turn.

``python -m lab.far.faults --faults 50 --seed 1`` breaks something 200 times, 50 times in each game. Exit status 1 where
a game does not end, the journals differ, or an entry that a table had told is lost, doubled, or out of turn.
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
from typing import NamedTuple

from companion.app.games.opening import open_game
from companion.referee.keeping import journal as journals
from companion.referee.keeping.journal import JOURNAL_NAME
from companion.sharing.far.comparing import compared, turns
from companion.sharing.far.course import FarCourse, alike
from companion.sharing.feed.pairing import new_code
from companion.sharing.hall.own_broker import OwnBroker
from tests.app.games.far_pair import far_of
from tests.sharing.feed.brokers import free_ports

ROOT = Path(__file__).parents[2]
LONGEST_SECONDS = 1800.0
# The next thing is broken so long after the last one, at most, where the game does not go on.
STILL_SECONDS = 30.0
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

    def wait_for_news(self, seconds: float) -> None:
        """Wait until either table has one more entry, or has ended, at most so long."""
        before, end = self._told(), time.monotonic() + seconds
        while self._told() == before and time.monotonic() < end and not self.over:
            time.sleep(0.1)

    def _told(self) -> int:
        return sum((self.folder / f"{role}.out").read_text().count('"entries"') for role in ROLES)

    @property
    def over(self) -> bool:
        return all('"over"' in (self.folder / f"{role}.out").read_text() for role in ROLES)

    def close(self) -> None:
        for table in self._tables.values():
            table.kill()
            table.wait()
        self._broker.close()


class Judged(NamedTuple):
    """Two journals of one game, read again."""

    same: bool
    """True if they are the same and both games stand so."""
    entries: int
    turns: int
    lost: int
    """Entries that a table had told it has and that its journal lacks."""
    doubled: int
    out_of_turn: int
    """Turns and dice of a table that was not to move."""


def judge(folder: Path) -> Judged:
    records = [journals.read(folder / role / JOURNAL_NAME).records for role in ROLES]
    found = compared(*records)
    same, lost, doubled, out_of_turn = not found.one and not found.two, 0, 0, 0
    for role, kept in zip(ROLES, records, strict=True):
        numbers = [record["far"]["n"] for record in kept if record["kind"] == "far" and not record.get("offered")]
        doubled += len(numbers) - len({*numbers})
        lines = (folder / f"{role}.out").read_text().splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        lost += max(0, max((each.get("entries", 0) for each in told), default=0) - len({*numbers}))
        table = open_game(folder / role)
        far = far_of(table)
        same = same and alike(far.course.table, table.session, far.course.session)
        known = far.course
        course = FarCourse.of(
            known.table, known.sides, known.drawn, table.first, known.sits_out, {"terms": known.terms}
        )
        for entry in far.link.ledger.entries:
            mover = course.mover
            if mover is not None and entry.kind in ("turn", "said", "commit"):
                out_of_turn += course.table_of(mover) != entry.by
            course = course.after(entry)
        table.close()
    return Judged(same, len(found.same), turns(found.same), lost, doubled, out_of_turn)


def play(game: str, faults: int, share: float, seed: int) -> bool:
    """Play one game after the other until so many things were broken. Returns whether all is well."""
    well = True
    while faults > 0:
        broken, good = play_one(game, faults, share, seed)
        well, faults, seed = well and good, faults - max(1, broken), seed + 1
    return well


def play_one(game: str, faults: int, share: float, seed: int) -> tuple[int, bool]:
    """Play one game, breaking at most so many things. Returns how many, and whether all is well."""
    rng = random.Random(seed)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        match = Match(folder, game, seed, share)
        begin = time.monotonic()
        try:
            while not match.over and time.monotonic() - begin < LONGEST_SECONDS:
                match.wait_for_news(STILL_SECONDS)
                time.sleep(rng.expovariate(1.0))
                match.revive()
                if match.kills < faults and not match.over:
                    print(f"{game}, seed {seed}, {match.kills + 1}: {match.break_something(rng)}", flush=True)
            over = match.over
        finally:
            match.close()
        judged = judge(folder)
        wrong = sum(_wrong(folder / f"{role}.out") for role in ROLES)
        seconds = time.monotonic() - begin
        told = f"{game}: {'over' if over else 'NOT OVER'}, {match.kills} broken, {wrong} or more messages wrong"
        wholly = f"{judged.lost} lost, {judged.doubled} doubled, {judged.out_of_turn} out of turn"
        alike_ = "the same" if judged.same else "NOT THE SAME"
        size = f"{judged.entries} entries, {judged.turns} turns"
        print(f"{told}, {size}, {wholly}, journals {alike_}, {seconds:.0f} s", flush=True)
        return match.kills, over and judged.same and not any(judged[3:])


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
    args = parser.parse_args()
    games = [args.game] if args.game else list(GAMES)
    results = [play(game, args.faults, args.share, args.seed) for game in games]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
