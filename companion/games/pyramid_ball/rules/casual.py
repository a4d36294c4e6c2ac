"""Chooses a program as a casual player does: among some programs, tried against a few of the opponent's."""

from companion.games.errors import GameError
from companion.games.plausible import Draws, plausibly
from companion.games.pyramid_ball.rules.directions import sheet_of
from companion.games.pyramid_ball.rules.evaluation import chance as chance_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import RULINGS, Options, Position, Program
from companion.games.pyramid_ball.rules.rules import played
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program, sample_program

# Number of programs considered, own and the opponent's. Every other program has no purpose.
_OWN, _OTHERS = 24, 6


def casual_program(
    position: Position, player: int, spread: float, chance: Draws, options: Options = RULINGS
) -> Program:
    """Return a program for `player` (0 or 1), drawn at random: one with a chance of winning `spread` smaller than that
    of another is drawn a third as often. Raises GameError when the game is over."""
    if position.winner is not None:
        raise GameError("ball.over.suggest")
    drawn = Chance(chance.getrandbits(64))
    kinds = purposeful_program, sample_program
    own = [kinds[i % 2](position, player, drawn) for i in range(_OWN)]
    others = [kinds[i % 2](position, 1 - player, drawn) for i in range(_OTHERS)]
    worths = [sum(_chance(position, player, each, other, options) for other in others) / _OTHERS for each in own]
    return plausibly(own, worths, spread, chance)


def _chance(position: Position, player: int, own: Program, other: Program, options: Options) -> float:
    first = chance_of(value(played(position, player, sheet_of(own, player), sheet_of(other, 1 - player), options)))
    return first if player == 0 else 1 - first
