"""How good the suggestions are: seeded games of the player that follows them against others with the same time.

Time to think is counted in the process's own time on the processor, and so are the times of hints that are told: what
else runs on the machine hardly changes the games and the figures, and many processes may share few cores.
"""

import argparse
import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import median
from typing import Any

from companion.games.blokus3d.rules.structures import STRUCTURES
from lab.measure import thinking

# Modules of lab.measure by what is played, and more that their `play` is told. Each has PLAYERS, the names of its
# players, and `play(first, second, seed, seconds)`, the points of the first in one game; the first begins with even
# seeds.
MODULES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "looney-blockade": ("looney_play", {}),
    "leistiko-blockade": ("leistiko_play", {}),
    "leistiko-super-push": ("leistiko_variants_play", {"variant": "super-push"}),
    "leistiko-bungie": ("leistiko_variants_play", {"variant": "bungie"}),
    **{
        f"blokus3d-{name}{f'-{players}' if players > 2 else ''}": (
            "blokus_play",
            {"structure": name, "players": players},
        )
        for name in STRUCTURES
        for players in (2, 3, 4)
    },
    "pyramid-ball": ("pyramid_ball_play", {}),
    "pyramid-ball-advanced": ("pyramid_ball_play", {"mode": "advanced"}),
}
# Those that say what can be got at most: `OPPONENTS`, against whom, and `lines(opponent, games)`.
CAPS = {"looney-blockade": "looney_cap", "pyramid-ball": "pyramid_ball_cap"}
# Opponents, with the percentage of points that suggestions are to reach against them.
OPPONENTS = {
    "random": 95,
    "greedy": 75,
    "rule": 75,
    "simple": 70,
    "line": 60,
    "chaser": 70,
    "sampler": 70,
    "monte-carlo": 60,
    "hint": 50,
}
SECONDS = 0.05
# After so many games the result so far is shown.
_OFTEN = 20


@dataclass(frozen=True)
class Played:
    """The points of one game, the seconds of its hint decisions, and whether it was given up without an end."""

    points: float
    times: tuple[float, ...]
    unfinished: bool


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=tuple(MODULES), help="all of them, if left out")
    parser.add_argument("--opponent", choices=tuple(OPPONENTS), help="all, if left out")
    parser.add_argument("--games", type=_positive, default=200, metavar="N", help="games for each pair")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help="for each decision")
    parser.add_argument("--processes", type=_positive, default=1, metavar="P")
    parser.add_argument("--cap", action="store_true", help="instead: what can be got at most, where that is known")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number from 1 is needed")
    return number


def run(args: argparse.Namespace) -> int:
    if args.cap:
        return _run_caps(args)
    for game in MODULES if args.game is None else (args.game,):
        print(f"{game}: suggestions, {args.games} games a pair, {args.seconds:g} s for each decision")
        for opponent in players(game):
            if args.opponent not in (None, opponent):
                continue
            play = partial(play_one, game, opponent, args.seconds)
            played: list[Played] = []
            for each in _map(play, args.games, args.processes):
                played.append(each)
                if len(played) % _OFTEN == 0 and len(played) < args.games:
                    print(_line(opponent, played), file=sys.stderr, flush=True)
            print(_line(opponent, played), flush=True)
    return 0


def players(game: str) -> list[str]:
    """Return the opponents that a game has players for."""
    known = importlib.import_module(f"lab.measure.{MODULES[game][0]}").PLAYERS
    return [name for name in OPPONENTS if name in known]


def _run_caps(args: argparse.Namespace) -> int:
    for game in MODULES if args.game is None else (args.game,):
        if game not in CAPS:
            print(f"{game}: no cap is known")
            continue
        known = importlib.import_module(f"lab.measure.{CAPS[game]}")
        for opponent in known.OPPONENTS if args.opponent is None else (args.opponent,):
            found = known.lines(opponent, args.games) if opponent in known.OPPONENTS else ["no cap is known"]
            for line in found:
                print(f"{game} - {opponent}: {line}", flush=True)
    return 0


def play_one(game: str, opponent: str, seconds: float, seed: int) -> Played:
    module, more = MODULES[game]
    thinking.hint_times.clear()
    thinking.unfinished.clear()
    points = importlib.import_module(f"lab.measure.{module}").play("hint", opponent, seed, seconds, **more)
    return Played(points, tuple(thinking.hint_times), bool(thinking.unfinished))


def _map(play: "partial[Played]", games: int, processes: int) -> Iterator[Played]:
    if processes == 1:
        yield from map(play, range(games))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play, range(games))


def _line(opponent: str, played: Sequence[Played]) -> str:
    points, games = sum(each.points for each in played), len(played)
    low, high = wilson(points, games)
    times = times_of(played)
    took = f"; a hint takes {median(times):.0f} ms, at most {max(times):.0f} ms" if times else ""
    endless = sum(each.unfinished for each in played)
    return (
        f"  hint - {opponent:12} {100 * points / games:5.1f} % of points in {games} games "
        f"(95 %: {100 * low:.1f} to {100 * high:.1f}), target {OPPONENTS[opponent]} %; {endless} without an end{took}"
    )


def times_of(played: Sequence[Played]) -> list[float]:
    """Return the milliseconds of all decisions."""
    return [1000 * seconds for each in played for seconds in each.times]


def wilson(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of points; a drawn game counts as half a game won."""
    share = points / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, centre - half), min(1.0, centre + half)
