"""Finds what to program in the first turn of Pyramid Ball so that nobody can win much from it who knows it.

    python -m lab.measure.pyramid_ball_opening --side 1 --seconds 600

Double oracle with exact mixtures (linear programming) and the search for best replies of `pyramid_ball_exploit`, which
changes a program until nothing helps: both sides get the best reply to what the other plays until neither gains. A part
of the opponent's play is taken to be careless. Told are the gap that is left and the programs with their weights.
"""

import argparse
import time

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from companion.games.pyramid_ball.rules.model import Program
from companion.games.pyramid_ball.rules.notation import program_to_text
from companion.games.pyramid_ball.rules.sampling import Chance, purposeful_program, sample_program
from companion.games.pyramid_ball.rules.setup import initial
from lab.measure.pyramid_ball_exploit import Weighted, best_reply, climbed, outcomes, suggested

Matrix = npt.NDArray[np.float64]
_CARELESS, _SEEDS, _FRESH, _LEAST = 12, 6, 60, 0.004


class Opening:
    """The programs of `side` and of its opponent found so far; worths are those of `side`."""

    def __init__(self, side: int, share: float) -> None:
        self.side, self.share = side, share
        chance, position = Chance(5), initial()
        kinds = sample_program, purposeful_program
        drawn = [kinds[i % 2](position, 1 - side, chance) for i in range(_CARELESS)]
        self.careless: Weighted = [(1 / _CARELESS, program) for program in drawn]
        self.mine, self.theirs = (
            [program for _, program in suggested(each, _SEEDS, 0.05)] for each in (side, 1 - side)
        )
        self.worth: Matrix = np.array([[self.met(program, other) for other in self.theirs] for program in self.mine])
        self.anyhow: Matrix = np.array([outcomes(side, program, self.careless)[0] for program in self.mine])

    def met(self, mine: Program, other: Program) -> float:
        return outcomes(self.side, mine, [(1.0, other)])[0]

    def mixtures(self) -> tuple[Matrix, Matrix, float]:
        """Weights of both sides' programs, and the worth."""
        matrix = (1 - self.share) * self.worth + self.share * self.anyhow[:, None]
        rows, columns = matrix.shape
        cost = np.append(np.zeros(rows), -1.0)
        bounds = np.hstack([-matrix.T, np.ones((columns, 1))])
        total = np.append(np.ones(rows), 0.0)[None, :]
        found = linprog(cost, bounds, np.zeros(columns), total, [1.0], [*[(0, 1)] * rows, (None, None)])
        assert found.x is not None and found.fun is not None
        theirs = np.maximum(0, -found.ineqlin.marginals)
        return found.x[:rows], theirs / theirs.sum(), -found.fun

    def replies(self, side: int, known: list[Program], against: Weighted) -> list[Program]:
        """The best that are found from some fresh programs and from the best of the known ones, the better first."""

        def rate(program: Program) -> float:
            return outcomes(side, program, against)[0]

        fresh = best_reply(side, against, _FRESH, 1, seed=len(self.mine) + len(self.theirs))
        return sorted([fresh, climbed(side, max(known, key=rate), against)], key=rate, reverse=True)

    def improve(self) -> float:
        """Gives both sides their best reply. Returns how much both gain by it."""
        weights, others, _ = self.mixtures()
        mine = [(w, program) for w, program in zip(weights, self.mine, strict=True) if w > _LEAST]
        theirs = [((1 - self.share) * w, program) for w, program in zip(others, self.theirs, strict=True) if w > 0]
        theirs += [(self.share * w, program) for w, program in self.careless]
        replies, answers = self.replies(1 - self.side, self.theirs, mine), self.replies(self.side, self.mine, theirs)
        anyhow = float(weights @ self.anyhow)
        got = (1 - self.share) * -outcomes(1 - self.side, replies[0], mine)[0] + self.share * anyhow
        gained = outcomes(self.side, answers[0], theirs)[0] - got
        for reply in {*replies} - {*self.theirs}:
            self.theirs.append(reply)
            self.worth = np.hstack([self.worth, [[self.met(program, reply)] for program in self.mine]])
        for answer in {*answers} - {*self.mine}:
            self.mine.append(answer)
            self.worth = np.vstack([self.worth, [self.met(answer, other) for other in self.theirs]])
            self.anyhow = np.append(self.anyhow, outcomes(self.side, answer, self.careless)[0])
        return gained


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, choices=(0, 1), required=True)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--careless", type=float, default=0.2, help="the part of the opponent's play")
    args = parser.parse_args()
    opening, start, gap = Opening(args.side, args.careless), time.process_time(), 1.0
    while time.process_time() - start < args.seconds and gap > 0.01:
        gap = opening.improve()
        print(f"# {len(opening.mine)} and {len(opening.theirs)} programs, gap {gap:.3f}", flush=True)
    weights, others, worth = opening.mixtures()
    print(f"# worth {worth:.3f}, gap {gap:.3f}")
    for name, found, programs in (("own", weights, opening.mine), ("other", others, opening.theirs)):
        for weight, program in sorted(zip(found, programs, strict=True), key=lambda each: -each[0]):
            if weight > _LEAST:
                print(f"{name} {weight:.4f} {program_to_text(program)}")


if __name__ == "__main__":
    main()
