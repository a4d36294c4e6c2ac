"""Settles all cells together: the pieces on the table are known, so their counts decide where a look alone cannot.

Each cell's probabilities are those of the maximum-entropy distribution over tables whose expected counts are the
inventory's: every piece gets a price, alike in all cells, up to so much that a plain look outweighs it. What is said to
stand in a cell is the likeliest stack there. The likeliest table as a whole would hold every piece just once, but is
right in fewer cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BLOCKADE_SET: Mapping[str, int] = {
    **{f"{colour}{pips}": 5 for colour in "RYGB" for pips in (1, 2, 3)},
    "C3": 5,
}
MISCOUNT_NATS = 9.0
OTHERS = 3
# Prices are found when the expected counts are within so much of the inventory.
BALANCED = 1e-5
MOST_STEPS = 50

Floats = NDArray[np.float64]
Candidates = Mapping[str, tuple[Sequence[str], Floats]]


@dataclass(frozen=True)
class Settled:
    """The likeliest stack of a cell with the whole inventory weighed in, its probability, and the next likeliest."""

    stack: str
    probability: float
    others: tuple[tuple[str, float], ...]


def settle(candidates: Candidates, inventory: Mapping[str, int] = BLOCKADE_SET) -> dict[str, Settled]:
    """The likeliest stack of every cell.

    `candidates` gives each cell its stacks and their log-probabilities. Pieces not in `inventory` count freely.
    """
    stacks = [stack for names, _ in candidates.values() for stack in names]
    scores: Floats = np.concatenate([scores for _, scores in candidates.values()])
    ends = np.cumsum([len(names) for names, _ in candidates.values()])
    parts = [slice(end - len(names), end) for end, (names, _) in zip(ends, candidates.values(), strict=True)]
    held = {stack: [stack.count(piece) for piece in inventory] for stack in set(stacks)}
    counts = np.array([held[stack] for stack in stacks], float).T
    priced = scores + _prices(scores, parts, counts, np.array(list(inventory.values()), float)) @ counts
    return {cell: _settled(stacks[part], priced[part]) for cell, part in zip(candidates, parts, strict=True)}


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


def _settled(stacks: Sequence[str], priced: Floats) -> Settled:
    chance = np.exp(priced - priced.max())
    chance /= chance.sum()
    best, *others = ((stacks[i], float(chance[i])) for i in np.argsort(-chance, kind="stable")[: OTHERS + 1])
    return Settled(*best, tuple(others))
