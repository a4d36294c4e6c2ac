"""How strong the computer plays: neighbouring strengths against each other, in every game.

Each pair plays `games` games by touch, sides changed after every one. A game that takes more than MOST_TURNS turns is a
draw.
"""

import argparse
import random
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.games.opening import GameSetup, begin_or_open
from companion.app.games.opponents import STRENGTHS
from companion.app.games.registry import GAMES
from companion.app.games.table import PlayedTable
from companion.app.games.turn_entry import TurnEntry
from companion.app.texts.texts import Texts
from companion.games.pyramid_ball.screen.table import BallTable

MOST_TURNS = 200
SECONDS = 0.3


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=40, help="games a pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strongest", action="store_true", help="only the highest step")
    parser.add_argument("--only", choices=tuple(GAMES), help="only this game")


def run(args: argparse.Namespace) -> int:
    """Print the points of the stronger of each pair, a draw counting half."""
    TurnEntry.thinking_seconds = SECONDS
    chance = random.Random(args.seed)
    for game in GAMES:
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
    own, other = GAMES[game].sides[:2][:: -1 if swapped else 1]
    winners = _winners(game, {own: strong, other: weak}, chance)
    return 0.5 if len(winners) != 1 else float(winners[0] == own)


def _winners(game: str, computer: Mapping[str, str], chance: random.Random) -> tuple[str, ...]:
    """Who has won a game of the computer against itself."""
    setup = GameSetup(game=game, source="touch", pace=0.0, seed=chance.randrange(1 << 30), more={"computer": computer})
    ui = GAMES[game]
    with TemporaryDirectory() as folder:
        table = begin_or_open(setup, Path(folder) / "game")
        assert isinstance(table, PlayedTable)
        state = table.state()
        while state.phase != "won" and sum(moment.verdict.trait.turn for moment in state.moments) < MOST_TURNS:
            if isinstance(table, BallTable) and state.phase == "roll":
                table.end_timer()
            table.advance()
            state = table.state()
        table.close()
    return ui.presenter(Texts("en")).winners(state)
