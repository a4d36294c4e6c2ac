"""Fits the weights of companion/games/pyramid_ball/rules/evaluation.py to what positions are worth one turn deeper.

    python -m lab.measure.pyramid_ball_learn --positions 1200

Positions come from seeded games between random, greedy and suggested programs. Each is worth what both sides' suggested
mixtures make of the next turn, judged at its end by the weights there are: to run it again goes another turn deeper.
The weights in the repository came from 1,196 positions and an earlier form of that search, which took half of the
opponent's play to be careless.
"""

import argparse
from collections.abc import Iterator
from random import Random

import numpy as np
import numpy.typing as npt

from companion.games.pyramid_ball.rules.evaluation import FEATURES, features
from companion.games.pyramid_ball.rules.model import Position, Program
from companion.games.pyramid_ball.rules.sampling import Chance
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.rules.strategy import Mixture, find_mixture
from lab.measure.pyramid_ball_play import DECIDE, after

_MOST_TURNS = 4
# How strongly weights are held near zero, and how near to sure a worth is taken to be at most.
_RIDGE, _SURE = 1.0, 0.98
_STEPS = 30


def positions(rng: Random) -> Iterator[tuple[Position, float]]:
    """Positions between turns of basic games, without end, and what they are worth to the first player (-1 to 1)."""
    while True:
        position, mixtures = initial(), None
        for _ in range(_MOST_TURNS):
            position = after(position, (_program(position, 0, mixtures, rng), _program(position, 1, mixtures, rng)))
            if position.winner is not None:
                break
            mine, theirs = (find_mixture(position, side, Chance(rng.getrandbits(64)), lambda: True) for side in (0, 1))
            mixtures = mine, theirs
            yield position, (mine.value - theirs.value) / 2


def _program(position: Position, side: int, mixtures: tuple[Mixture, Mixture] | None, rng: Random) -> Program:
    if rng.random() < 0.35:
        return DECIDE["random"](position, side, rng, 0)
    if mixtures is None:
        return DECIDE["greedy"](position, side, rng, 0)
    choices = mixtures[side].choices
    return rng.choices([each.program for each in choices], [each.weight for each in choices])[0]


def fitted(seen: npt.NDArray[np.float64], worths: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Weights of a logistic model by Newton's method: `seen` counts features, a row for each of the `worths`."""
    share = (worths.clip(-_SURE, _SURE) + 1) / 2
    weights = np.zeros(seen.shape[1])
    for _ in range(_STEPS):
        said = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (share - said) - _RIDGE * weights
        bend = (seen * (said * (1 - said))[:, None]).T @ seen + _RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1200, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seen, worths = np.zeros((args.positions, FEATURES)), np.zeros(args.positions)
    for i, (position, worth) in zip(range(args.positions), positions(Random(args.seed)), strict=False):
        assert position.carrier is not None, "the ball is never loose between turns of the basic game"
        np.add.at(seen[i], features(position.squares, position.carrier), 1)
        worths[i] = worth if position.carrier < 3 else -worth
    print(", ".join(f"{weight:.2f}" for weight in fitted(seen, worths)))


if __name__ == "__main__":
    main()
