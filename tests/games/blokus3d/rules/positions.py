"""Random positions of Blokus 3D: of games played by chance, as far as the test likes."""

from collections.abc import Iterator
from random import Random

from companion.games.blokus3d.rules.model import COLOURS, Position, Turn
from companion.games.blokus3d.rules.structures import STRUCTURES
from companion.games.blokus3d.rules.turns import apply, initial, moves


def random_start(rng: Random) -> Position:
    return initial(rng.choice(STRUCTURES), rng.sample(COLOURS, rng.choice((2, 3, 4))))


def random_turn(rng: Random, position: Position) -> Turn:
    """A legal turn by chance; big pieces are not preferred, so that games get stuck in many ways."""
    placement = rng.choice(moves(position))
    turn = apply(position, placement.piece, placement.cells)
    assert isinstance(turn, Turn), turn
    return turn


def random_game(rng: Random, start: Position | None = None) -> Iterator[Turn]:
    position = start or random_start(rng)
    while position.to_move:
        turn = random_turn(rng, position)
        yield turn
        position = turn.position


def random_position(rng: Random) -> Position:
    """A position of a random game, somebody still to move."""
    start = random_start(rng)
    positions = [start, *(turn.position for turn in random_game(rng, start))]
    return rng.choice([position for position in positions if position.to_move])
