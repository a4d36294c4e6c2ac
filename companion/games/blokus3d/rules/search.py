"""Looking for a good placement: Monte-Carlo tree search over the most promising ones, played out greedily with chance.

Every node holds its best placements by `worth`; which of them to look at is decided by upper confidence bounds (UCB1),
starting from how promising they look; each player maximises the own result. The longer it runs, the deeper the tree and
the closer to best play of everybody.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.games.blokus3d.rules.pieces import CUBES, PIECES
from companion.games.blokus3d.rules.table import NOBODY, Table

# How many placements are looked at in the first node and in those after it.
_FIRST, _LATER = 24, 10
_EXPLORATION = 0.5
# How promising a placement looks counts like this many playouts; a point of worth is this much less reward.
_PRIOR, _PRIOR_SLOPE = 1.5, 0.03
# Points ahead that make a win fairly sure; results are squeezed to 0..1 with it.
_SURE = 6.0
# What a placement is worth: a square newly shown, one of them taken from another player, and each cube got rid of.
_SHOWN, _COVERED, _CUBE = 1.0, 0.7, 1.0
# How much chance there is in playing out.
_NOISE = 2.0
# Playouts between two questions whether time is up.
_ROUND = 4

_CUBES = np.array([CUBES[piece] for piece in PIECES])


class _Node:
    """The placements looked at in one position, with how often and how well they did for the seat to move."""

    def __init__(self, table: Table, bits: int, most: int) -> None:
        numbers = table.space.numbers(bits)
        values = worth(table, numbers)
        order = np.argsort(-values, kind="stable")[:most]
        self.seat = table.seat
        self.priors: list[float] = (0.5 - _PRIOR_SLOPE * (values.max() - values[order])).tolist()
        self.numbers: list[int] = numbers[order].tolist()
        self.visits = [0] * len(self.numbers)
        self.rewards = [0.0] * len(self.numbers)
        self.children: dict[int, _Node] = {}
        self.total = 0

    def choose(self) -> int:
        log = math.log(self.total + 1)
        bounds = [
            self.mean(choice) + _EXPLORATION * math.sqrt(log / (visits + _PRIOR))
            for choice, visits in enumerate(self.visits)
        ]
        return bounds.index(max(bounds))

    def mean(self, choice: int) -> float:
        return (self.rewards[choice] + _PRIOR * self.priors[choice]) / (self.visits[choice] + _PRIOR)

    def learn(self, choice: int, reward: float) -> None:
        self.visits[choice] += 1
        self.rewards[choice] += reward
        self.total += 1


class Search:
    """A tree over what can follow `table`, whose seat to move can place. `sides` are the seats that win together; where
    there is but one side, it wants few pieces left."""

    def __init__(self, table: Table, sides: Sequence[Sequence[int]], seed: int) -> None:
        self._table, self._sides = table, sides
        self._alone = len(sides) == 1
        self._rng = np.random.default_rng(seed)
        self._root = _Node(table, table.legal(table.seat), _FIRST)
        self._leads = [0.0] * len(self._root.numbers)
        self._shares = [0.0] * len(sides)

    def run(self, out_of_time: Callable[[], bool]) -> None:
        """Make one playout for each candidate placement, then more until `out_of_time`."""
        for _ in self._root.numbers:
            self._playout()
        while not out_of_time():
            for _ in range(_ROUND):
                self._playout()

    def best(self) -> tuple[int, float]:
        """Return the number of the placement looked at most, and how many points ahead its player ended on average."""
        root = self._root
        best = max(range(len(root.numbers)), key=lambda i: (root.visits[i], root.mean(i)))
        return root.numbers[best], self._leads[best] / root.visits[best]

    def promise(self) -> list[tuple[int, float]]:
        """Return the placements looked at by number, with how well they did: 0 for points far behind, 1 for far
        ahead."""
        return [(number, self._root.mean(choice)) for choice, number in enumerate(self._root.numbers)]

    def shares(self) -> list[float]:
        """Return each side's share of the wins so far; a win may be shared. For a player alone: the share of the pieces
        placed."""
        return [share / self._root.total for share in self._shares]

    def _playout(self) -> None:
        table, node, path = self._table.copy(), self._root, list[tuple[_Node, int]]()
        while True:
            choice = node.choose()
            path.append((node, choice))
            table.place(node.numbers[choice])
            bits = table.settle()
            if not bits:
                break
            if not node.visits[choice]:
                self._play_out(table, bits)
                break
            if choice not in node.children:
                node.children[choice] = _Node(table, bits, _LATER)
            node = node.children[choice]
        leads = self._final_leads(table)
        self._leads[path[0][1]] += leads[self._root.seat]
        won = [leads[side[0]] >= 0 or self._alone for side in self._sides]
        won_by = 1 + leads[0] / (len(PIECES) * len(leads)) if self._alone else 1 / sum(won)
        self._shares = [share + each * won_by for share, each in zip(self._shares, won, strict=True)]
        for node, choice in path:
            node.learn(choice, 1 / (1 + math.exp(-leads[node.seat] / _SURE)))

    def _play_out(self, table: Table, bits: int) -> None:
        while bits:
            numbers = table.space.numbers(bits)
            values = worth(table, numbers) + _NOISE * self._rng.random(len(numbers))
            table.place(int(numbers[values.argmax()]))
            bits = table.settle()

    def _final_leads(self, table: Table) -> dict[int, int]:
        """Return each seat's lead in points over the best other side, negative if it is behind; for a player alone, the
        number of pieces left, negated."""
        if self._alone:
            return dict.fromkeys(self._sides[0], -sum(table.pieces))
        points = [max(table.tops.count(seat) - table.pieces[seat] for seat in side) for side in self._sides]
        leads = {}
        for i, side in enumerate(self._sides):
            lead = points[i] - max(points[:i] + points[i + 1 :])
            leads.update(dict.fromkeys(side, lead))
        return leads


def worth(table: Table, numbers: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the worth of placements for the seat to move, without looking ahead."""
    by_top = {NOBODY: _SHOWN, table.seat: 0.0}
    squares = np.array([by_top.get(top, _SHOWN + _COVERED) for top in table.tops] + [0.0])
    space = table.space
    found: NDArray[np.float64] = squares[space.covered[numbers]].sum(axis=1) + _CUBE * _CUBES[space.pieces[numbers]]
    return found
