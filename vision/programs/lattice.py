"""Finds the rows and columns of a 3 x 3 array of pyramids that somebody put down by eye.

Columns hold one size each, rows are counted from the board. Lengths are in cells: `across` towards the right hand of
the array's player, `beyond` away from the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from typing import Final

import numpy as np

from vision.image import Floats

ORDERS: Final = tuple(permutations(range(3)))
"""Pips - 1 of the columns from the left."""
_BY_COLUMN: Final = np.array(ORDERS).T
TURNS: Final = np.radians(np.arange(-16, 16.1, 4))
FINER: Final = np.radians((-2.0, 0.0, 2.0))
OFF: Final = 0.14
"""How far pyramids are put off their places (standard deviation),"""
UNEVEN: Final = 0.12
"""how unevenly rows and columns are spaced (as a share),"""
TURNED: Final = np.radians(6)
"""and how far an array is turned."""
NEAREST: Final = 0.36
"""Rows and columns are at least so far apart."""
CROWDED: Final = 7.0
"""Nats against two pyramids in one place,"""
LEFT_OUT: Final = 6.0
"""and against one that belongs to none."""
FEWEST: Final = 5
"""An array of fewer pyramids is not made out,"""
ENOUGH: Final = 6
"""and fewer than these must all be of it and fit better than"""
CLOSE: Final = -6.0
"""this (nats)."""
KEPT: Final = 4
POOR: Final = -14.0
"""What fits so badly (nats) may be better without one of its pyramids,"""
MOST_LEFT_OUT: Final = 3
NONE: Final = -45.0
"""and what fits worse than this is no array."""


@dataclass(frozen=True)
class Lattice:
    """Rows and columns: `places` are (column, row) of each pyramid (None: of no place), `middles` where places lie by
    (column, row), `orders` natural logs of the chance that columns hold the sizes of each of `ORDERS`."""

    places: tuple[tuple[int, int] | None, ...]
    middles: Mapping[tuple[int, int], Floats]
    orders: Floats
    score: float

    @property
    def spacing(self) -> tuple[float, float]:
        """From column to column and from row to row."""
        across = (self.middles[2, 1] - self.middles[0, 1]) / 2
        down = (self.middles[1, 2] - self.middles[1, 0]) / 2
        return float(np.linalg.norm(across)), float(np.linalg.norm(down))

    def at(self, column: float, row: float) -> Floats:
        """Where a place would be that is not of the nine."""
        across = (self.middles[2, 1] - self.middles[0, 1]) / 2
        down = (self.middles[1, 2] - self.middles[1, 0]) / 2
        return np.asarray(self.middles[1, 1] + (column - 1) * across + (row - 1) * down)


def lattice_of(spots: Floats, pips: Floats) -> Lattice | None:
    """The array that pyramids at spots (N x 2: across, beyond) make, whose pips are known as N x 3 logs; None where
    they make none."""
    if len(spots) < FEWEST:
        return None
    best = tried = _finer(spots, pips, _fitted(spots, pips, tuple(range(len(spots))), TURNS))
    for left_out in range(1, MOST_LEFT_OUT + 1):
        if len(tried[1]) <= ENOUGH or (best[0] > POOR and len(best[1]) <= len(ORDERS[0]) ** 2):
            break
        fewer = [_fitted(spots, pips, tuple(i for i in tried[1] if i != left), TURNS) for left in tried[1]]
        tried = _finer(spots, pips, max(fewer, key=lambda one: one[0]))
        if tried[0] - LEFT_OUT * (left_out - len(spots) + len(best[1])) > best[0]:
            best = tried
    score, chosen, turn, rows, columns = best
    least = NONE if len(spots) >= ENOUGH else CLOSE
    return None if score < least else _lattice(spots, pips, chosen, turn, rows, columns, score)


_Fit = tuple[float, tuple[int, ...], float, tuple[int, ...], tuple[int, ...]]


def _fitted(spots: Floats, pips: Floats, chosen: tuple[int, ...], turns: Floats) -> _Fit:
    """The best of some turns, and which rows and columns these pyramids are in."""
    own, sizes = spots[list(chosen)], pips[list(chosen)]
    return max((_turned_fit(own, sizes, chosen, float(turn)) for turn in turns), key=lambda one: one[0])


def _finer(spots: Floats, pips: Floats, fit: _Fit) -> _Fit:
    """The best of turns near that of a fit."""
    return _fitted(spots, pips, fit[1], fit[2] + FINER)


def _turned_fit(own: Floats, sizes: Floats, chosen: tuple[int, ...], turn: float) -> _Fit:
    across, beyond = _turned(own, turn).T
    best: _Fit | None = None
    leaning = 0.5 * (turn / TURNED) ** 2
    for (one, row), (other, column) in product(_clustered(beyond, None), _clustered(across, sizes)):
        score = one + other - leaning
        if best is None or score > best[0]:
            score -= CROWDED * (len(row) - len(set(zip(column, row, strict=True))))
            if best is None or score > best[0]:
                best = score, chosen, turn, row, column
    assert best is not None
    return best


def _turned(spots: Floats, turn: float) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(spots @ np.array([[cos, -sin], [sin, cos]]))


@lru_cache(maxsize=32)
def _cuts(count: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where sorted numbers can be cut into three parts."""
    one, other = zip(*combinations(range(1, count), 2), strict=True)
    return tuple(one), tuple(other)


