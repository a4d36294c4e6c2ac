"""What a player of Pyramid Ball gets who knows by heart how the other chooses programs: a mark for suggestions, which
have to be good against anybody.

It draws many programs of the other, just as the other draws them, and plays what is best against those, one turn deep.
It is no strict bound: who thinks several turns ahead might do better.
"""

from functools import partial
from random import Random

from companion.games.pyramid_ball.rules.directions import Sheet, sheet_of
from companion.games.pyramid_ball.rules.evaluation import value
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.rules import Play
from companion.games.pyramid_ball.rules.sampling import Chance, sample_program
from lab.measure.pyramid_ball_play import DECIDE, play_between

OPPONENTS = ("random", "greedy")
# Own programs, against how many of the other's all are tried, how many are kept, and against how many these are tried.
_TRIED, _FIRST, _KEPT, _ALL = 300, 8, 20, 40


def lines(opponent: str, games: int) -> list[str]:
    decide = partial(_known, opponent)
    points = sum(
        play_between(decide, DECIDE[opponent], f"knowing {opponent} {seed}", seed % 2) for seed in range(games)
    )
    return [f"who knows how {opponent} chooses gets {100 * points / games:.1f} % of points ({games} games)"]


def _known(opponent: str, position: Position, player: int, rng: Random, seconds: float) -> Program:
    chance = Chance(rng.getrandbits(64))
    theirs = [sheet_of(DECIDE[opponent](position, 1 - player, rng, seconds), 1 - player) for _ in range(_ALL)]
    tried = {sample_program(position, player, chance): None for _ in range(_TRIED)}

    def worth(program: Program, others: list[Sheet]) -> float:
        mine = sheet_of(program, player)
        total = 0.0
        for other in others:
            play = Play(position, (mine, other) if player == 0 else (other, mine), lambda question: question.options[0])
            play.rows()
            total += value(play)
        return total if player == 0 else -total

    kept = sorted(tried, key=lambda program: worth(program, theirs[:_FIRST]), reverse=True)[:_KEPT]
    return max(kept, key=lambda program: worth(program, theirs))
