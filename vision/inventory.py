"""Settles all cells together: the pieces on the table are known, so their counts decide where a look alone cannot.

An integer programme picks one candidate stack a cell, maximising the summed log-probability, with a price on every
piece too many or too few against the inventory. Each cell's probabilities are then those of the maximum-entropy
distribution over tables whose expected counts are the inventory's: every piece gets a price, alike in all cells.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp, minimize

BLOCKADE_SET: Mapping[str, int] = {
    **{f"{colour}{pips}": 5 for colour in "RYGB" for pips in (1, 2, 3)},
    "C3": 5,
}
MISCOUNT_NATS = 9.0
TIME_LIMIT_S = 0.5
OTHERS = 3

Floats = NDArray[np.float64]
Candidates = Mapping[str, tuple[Sequence[str], Floats]]


@dataclass(frozen=True)
class Settled:
    """The jointly best stack of a cell, its probability with the whole inventory weighed in, and the next best."""

    stack: str
    probability: float
    others: tuple[tuple[str, float], ...]


def pieces(stack: str) -> list[str]:
    """The pieces of a stack from the bottom up."""
    return [stack[i : i + 2] for i in range(0, len(stack), 2)]


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
    priced = scores + _prices(scores, parts, counts, wanted) @ counts
    # On a busy machine the programme may run out of time with a poor answer, or none: prices alone do better then.
    answers = [_best_each(priced, parts), _best_each(scores, parts), *_choose(scores, parts, counts, wanted)]
    chosen = max(answers, key=lambda answer: float(scores @ answer - _miscount(counts @ answer, wanted)))
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
    answer = milp(
        np.concatenate([-scores, np.full(2 * kinds, MISCOUNT_NATS)]),
        constraints=LinearConstraint(matrix, sums, sums),
        integrality=np.concatenate([np.ones(size), np.zeros(2 * kinds)]),
        bounds=Bounds(0, np.concatenate([np.ones(size), np.full(2 * kinds, np.inf)])),
        options={"time_limit": TIME_LIMIT_S},
    )
    return [] if answer.x is None else [np.round(np.asarray(answer.x[:size], float))]


def _best_each(scores: Floats, parts: Sequence[slice]) -> Floats:
    """1 for the best candidate of each cell, 0 for the others."""
    chosen = np.zeros(len(scores))
    for part in parts:
        chosen[part.start + int(np.argmax(scores[part]))] = 1
    return chosen


def _miscount(held: Floats, wanted: Floats) -> float:
    return MISCOUNT_NATS * float(np.abs(held - wanted).sum())


def _prices(scores: Floats, parts: Sequence[slice], counts: Floats, wanted: Floats) -> Floats:
    """What one piece more of each kind is worth, in nats, so that the expected counts come out as wanted."""

    def dual(prices: Floats) -> tuple[float, Floats]:
        priced = scores + prices @ counts
        total, expected = 0.0, np.zeros(len(wanted))
        for part in parts:
            top = priced[part].max()
            weight = np.exp(priced[part] - top)
            total += top + np.log(weight.sum())
            expected += counts[:, part] @ weight / weight.sum()
        return float(total - prices @ wanted), expected - wanted

    bounds = [(-MISCOUNT_NATS, MISCOUNT_NATS)] * len(wanted)
    return np.asarray(minimize(dual, np.zeros(len(wanted)), jac=True, method="L-BFGS-B", bounds=bounds).x, float)


def _settled(stacks: Sequence[str], priced: Floats, best: int) -> Settled:
    chance = np.exp(priced - priced.max())
    chance /= chance.sum()
    order = [int(i) for i in np.argsort(-chance) if i != best][:OTHERS]
    return Settled(stacks[best], float(chance[best]), tuple((stacks[i], float(chance[i])) for i in order))
