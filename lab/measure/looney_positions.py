"""Seeded self-play of Looney Blockade: rolls, random turns and mid-game positions to measure and test with."""

from random import Random

from companion.games.looney_blockade.rules.model import SIDES, Position, Turn
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.rules.turns import apply, moves, outcome
from lab.measure.looney_greedy import greedy_turn


def random_roll(rng: Random, position: Position, highest: int = 6) -> dict[str, int]:
    return {colour: rng.randint(1, highest) for colour in SIDES[position.to_move]}


def random_turn(rng: Random, position: Position, roll: dict[str, int]) -> tuple[list[tuple[str, str]], Turn]:
    """A random legal turn, hop by hop until the points are spent or it stops by chance: its hops, and the turn."""
    hops: list[tuple[str, str]] = []
    turn = apply(position, roll, hops)
    assert isinstance(turn, Turn)
    while rng.random() > 0.05:
        now = Position(turn.position.grid, turn.position.supply, position.to_move)
        left = {colour: roll[colour] - turn.points[colour] for colour in roll}
        choices = moves(now, left)
        if not choices:
            break
        hop = rng.choice(choices)
        hops.append((hop.start, hop.end))
        played = apply(position, roll, hops)
        assert isinstance(played, Turn), played
        turn = played
    return hops, turn


def mid_game_positions(rng: Random, count: int) -> list[Position]:
    """Positions after at least four turns of games in which two turns of three are good ones."""
    found: list[Position] = []
    while len(found) < count:
        position = initial(to_move=rng.choice(("cool", "warm")))
        for ply in range(40):
            if outcome(position).winner:
                break
            if ply >= 4 and rng.random() < 0.5:
                found.append(position)
            roll = random_roll(rng, position)
            good = rng.random() < 0.67
            position = (greedy_turn(position, roll) if good else random_turn(rng, position, roll)[1]).position
    return found[:count]
