"""Settles all cells together: the pieces on the table are known, so their counts decide where a look alone cannot.

One candidate stack a cell is picked so that the summed log-probability is highest, less a price on every piece too many
or too few against the inventory: an integer programme. Each cell's probabilities are those of the maximum-entropy
distribution over tables whose expected counts are the inventory's: every piece gets a price, alike in all cells. Nearly
always the likeliest stacks at these prices solve the integer programme, too, which they prove themselves (Lagrangian
duality).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from vision.solids import pieces

BLOCKADE_SET: Mapping[str, int] = {
    **{f"{colour}{pips}": 5 for colour in "RYGB" for pips in (1, 2, 3)},
    "C3": 5,
}
MISCOUNT_NATS = 9.0
TIME_LIMIT_S = 0.5
OTHERS = 3
# An answer is proven best if no other can be better by more than this (nats); and prices are found when the expected
# counts are within so much of the inventory.
PROVEN, BALANCED = 1e-6, 1e-5
MOST_STEPS = 50

Floats = NDArray[np.float64]
Candidates = Mapping[str, tuple[Sequence[str], Floats]]


@dataclass(frozen=True)
class Settled:
    """The jointly best stack of a cell, its probability with the whole inventory weighed in, and the next best."""

    stack: str
    probability: float
    others: tuple[tuple[str, float], ...]


def settle(candidates: Candidates, inventory: Mapping[str, int] = BLOCKADE_SET) -> dict[str, Settled]:
    """The jointly best stack of every cell.

    `candidates` gives each cell its stacks and their log-probabilities. Pieces not in `inventory` count freely.
    """
    stacks = [stack for names, _ in candidates.values() for stack in names]
    scores: Floats = np.concatenate([scores for _, scores in candidates.values()])
    ends = np.cumsum([len(names) for names, _ in candidates.values()])
    parts = [slice(end - len(names), end) for end, (names, _) in zip(ends, candidates.values(), strict=True)]
    counts = np.zeros((len(inventory), len(stacks)))
    for column, stack in enumerate(stacks):
        held = Counter(pieces(stack))
        counts[:, column] = [held[piece] for piece in inventory]
    wanted = np.array(list(inventory.values()), float)
    prices = _prices(scores, parts, counts, wanted)
    priced = scores + prices @ counts

    def value(answer: Floats) -> float:
        return float(scores @ answer - MISCOUNT_NATS * np.abs(counts @ answer - wanted).sum())

    answers = [_best_each(priced, parts), _best_each(scores, parts)]
    most = float(sum(priced[part].max() for part in parts) - prices @ wanted)
    if max(map(value, answers)) < most - PROVEN:
        # On a busy machine the programme may run out of time with a poor answer, or none.
        answers += _choose(scores, parts, counts, wanted)
    chosen = max(answers, key=value)
    return {
        cell: _settled(stacks[part], priced[part], int(np.argmax(chosen[part])))
        for cell, part in zip(candidates, parts, strict=True)
    }


def _choose(scores: Floats, parts: Sequence[slice], counts: Floats, wanted: Floats) -> list[Floats]:
    """1 for the candidate of each cell that the integer programme chooses, 0 for the others; nothing if it finds no
    answer in time."""
    kinds, size = counts.shape
    one_each = np.zeros((len(parts), size + 2 * kinds))
    for row, part in zip(one_each, parts, strict=True):
        row[part] = 1
    matrix = np.vstack([one_each, np.hstack([counts, np.eye(kinds), -np.eye(kinds)])])
    sums = np.concatenate([np.ones(len(parts)), wanted])
    answer = scipy.optimize.milp(
        np.concatenate([-scores, np.full(2 * kinds, MISCOUNT_NATS)]),
        constraints=scipy.optimize.LinearConstraint(matrix, sums, sums),
        integrality=np.concatenate([np.ones(size), np.zeros(2 * kinds)]),
        bounds=scipy.optimize.Bounds(0, np.concatenate([np.ones(size), np.full(2 * kinds, np.inf)])),
        options={"time_limit": TIME_LIMIT_S},
    )
    return [] if answer.x is None else [np.round(np.asarray(answer.x[:size], float))]


def _best_each(scores: Floats, parts: Sequence[slice]) -> Floats:
    """1 for the best candidate of each cell, 0 for the others."""
    chosen = np.zeros(len(scores))
    for part in parts:
        chosen[part.start + int(np.argmax(scores[part]))] = 1
    return chosen


def _prices(scores: Floats, parts: Sequence[slice], counts: Floats, wanted: Floats) -> Floats:
    """What one piece more of each kind is worth, in nats, so that the expected counts come out as wanted: by Newton's
    method within bounds (Bertsekas 1982)."""
    starts = [part.start for part in parts]
    sizes = np.diff([*starts, len(scores)])

    def dual(prices: Floats) -> tuple[float, Floats]:
        """What is to be made least, and the chance of every candidate."""
        priced = scores + prices @ counts
        top = np.maximum.reduceat(priced, starts)
        weight = np.exp(priced - np.repeat(top, sizes))
        total = np.add.reduceat(weight, starts)
        return float((top + np.log(total)).sum() - prices @ wanted), weight / np.repeat(total, sizes)

    prices = np.zeros(len(wanted))
    value, chances = dual(prices)
    for _ in range(MOST_STEPS):
        likely = counts * chances
        expected = np.add.reduceat(likely, starts, axis=1)
        slope = expected.sum(axis=1) - wanted
        free = (np.abs(prices) < MISCOUNT_NATS) | (prices * slope > 0)
        if not free.any() or np.abs(slope[free]).max() < BALANCED:
            break
        curve = (likely @ counts.T - expected @ expected.T)[np.ix_(free, free)]
        step = np.zeros(len(wanted))
        step[free] = np.linalg.solve(curve + BALANCED * np.eye(len(curve)), slope[free])
        tried = prices
        for share in 0.5 ** np.arange(20):
            tried = np.clip(prices - share * step, -MISCOUNT_NATS, MISCOUNT_NATS)
            if (there := dual(tried))[0] < value:
                break
        else:
            break
        prices, (value, chances) = tried, there
    return prices


def _settled(stacks: Sequence[str], priced: Floats, best: int) -> Settled:
    chance = np.exp(priced - priced.max())
    chance /= chance.sum()
    order = [int(i) for i in np.argsort(-chance) if i != best][:OTHERS]
    return Settled(stacks[best], float(chance[best]), tuple((stacks[i], float(chance[i])) for i in order))
