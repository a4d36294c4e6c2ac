"""How strong the computer plays: neighbouring strengths against each other, in every game.

Each pair plays `games` games, sides changed after every one. A game that takes more than MOST_TURNS turns is a draw.
"""

import argparse
import random
import time
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from companion.app.games.ball.table import BallByTouch
from companion.app.games.blokus.table import BlokusTable
from companion.app.games.engine_game import Nowhere
from companion.app.games.engine_table import EngineTable
from companion.app.games.leistiko.table import LeistikoTable
from companion.app.games.looney.draft import GAME as LOONEY
from companion.app.games.looney.draft import HopEntry
from companion.app.games.opponents import STRENGTHS, Opponents
from companion.games.looney_blockade import Turn, apply, initial, outcome
from companion.referee.grid import Commitment

MOST_TURNS = 200
SECONDS = 0.3
TABLES: Mapping[str, tuple[type[EngineTable], tuple[str, str]]] = {
    "leistiko-blockade": (LeistikoTable, ("first", "second")),
    "pyramid-ball": (BallByTouch, ("first", "second")),
    "blokus3d": (BlokusTable, ("blue", "yellow")),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=40, help="games a pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strongest", action="store_true", help="only the highest step")
    parser.add_argument("--only", choices=(LOONEY, *TABLES), help="only this game")


def run(args: argparse.Namespace) -> int:
    """Print the points of the stronger of each pair, a draw counting half."""
    EngineTable.thinking_seconds = SECONDS
    chance = random.Random(args.seed)
    for game in (LOONEY, *TABLES):
        if args.only in (None, game):
            steps = list(pairwise(STRENGTHS))
            for weak, strong in steps[-1:] if args.strongest else steps:
                points = 0.0
                for n in range(args.games):
                    points += _points(game, strong, weak, n % 2, chance)
                    print(f"\r{game}: {strong} against {weak}: {points:g} of {n + 1}", end="", flush=True)
                print(flush=True)
    return 0


def _points(game: str, strong: str, weak: str, swapped: int, chance: random.Random) -> float:
    play: Callable[..., tuple[str, ...]] = _looney if game == LOONEY else _engine
    sides = ("cool", "warm") if game == LOONEY else TABLES[game][1]
    own, other = (sides[1], sides[0]) if swapped else sides
    winners = play(game, {own: strong, other: weak}, chance)
    return 0.5 if len(winners) != 1 else float(winners[0] == own)


def _engine(game: str, computer: Mapping[str, str], chance: random.Random) -> tuple[str, ...]:
    table = TABLES[game][0](Nowhere(), _header(game, computer), time.monotonic, chance)
    while table.phase != "over" and len(table.state().plays) < MOST_TURNS:
        if isinstance(table, BallByTouch) and table.phase == "think":
            table.enter()
        table.advance()
    found = table.state().outcome
    return tuple(found.get("winners") or ([found["winner"]] if found.get("winner") not in (None, "draw") else ()))


def _header(game: str, computer: Mapping[str, str]) -> dict[str, Any]:
    return {"game": game, "players": {}, "options": {}, "pace": 0.0, "more": {"computer": dict(computer)}}


def _looney(_game: str, computer: Mapping[str, str], chance: random.Random) -> tuple[str, ...]:
    entry, position, opponents = HopEntry({}), initial(), Opponents(computer, chance)
    for _ in range(MOST_TURNS):
        side = position.to_move
        roll = entry.roll(side, chance)
        under = Commitment(side, {"roll": roll})
        found = entry.by_chance(position, under, chance) if opponents.slips(side) else None
        found = found or entry.suggestion(position, under)
        played = apply(position, roll, [(step["from"], step["to"]) for step in found.steps] if found else [])
        assert isinstance(played, Turn)
        position = played.position
        if winner := outcome(position).winner:
            return (winner,)
    return ()
