"""`python -m lab.bench soak`: hours of play, sped up, through everything there is, killed again and again.

A drawn table before a camera on the network, the real firmware on a pseudo-terminal, and `companion referee` in a
process of its own, which is killed with SIGKILL every ten minutes of play and gone on with. Games are played one after
another. At the end every roll and every turn made must be in the journals once, and memory, handles and threads of the
process must not have grown.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from companion.games.looney_blockade.rules.model import SIDES, Position, Turn
from companion.games.looney_blockade.rules.turns import apply, moves, outcome
from companion.games.looney_blockade.table.practice import random_setup
from companion.referee.errors import RefereeError, prose
from lab.measure.camera_server import CameraServer
from lab.measure.curve import draw_curve
from lab.measure.refereed import FollowedJournal, GameAtTable, RefereeProcess
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower
from vision.geometry.grid import VOLCANO

TURN_MINUTES: Final = 2.5
"""Of play, a turn with thinking, rolling and moving."""
KILL_MINUTES: Final = 10.0
GAME_TURNS: Final = 12
"""After so many turns the players begin another game, if nobody has won."""
FLAT: Final = 0.05
"""By how much memory may differ between the first and the last hour."""
WARM: Final = 3
"""Looks after which a process has loaded all that it loads."""
TICK_SECONDS: Final = 0.1
SAMPLE_SECONDS: Final = 1.0
MOST_FAULTS: Final = 10
LONGEST_STEP_SECONDS: Final = 90.0
"""In which a roll or a turn must have arrived in the journal, on a busy machine too."""
ASK_SECONDS: Final = 6.0
"""After which the players ask for a look, or say what stands where."""


@dataclass
class Sample:
    """The process at `hours` of play, after so many `turns` of its game: memory in MiB, open files, threads; `life`
    counts the processes, `warm` is whether this one has loaded what it loads."""

    hours: float
    turns: int
    life: int
    warm: bool
    memory: float
    handles: int
    threads: int


@dataclass
class SoakFigures:
    """What was played and what became of it."""

    games: int = 0
    turns: int = 0
    rolls: int = 0
    kills: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    helped: int = 0
    misread: int = 0
    seconds: float = 0.0
    samples: list[Sample] = field(default_factory=list)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--hours", type=float, default=8.0, metavar="H", help="of play (8)")
    parser.add_argument("--speed", type=float, default=60.0, metavar="X", help="at most so many times faster (60)")
    parser.add_argument("--kill-minutes", type=float, default=KILL_MINUTES, metavar="M", help="of play; 0: never (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw memory and handles over time, as a PNG")
    parser.add_argument("--samples", type=Path, metavar="FILE", help="keep what was measured, as JSON")


def run(args: argparse.Namespace) -> int:
    """1 where something was lost, or memory, handles or threads have grown."""
    with TemporaryDirectory(prefix="soak-") as folder:
        soak = Soak(Path(folder), args.seed, args.speed, args.kill_minutes)
        try:
            done = soak.play(args.hours)
        finally:
            soak.close()
    if args.samples:
        args.samples.write_text(json.dumps(asdict(done), indent=1), encoding="utf-8")
    if args.picture:
        draw_curve(args.picture, *curves(done), marks=done.kills)
    growth = grown(done.samples, args.hours)
    print(
        f"{args.hours:g} hours in {done.seconds / 60:.1f} minutes: {done.games} games, {done.turns} turns, "
        f"{done.rolls} rolls, {len(done.kills)} kills, {done.misread} misread, {done.helped} times helped by the "
        "players"
    )
    print(growth.words)
    for fault in done.faults:
        print(f"    {fault}")
    print(f"{len(done.faults)} faults")
    return 1 if done.faults or not growth.flat else 0


@dataclass(frozen=True)
class Growth:
    """From the first hour (or third) of play to the last, medians of warm processes."""

    memory: tuple[float, float]
    handles: tuple[float, float]
    threads: tuple[float, float]

    @property
    def flat(self) -> bool:
        before, after = self.memory
        return abs(after - before) <= FLAT * before and len({*self.handles}) == 1 and len({*self.threads}) == 1

    @property
    def words(self) -> str:
        (m0, m1), (h0, h1), (t0, t1) = self.memory, self.handles, self.threads
        share = 100 * (m1 - m0) / m0 if m0 else 0.0
        return (
            f"memory {m0:.0f} to {m1:.0f} MiB ({share:+.1f} %), handles {h0:.0f} to {h1:.0f}, threads {t0:.0f} to "
            f"{t1:.0f}: {'flat' if self.flat else 'not flat'}"
        )


def grown(samples: Sequence[Sample], hours: float) -> Growth:
    """Raises RefereeError where too little was measured."""
    part = min(1.0, hours / 3)
    warm = [sample for sample in samples if sample.warm]
    first = [sample for sample in warm if sample.hours < part]
    last = [sample for sample in warm if sample.hours >= hours - part]
    if not first or not last:
        raise RefereeError.of(prose("too little was measured: soak for more hours"))

    def ends(what: str) -> tuple[float, float]:
        return median(getattr(s, what) for s in first), median(getattr(s, what) for s in last)

    return Growth(ends("memory"), ends("handles"), ends("threads"))


def curves(done: SoakFigures) -> tuple[list[float], dict[str, list[float]]]:
    """The hours, and what is drawn over them."""
    samples = done.samples
    return [s.hours for s in samples], {
        "memory, MiB": [s.memory for s in samples],
        "open files": [float(s.handles) for s in samples],
        "threads": [float(s.threads) for s in samples],
    }


class Soak:
    """Plays. `folder` is where the games are kept; `speed` and `kill_minutes` as the options say. A game ends after
    `game_turns` turns; nobody wins where it is to be `endless` until then."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        speed: float,
        kill_minutes: float,
        *,
        game_turns: int = GAME_TURNS,
        endless: bool = False,
    ) -> None:
        self._folder, self._speed, self._kill_minutes = folder, speed, kill_minutes
        self._game_turns, self._endless = game_turns, endless
        self._rng = random.Random(seed)
        self._camera = CameraServer(VOLCANO, seed)
        self._tower = PtyTower(calibrated_tower(seed % 997))
        self._process: RefereeProcess | None = None
        self._outcome = SoakFigures()
        self._minutes = self._sampled = self._turn_begun = 0.0
        self._life = self._looks_before = 0
        self._next_kill = self._rng.uniform(0.5, 1.0) * kill_minutes if kill_minutes else float("inf")

    def play(self, hours: float) -> SoakFigures:
        """So many hours of play, game after game."""
        begun = time.monotonic()
        while self._minutes < 60 * hours and len(self._outcome.faults) < MOST_FAULTS:
            self._outcome.games += 1
            self._game(self._folder / f"game{self._outcome.games:03d}", 60 * hours)
        self._outcome.seconds = time.monotonic() - begun
        return self._outcome

    def close(self) -> None:
        if self._process:
            self._process.kill()
        self._tower.close()
        self._camera.close()

    def _game(self, folder: Path, until: float) -> None:
        position, played = random_setup(self._rng), GameAtTable(FollowedJournal(folder / "game.journal"))
        self._camera.put(position.grid)
        self._turn_begun = time.monotonic()
        self._start(folder, played, resume=False)
        try:
            self._wait(folder, played, lambda: played.begun)
            while self._minutes < until and played.turns < self._game_turns and not outcome(position).winner:
                position = self._turn(folder, played, position)
        except RefereeError as error:
            self._outcome.faults.append(f"{folder.name}: {error}")
        assert self._process
        if (status := self._process.quit()) != 0:
            self._outcome.faults.append(f"{folder.name}: the referee ended with {status}")
        self._process = None
        self._outcome.turns += played.turns
        self._outcome.rolls += len(played.rolls)
        self._outcome.misread += played.misread
        self._outcome.faults += [f"{folder.name}: {fault}" for fault in played.audit()]

    def _turn(self, folder: Path, played: GameAtTable, position: Position) -> Position:
        """Roll, move, and wait for the verdict; who cannot move passes. Raises RefereeError where none comes."""
        self._turn_begun = time.monotonic()
        played.thrown.append(self._tower.throw().shown())
        self._wait(folder, played, lambda: len(played.rolls) >= len(played.thrown))
        roll = {colour: played.thrown[-1][colour] for colour in SIDES[position.to_move]}
        turn = some_turn(self._rng, position, roll, may_win=not self._endless)
        if turn.hops:
            played.made.append(dict(turn.position.grid))
            self._camera.put(turn.position.grid)
            self._wait(folder, played, lambda: played.turns >= len(played.made), ask=True)
        rest = self._turn_begun + 60 * TURN_MINUTES / self._speed
        self._wait(folder, played, lambda: time.monotonic() >= rest)
        self._minutes += TURN_MINUTES
        return turn.position

    def _start(self, folder: Path, played: GameAtTable, *, resume: bool) -> None:
        self._process = RefereeProcess(folder, self._camera.address, self._tower.port, resume=resume)
        self._life += 1
        self._looks_before = played.looks

    def _wait(self, folder: Path, played: GameAtTable, so: Callable[[], bool], *, ask: bool = False) -> None:
        """Wait until something is so; meanwhile the process is measured, and killed where it is time. With `ask` the
        players help a referee that is in doubt. Raises RefereeError where it never becomes so."""
        begun = asked = time.monotonic()
        while True:
            played.follow()
            if so():
                return
            now = time.monotonic()
            assert self._process
            if now - begun > LONGEST_STEP_SECONDS:
                raise RefereeError.of(prose(f"nothing came of turn {len(played.made)}, roll {len(played.thrown)}"))
            if self._hours * 60 >= self._next_kill:
                self._kill(folder, played)
                begun = asked = now
            elif not self._process.alive:
                said = folder.with_suffix(".said").read_text()[-500:]
                raise RefereeError.of(prose(f"the referee ended by itself: {said}"))
            elif ask and now - asked > ASK_SECONDS:
                asked = now
                self._help(played)
            self._sample(played, now)
            time.sleep(TICK_SECONDS)

    @property
    def _hours(self) -> float:
        """Of play: whole turns, and of the one under way what the clock says."""
        under_way = (time.monotonic() - self._turn_begun) * self._speed / 60
        return (self._minutes + min(TURN_MINUTES, under_way)) / 60

    def _kill(self, folder: Path, played: GameAtTable) -> None:
        assert self._process
        self._process.kill()
        self._outcome.kills.append(self._hours)
        self._next_kill += self._kill_minutes
        header = folder / "game.journal"
        self._start(folder, played, resume=header.exists())

    def _help(self, played: GameAtTable) -> None:
        """The players say what stands where, or else ask for a look."""
        assert self._process
        wrong = played.wrong_cells()
        self._outcome.helped += 1
        for cell, stack in wrong.items():
            self._process.type(f"cell {cell} {stack}")
        if not wrong:
            self._process.type("")

    def _sample(self, played: GameAtTable, now: float) -> None:
        assert self._process
        if now - self._sampled < SAMPLE_SECONDS or (held := self._process.held()) is None:
            return
        self._sampled = now
        warm = played.looks - self._looks_before >= WARM
        self._outcome.samples.append(Sample(self._hours, played.turns, self._life, warm, *held))


def some_turn(rng: random.Random, position: Position, roll: Mapping[str, int], *, may_win: bool = True) -> Turn:
    """A legal turn of one or two hops, none where there is none, or none that does not win."""
    played: list[tuple[str, str]] = []
    turn = _legal(position, roll, played)
    for _ in range(rng.randint(1, 2)):
        now = replace(turn.position, to_move=position.to_move)
        left = {colour: value - turn.points.get(colour, 0) for colour, value in roll.items()}
        hops = [hop for hop in moves(now, left) if hop.start not in {end for _, end in played}]
        if not hops:
            break
        hop = rng.choice(hops)
        further = _legal(position, roll, [*played, (hop.start, hop.end)])
        if outcome(further.position).winner and not may_win:
            break
        played.append((hop.start, hop.end))
        turn = further
    return turn


def _legal(position: Position, roll: Mapping[str, int], hops: Sequence[tuple[str, str]]) -> Turn:
    turn = apply(position, roll, hops)
    if not isinstance(turn, Turn):
        raise RefereeError.of(prose(f"the players made a turn that is none: {hops} with {roll}"))
    return turn
