"""Settles all cells together: the pieces on the table are known, so their counts decide where a look alone cannot.

An integer programme picks one candidate stack a cell, maximising the summed log-probability, with a price on every
piece too many or too few against the inventory. The prices of the relaxed programme say what one piece more of a
kind is worth on this table; with them in the bill each cell's candidates can be compared on their own again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp

BLOCKADE_SET: Mapping[str, int] = {
    **{f"{colour}{pips}": 5 for colour in "RYGB" for pips in (1, 2, 3)},
    "C3": 5,
}
MISCOUNT_NATS = 9.0
TIME_LIMIT_S = 0.5

Candidates = Mapping[str, tuple[Sequence[str], NDArray[np.float64]]]


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
    cost = -np.concatenate([scores for _, scores in candidates.values()])
    ends = np.cumsum([len(names) for names, _ in candidates.values()])
    parts = [slice(end - len(names), end) for end, (names, _) in zip(ends, candidates.values(), strict=True)]
    kinds = {piece: len(parts) + i for i, piece in enumerate(inventory)}
    height = len(parts) + len(kinds)
    matrix = np.zeros((height, len(stacks) + 2 * height))
    for row, part in enumerate(parts):
        matrix[row, part] = 1
    for column, stack in enumerate(stacks):
        for piece, count in Counter(pieces(stack)).items():
            if piece in kinds:
                matrix[kinds[piece], column] = count
    matrix[:, len(stacks) :] = np.hstack([np.eye(height), -np.eye(height)])
    wanted = np.array([1.0] * len(parts) + [float(n) for n in inventory.values()])
    price = np.tile([0.0] * len(parts) + [MISCOUNT_NATS] * len(kinds), 2)
    room = np.tile([0.0] * len(parts) + [25.0] * len(kinds), 2)
    bill: NDArray[np.float64] = np.concatenate([cost, price])
    limit: NDArray[np.float64] = np.concatenate([np.ones(len(stacks)), room])
    relaxed = linprog(bill, A_eq=matrix, b_eq=wanted, bounds=[(0.0, float(most)) for most in limit])
    assert relaxed.x is not None  # the slack makes every table payable
    worth = -(cost - matrix[:, : len(stacks)].T @ relaxed.eqlin.marginals)
    chosen = relaxed.x
    if np.abs(chosen - np.round(chosen)).max() > 1e-6:
        whole = milp(
            bill,
            constraints=LinearConstraint(matrix, wanted, wanted),
            integrality=np.concatenate([np.ones(len(stacks)), np.zeros(len(price))]),
            bounds=Bounds(0, limit),
            options={"time_limit": TIME_LIMIT_S},
        )
        chosen = chosen if whole.x is None else whole.x
    return {
        cell: _settled(stacks[part], worth[part], int(np.argmax(chosen[part])))
        for cell, part in zip(candidates, parts, strict=True)
    }


def _settled(stacks: Sequence[str], worth: NDArray[np.float64], best: int) -> Settled:
    chance = np.exp(worth - worth.max())
    chance /= chance.sum()
    order = [int(i) for i in np.argsort(-chance) if i != best][:3]
    return Settled(stacks[best], float(chance[best]), tuple((stacks[i], float(chance[i])) for i in order))
