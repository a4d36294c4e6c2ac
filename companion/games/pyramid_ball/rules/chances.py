"""Chances of winning Pyramid Ball."""

from collections.abc import Mapping

from companion.games.chances import NOTHING, BySide, Chances, Json, Thinking
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.rules.evaluation import chance, worth
from companion.games.pyramid_ball.rules.model import Options, Position
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.strategy import find_mixture


class BallChances(Chances):
    """Looking at a position takes what both players think about the next turn."""

    def at_a_glance(self, position: Json, options: Json = NOTHING) -> BySide:
        Options.from_json(options)
        here = Position.from_json(position)
        return _chances(chance(worth(here)))

    def think(self, position: Json, options: Json, by: Thinking) -> BySide:
        here, agreed = Position.from_json(position), Options.from_json(options)
        if here.winner is not None:
            return _chances(chance(worth(here)))
        values = [
            find_mixture(here, side, Chance(by.seed), by.out_of_time, agreed).value for side in range(len(PLAYERS))
        ]
        return _chances(chance((values[0] - values[1]) / 2))


def _chances(first: float) -> Mapping[str, float]:
    return dict(zip(PLAYERS, (first, 1 - first), strict=True))


CHANCES = BallChances()
