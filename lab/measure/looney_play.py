"""Players of Looney Blockade that suggestions are measured against, and games between them."""

from collections.abc import Callable
from itertools import cycle
from random import Random
from statistics import fmean

from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.looney_blockade.rules.model import SIDES, Position, Side
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import outcome
from lab.measure.looney_greedy import greedy_turn
from lab.measure.looney_positions import random_roll, random_turn
from lab.measure.thinking import hint_timed, out_of_time, unfinished

# A game that lasts longer, as it can between random players, is drawn.
MOST_TURNS = 300
# How many turns a Monte-Carlo player chooses from, and how many turns it plays on at random.
_CANDIDATES, _HORIZON = 12, 8

Player = Callable[[Random, Position, dict[str, int], float], Position]


def hint(_rng: Random, position: Position, roll: dict[str, int], seconds: float) -> Position:
    with hint_timed():
        suggestion = suggest(position, roll, out_of_time=out_of_time(seconds))
    return suggestion.turn.position


def random(rng: Random, position: Position, roll: dict[str, int], _seconds: float) -> Position:
    return random_turn(rng, position, roll)[1].position


def greedy(_rng: Random, position: Position, roll: dict[str, int], _seconds: float) -> Position:
    return greedy_turn(position, roll).position


def line(_rng: Random, position: Position, roll: dict[str, int], _seconds: float) -> Position:
    """Own points less those of the opponent: a greedy player that blocks."""
    return greedy_turn(position, roll, against=1.0).position


def monte_carlo(rng: Random, position: Position, roll: dict[str, int], seconds: float) -> Position:
    """Flat Monte-Carlo: of some random turns the one after which random play does best on average."""
    late = out_of_time(seconds)
    turns = [random_turn(rng, position, roll)[1].position for _ in range(_CANDIDATES)]
    scores: list[list[float]] = [[] for _ in turns]
    for which in cycle(range(len(turns))):
        if late():
            break
        scores[which].append(_playout(rng, turns[which], position.to_move))
    best = max(range(len(turns)), key=lambda which: fmean(scores[which] or [-1.0]))
    return turns[best]


def _playout(rng: Random, position: Position, side: Side) -> float:
    """What some turns of random play come to for `side`: 1 or -1 for a win, else by the towers."""
    for _ in range(_HORIZON):
        if outcome(position).winner:
            break
        position = random_turn(rng, position, random_roll(rng, position))[1].position
    found = outcome(position)
    if found.winner:
        return 1.0 if found.winner == side else -1.0
    best = {each: max(found.towers[colour] for colour in SIDES[each]) for each in SIDES}
    return (2 * best[side] - sum(best.values())) / 10


_PLAYERS: dict[str, Player] = {
    "hint": hint,
    "random": random,
    "greedy": greedy,
    "line": line,
    "monte-carlo": monte_carlo,
}
PLAYERS = tuple(_PLAYERS)


def play(first: str, second: str, seed: int, seconds: float) -> float:
    """The points, 0, 0.5 or 1, of the player named first in one game from the default set-up.

    `first` moves first when `seed` is even. Each decision may take `seconds` of the processor, which makes
    games comparable on a busy machine.
    """
    rng, chance = Random(f"dice {seed}"), Random(f"players {seed}")
    position = initial(to_move="cool")
    sides: dict[Side, str] = {"cool": first, "warm": second} if seed % 2 == 0 else {"cool": second, "warm": first}
    for _ in range(MOST_TURNS):
        if winner := outcome(position).winner:
            return float((winner == "cool") == (seed % 2 == 0))
        roll = random_roll(rng, position)
        position = _PLAYERS[sides[position.to_move]](chance, position, roll, seconds)
    unfinished.append(MOST_TURNS)
    return 0.5
