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
from scipy.sparse import coo_array, hstack, identity

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
    entries = [(row, column, 1.0) for row, part in enumerate(parts) for column in range(part.start, part.stop)]
    for column, stack in enumerate(stacks):
        entries += [(kinds[piece], column, float(n)) for piece, n in Counter(pieces(stack)).items() if piece in kinds]
    rows, columns, values = zip(*entries, strict=True)
    height = len(parts) + len(kinds)
    slack = coo_array(identity(height))
    matrix = hstack([coo_array((values, (rows, columns)), shape=(height, len(stacks))), slack, -slack]).tocsr()
    wanted = np.array([1.0] * len(parts) + [float(n) for n in inventory.values()])
    price = np.tile([0.0] * len(parts) + [MISCOUNT_NATS] * len(kinds), 2)
    room = np.tile([0.0] * len(parts) + [25.0] * len(kinds), 2)
    bill, limit = np.concatenate([cost, price]), np.concatenate([np.ones(len(stacks)), room])
    relaxed = linprog(bill, A_eq=matrix, b_eq=wanted, bounds=np.column_stack([np.zeros(len(limit)), limit]))
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
