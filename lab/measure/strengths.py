"""How strong the computer plays: neighbouring strengths against each other, in every game, variant and mode.

Each pair plays `games` games by touch, sides changed after every one. A game that takes more than MOST_TURNS turns is a
draw, and counted. `--itself` has the strongest play itself instead; `--others` has its suggestions play all players
that `python -m lab.bench hints` knows and prints a table.
"""

import argparse
import math
import random
import time
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.opponents import STRENGTHS
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.pyramid_ball.screen.deeds import EndTimer
from lab.measure import hints
from lab.measure.thinking import out_of_time

MOST_TURNS = 200
# What is played, by a name for it: the game, and what is chosen at its set-up.
MODES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "looney-blockade": ("looney-blockade", {}),
    "leistiko-blockade": ("leistiko-blockade", {}),
    "leistiko-super-push": ("leistiko-blockade", {"variant": "super-push"}),
    "leistiko-bungie": ("leistiko-blockade", {"variant": "bungie"}),
    "pyramid-ball": ("pyramid-ball", {"mode": "basic"}),
    "pyramid-ball-advanced": ("pyramid-ball", {"mode": "advanced"}),
    **{f"blokus3d-{name}": ("blokus3d", {"structure": name, "count": 2}) for name in STRUCTURES},
}
SECONDS = 0.3


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=40, help="games a pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strongest", action="store_true", help="only the highest step")
    parser.add_argument("--itself", action="store_true", help="the strongest against itself")
    parser.add_argument("--others", action="store_true", help="suggestions against players of other kinds")
    parser.add_argument("--only", choices=tuple(dict.fromkeys((*MODES, *hints.MODULES))), help="only this game")
    parser.add_argument("--minutes", type=float, help="with --others: of the processor for a pair, at most")


def run(args: argparse.Namespace) -> int:
    """Print the points of the stronger of each pair, a draw counting half."""
    if args.others:
        return _against_others(args)
    TurnEntry.thinking_seconds = SECONDS
    chance = random.Random(args.seed)
    steps = list(pairwise(STRENGTHS))
    pairs = [("master", "master")] if args.itself else steps[-1:] if args.strongest else steps
    for mode in (mode for mode in MODES if args.only in (None, mode)):
        for weak, strong in pairs:
            points, endless, start = 0.0, 0, time.process_time()
            turns: list[int] = []
            for n in range(args.games):
                gained, length = _points(mode, strong, weak, n % 2, chance)
                points, endless = points + gained, endless + (length >= MOST_TURNS)
                turns.append(length)
                spent = (time.process_time() - start) / sum(turns)
                print(
                    f"\r{mode}: {strong} against {weak}: {points:g} of {n + 1}, {endless} without an end,"
                    f" {sum(turns) / len(turns):.0f} turns a game, {1000 * spent:.0f} ms of processor a turn",
                    end="",
                    flush=True,
                )
            print(flush=True)
    return 0


def _against_others(args: argparse.Namespace) -> int:
    print("| mode | against | per cent of points (95 %) | games | without an end | ms a move, at most |")
    print("| --- | --- | --- | --- | --- | --- |", flush=True)
    for mode in hints.MODULES if args.only is None else (args.only,):
        for opponent in hints.players(mode):
            print(f"| {mode} | {opponent} | {_row(mode, opponent, args)} |", flush=True)
    return 0


def _row(mode: str, opponent: str, args: argparse.Namespace) -> str:
    played: list[hints.Played] = []
    late = out_of_time(60 * args.minutes if args.minutes else math.inf)
    while len(played) < args.games and not late():
        played.append(hints.play_one(mode, opponent, hints.SECONDS, len(played) + args.seed - 1))
    points, games, times = sum(each.points for each in played), len(played), hints.times_of(played)
    low, high = hints.wilson(points, games)
    share = f"{100 * points / games:.0f} ({100 * low:.0f} to {100 * high:.0f})"
    endless = sum(each.unfinished for each in played)
    return f"{share} | {games} | {endless} | {median(times):.0f}, {max(times):.0f}"


def _points(mode: str, strong: str, weak: str, swapped: int, chance: random.Random) -> tuple[float, int]:
    """The points of the stronger, and how many turns the game took."""
    own, other = GAMES[MODES[mode][0]].sides[:2][:: -1 if swapped else 1]
    winners, turns = _winners(mode, {own: strong, other: weak}, chance)
    return 0.5 if len(winners) != 1 else float(winners[0] == own), turns


def _winners(mode: str, computer: Mapping[str, str], chance: random.Random) -> tuple[tuple[str, ...], int]:
    """Who has won a game of the computer against itself, and after how many turns."""
    game, chosen = MODES[mode]
    more = {"computer": computer, **chosen}
    setup = GameSetup(game=game, source="touch", pace=0.0, seed=chance.randrange(1 << 30), more=more)
    ui = GAMES[game]
    with TemporaryDirectory() as folder:
        table = begin_or_open(setup, Path(folder) / "game")
        assert isinstance(table, PlayedTable)
        state, turns = table.state(), 0
        while state.phase != "won" and turns < MOST_TURNS:
            if isinstance(table, PlayedTable) and state.phase == "roll":
                table.do(EndTimer())
            table.advance()
            state = table.state()
            turns = sum(moment.verdict.trait.turn for moment in state.moments)
        table.close()
    return ui.presented.words.winners(state), turns