def _clustered(values: Floats, sizes: Floats | None) -> list[tuple[float, tuple[int, ...]]]:
    """The likeliest ways of parting values into three groups in a row: log-likelihoods, and which group each is in.
    With sizes (N x 3 logs) each group is of one."""
    order = np.argsort(values)
    ordered = values[order]
    count = len(ordered)
    first, second = (np.array(cut) for cut in _cuts(count))
    sums = np.concatenate([[0], np.cumsum(ordered)])
    squares = np.concatenate([[0], np.cumsum(ordered**2)])
    ends = [np.zeros_like(first), first, second, np.full_like(first, count)]
    score = np.zeros(len(first))
    means = []
    for low, high in pairwise(ends):
        total, held = sums[high] - sums[low], high - low
        means.append(total / held)
        score -= (squares[high] - squares[low] - total**2 / held) / (2 * OFF**2)
    steps = means[1] - means[0], means[2] - means[1]
    usual = (steps[0] + steps[1]) / 2
    score -= 0.5 * ((steps[0] - steps[1]) / (2 * UNEVEN * np.maximum(usual, NEAREST))) ** 2
    score -= np.where(np.minimum(*steps) < NEAREST, 30.0, 0.0)
    if sizes is not None:
        told = np.concatenate([np.zeros((1, 3)), np.cumsum(sizes[order], axis=0)])
        parts = [told[high] - told[low] for low, high in pairwise(ends)]
        by_order = parts[0][:, _BY_COLUMN[0]] + parts[1][:, _BY_COLUMN[1]] + parts[2][:, _BY_COLUMN[2]]
        most = by_order.max(axis=1)
        score += most + np.log(np.exp(by_order - most[:, None]).sum(axis=1))
    found = []
    for best in np.argsort(-score)[:KEPT]:
        groups = np.zeros(count, int)
        groups[order[first[best] :]] = 1
        groups[order[second[best] :]] = 2
        found.append((float(score[best]), tuple(groups.tolist())))
    return found


def _lattice(
    spots: Floats,
    pips: Floats,
    chosen: tuple[int, ...],
    turn: float,
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    score: float,
) -> Lattice:
    own, sizes = spots[list(chosen)], pips[list(chosen)]
    straight = _turned(own, turn)
    across = np.array([straight[np.array(columns) == column, 0].mean() for column in range(3)])
    beyond = np.array([straight[np.array(rows) == row, 1].mean() for row in range(3)])
    middles = {
        (column, row): _turned(np.array([[across[column], beyond[row]]]), -turn)[0]
        for column, row in product(range(3), range(3))
    }
    logs = np.array([sum(size[order[column]] for size, column in zip(sizes, columns, strict=True)) for order in ORDERS])
    places: list[tuple[int, int] | None] = [None] * len(spots)
    taken: dict[tuple[int, int], float] = {}
    offs = [float(np.linalg.norm(spot - middles[c, r])) for spot, c, r in zip(own, columns, rows, strict=True)]
    for k in np.argsort(offs):
        place = columns[k], rows[k]
        if place not in taken:
            taken[place] = offs[k]
            places[chosen[k]] = place
    return Lattice(tuple(places), middles, logs - np.logaddexp.reduce(logs), score)
