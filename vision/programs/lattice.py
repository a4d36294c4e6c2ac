"""Fits the rows and columns of a 3 x 3 array of pyramids laid out by eye.

Columns hold one size each; rows count from the board. Lengths are in cells: `across` to the right of the array's
player, `beyond` away from the board.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.parameters import Two, parameters

ORDERS: Final = tuple(permutations(range(3)))
"""Pips - 1 of the columns from the left."""
_BY_COLUMN: Final = np.array(ORDERS).T
TURNS: Final = np.radians(np.arange(-16, 16.1, 4))
FEWER_TURNS: Final = TURNS[::2]
FINER: Final = np.radians((-4.0, -2.0, 0.0, 2.0, 4.0))


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    off: float = 0.14  # cells; standard deviation of pyramids off their places
    uneven: float = 0.12  # share by which spacings differ
    nearest: float = 0.36  # cells; smallest spacing of rows and columns
    crowded: float = 7.0  # nats against two pyramids in one place
    left_out: Two = (3.0, 6.0)  # nats against a pyramid that belongs to no place: least and most
    enough: int = 6  # pyramids; with fewer all must belong to the array and fit well
    close: float = -6.0  # nats; fit that these few must reach
    kept: int = 4  # layouts followed up, the best ones
    poor: float = -14.0  # nats; a worse fit is tried without one of its pyramids
    most_left_out: int = 3  # pyramids left out at most
    none: float = -45.0  # nats; a worse fit is no array
    cut: float = 1.0  # nats against an array with a row or column where nothing can be seen
    missed: float = 2.5  # nats against each pyramid missing where it could be seen
    step: float = 1.2  # cells; no pyramid lies farther from the others if a row or column is missing
    good: float = -4.0  # nats; a better fit lacks no row
    fewest: int = 5  # pyramids; fewer make no array
    crowd: int = 10  # pyramids; among more of them the array is sought first
    reach: Two = (0.4, 2.2)  # cells; spacings that are tried in a crowd
    askew: float = 0.36  # radians; largest turn that is tried there
    longer: float = 1.7  # ratio of its two spacings at most
    loose: float = 0.25  # cells; standard deviation of its pyramids off places extrapolated from three
    held: float = 4.0  # nats for each place of it that holds a pyramid


P: Final = parameters(Parameters)
TURNED: Final = np.radians(6)
"""Standard deviation of an array's turn."""
Groups = tuple[int, ...]
"""Rows or columns that are visible."""
ALL: Final[Groups] = (0, 1, 2)
CUTS: Final[tuple[tuple[Groups, Groups], ...]] = ((ALL[:2], ALL), (ALL, ALL[:2]), (ALL, ALL[1:]), (ALL[1:], ALL))
"""Rows and columns of arrays with one of them missing."""
Unseen = Callable[[Floats], NDArray[np.bool_]]
"""Returns True for spots (N x 2: across, beyond) where no pyramid would be seen."""


@dataclass(frozen=True)
class Lattice:
    """Rows and columns of an array."""

    places: tuple[tuple[int, int] | None, ...]
    """(column, row) of each pyramid; None if it belongs to no place."""
    middles: Mapping[tuple[int, int], Floats]
    """Middle of each place by (column, row)."""
    orders: Floats
    """Log-probabilities that columns hold the sizes of each of `ORDERS`."""
    score: float

    @property
    def spacing(self) -> tuple[float, float]:
        """Distance from column to column and from row to row."""
        across = (self.middles[2, 1] - self.middles[0, 1]) / 2
        down = (self.middles[1, 2] - self.middles[1, 0]) / 2
        return float(np.linalg.norm(across)), float(np.linalg.norm(down))

    def at(self, column: float, row: float) -> Floats:
        """Return the place of a column and row outside the nine."""
        across = (self.middles[2, 1] - self.middles[0, 1]) / 2
        down = (self.middles[1, 2] - self.middles[1, 0]) / 2
        return np.asarray(self.middles[1, 1] + (column - 1) * across + (row - 1) * down)


def lattice_of(
    spots: Floats, pips: Floats, belongs: Floats | None = None, unseen: Unseen | None = None
) -> Lattice | None:
    """Fit an array to pyramids at spots (N x 2: across, beyond) with pips as N x 3 logs; None where they form none.
    `belongs`: probability that each belongs to it (N). Without `unseen`, all places are visible."""
    if len(spots) < P.fewest:
        return None
    doubts = np.zeros(len(spots)) if belongs is None else 1 - belongs
    lost = np.clip(-np.log(np.maximum(doubts, 1e-9)), *P.left_out)

    def valued(groups: tuple[Groups, Groups]) -> list[tuple[float, Lattice]]:
        found = []
        for fit in _fits(spots, pips, groups):
            lattice = _lattice(spots, pips, fit)
            empty = [place for place in lattice.middles if place not in lattice.places]
            middles = np.array([lattice.middles[place] for place in empty])
            hidden = np.zeros(len(empty), bool) if unseen is None or not empty else unseen(middles)
            of_none = [row not in groups[0] or column not in groups[1] for column, row in empty]
            if hidden[of_none].all():
                left_out = lost.sum() - lost[list(fit[1])].sum()
                value = fit[0] - left_out - P.missed * (~hidden).sum() - P.cut * any(of_none)
                found.append((float(value), lattice))
        return found

    found = valued((ALL, ALL))
    best = max(found, key=lambda one: one[0])
    if unseen is not None and best[0] < P.good and len(spots) < len(best[1].middles):
        (left, near), (right, far) = spots.min(axis=0) - P.step, spots.max(axis=0) + P.step
        across, beyond = spots.mean(axis=0)
        cut = unseen(np.array([[across, far], [right, beyond], [left, beyond], [across, near]]))
        cuts = [groups for groups, likely in zip(CUTS, cut, strict=True) if likely]
        best = max([best, *(one for groups in cuts for one in valued(groups))], key=lambda one: one[0])
    least = P.none if len(spots) >= P.enough else P.close
    return None if best[1].score < least else best[1]


def in_crowd(spots: Floats, pips: Floats, belongs: Floats) -> NDArray[np.intp]:
    """Return the numbers of at most nine pyramids that look most like an array; arguments as of `lattice_of`.

    Three neighbours that make a corner span a grid, and every grid is valued by the pyramids near its nine places.
    """
    steps = spots[None] - spots[:, None]
    lengths = np.linalg.norm(steps, axis=2)
    near = (lengths > P.reach[0]) & (lengths < P.reach[1])
    right, up = (near & (np.abs(np.arctan2(steps[..., 1 - k], steps[..., k])) < P.askew) for k in (0, 1))
    corner, one, other = np.nonzero(right[:, :, None] & up[:, None, :])
    ratio = np.abs(np.log(lengths[corner, one] / lengths[corner, other]))
    corner, one, other = (part[ratio < np.log(P.longer)] for part in (corner, one, other))
    if len(corner) == 0:
        return np.empty(0, np.intp)
    columns, rows = np.array(list(product(ALL, ALL))).T
    across, beyond = steps[corner, one][:, None], steps[corner, other][:, None]
    best, chosen = -np.inf, np.empty(0, np.intp)
    for column, row in product(range(2), range(2)):
        grids = spots[corner][:, None] + (columns - column)[:, None] * across + (rows - row)[:, None] * beyond
        off = ((grids[:, :, None] - spots) ** 2).sum(axis=3)
        value = P.held + np.log(np.maximum(belongs, 1e-6)) - off / (2 * P.loose**2)
        by_size = np.stack([np.maximum((value + pips[:, size]).max(axis=2), 0) for size in range(3)], axis=2)
        by_column = by_size.reshape(-1, 3, 3, 3).sum(axis=2)
        by_order = np.stack([sum(by_column[:, k, order[k]] for k in ALL) for order in ORDERS], axis=1)
        k = int(by_order.max(axis=1).argmax())
        if by_order[k].max() > best:
            best = float(by_order[k].max())
            sizes = np.array(ORDERS[int(by_order[k].argmax())])[columns]
            each = value[k] + pips[:, sizes].T
            chosen = np.unique(each.argmax(axis=1)[each.max(axis=1) > 0])
    return chosen


_Fit = tuple[float, tuple[int, ...], float, tuple[int, ...], tuple[int, ...]]


def _fits(spots: Floats, pips: Floats, groups: tuple[Groups, Groups]) -> list[_Fit]:
    """Return the best fit to some rows and columns, and the best ones without one pyramid, two and so on."""
    found = [_finer(spots, pips, _fitted(spots, pips, tuple(range(len(spots))), TURNS, groups), groups)]
    while len(found) <= P.most_left_out:
        score, chosen, *_ = found[-1]
        if len(chosen) <= P.enough or (score > P.poor and len(chosen) <= len(groups[0]) * len(groups[1])):
            break
        fewer = [_fitted(spots, pips, tuple(i for i in chosen if i != left), FEWER_TURNS, groups) for left in chosen]
        found.append(_finer(spots, pips, max(fewer, key=lambda one: one[0]), groups))
    return found


def _fitted(spots: Floats, pips: Floats, chosen: tuple[int, ...], turns: Floats, groups: tuple[Groups, Groups]) -> _Fit:
    """Return the best fit over some turns, with the row and column of each pyramid."""
    own, sizes = spots[list(chosen)], pips[list(chosen)]
    return max((_turned_fit(own, sizes, chosen, float(turn), groups) for turn in turns), key=lambda one: one[0])


def _finer(spots: Floats, pips: Floats, fit: _Fit, groups: tuple[Groups, Groups]) -> _Fit:
    """Refine a fit over turns near its own."""
    return _fitted(spots, pips, fit[1], fit[2] + FINER, groups)


def _turned_fit(
    own: Floats, sizes: Floats, chosen: tuple[int, ...], turn: float, groups: tuple[Groups, Groups]
) -> _Fit:
    across, beyond = _turned(own, turn).T
    best: _Fit | None = None
    leaning = 0.5 * (turn / TURNED) ** 2
    ways = _clustered(beyond, None, groups[0]), _clustered(across, sizes, groups[1])
    for (one, row), (other, column) in product(*ways):
        score = one + other - leaning
        if best is None or score > best[0]:
            score -= P.crowded * (len(row) - len(set(zip(column, row, strict=True))))
            if best is None or score > best[0]:
                best = score, chosen, turn, row, column
    assert best is not None
    return best


def _turned(spots: Floats, turn: float) -> Floats:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(spots @ np.array([[cos, -sin], [sin, cos]]))


@lru_cache(maxsize=32)
def _cuts(count: int, parts: int) -> tuple[tuple[int, ...], ...]:
    """Return the ways to cut sorted numbers into so many parts."""
    return tuple(zip(*combinations(range(1, count), parts - 1), strict=True))


def _clustered(values: Floats, sizes: Floats | None, groups: Groups) -> list[tuple[float, tuple[int, ...]]]:
    """Return the likeliest ways to split values into successive groups: log-likelihoods and the group of each. With
    sizes (N x 3 logs) each group has one size."""
    order = np.argsort(values)
    ordered = values[order]
    count = len(ordered)
    cuts = [np.array(cut) for cut in _cuts(count, len(groups))]
    sums = np.concatenate([[0], np.cumsum(ordered)])
    squares = np.concatenate([[0], np.cumsum(ordered**2)])
    ends = [np.zeros_like(cuts[0]), *cuts, np.full_like(cuts[0], count)]
    score = np.zeros(len(cuts[0]))
    means = []
    for low, high in pairwise(ends):
        total, held = sums[high] - sums[low], high - low
        means.append(total / held)
        score -= (squares[high] - squares[low] - total**2 / held) / (2 * P.off**2)
    steps = means[1] - means[0], means[-1] - means[-2]
    usual = (steps[0] + steps[1]) / 2
    score -= 0.5 * ((steps[0] - steps[1]) / (2 * P.uneven * np.maximum(usual, P.nearest))) ** 2
    score -= np.where(np.minimum(*steps) < P.nearest, 30.0, 0.0)
    if sizes is not None:
        sums = np.concatenate([np.zeros((1, 3)), np.cumsum(sizes[order], axis=0)])
        parts = [sums[high] - sums[low] for low, high in pairwise(ends)]
        by_order = parts[0][:, _BY_COLUMN[groups[0]]] + parts[1][:, _BY_COLUMN[groups[1]]]
        if len(groups) == len(ALL):
            by_order += parts[2][:, _BY_COLUMN[groups[2]]]
        most = by_order.max(axis=1)
        score += most + np.log(np.exp(by_order - most[:, None]).sum(axis=1))
    found = []
    for best in np.argsort(-score)[: P.kept]:
        held = np.full(count, groups[0])
        for group, cut in zip(groups[1:], cuts, strict=True):
            held[order[cut[best] :]] = group
        found.append((float(score[best]), tuple(held.tolist())))
    return found


def _evenly(values: Floats, groups: tuple[int, ...]) -> Floats:
    """Return the mean of values by group: 3. An empty group is placed at equal spacing."""
    means = {group: values[np.array(groups) == group].mean() for group in ALL if group in groups}
    lost = {ALL[0]: (1, 2), ALL[1]: (0, 2), ALL[2]: (1, 0)}
    return np.array(
        [means[group] if group in means else 2 * means[lost[group][0]] - means[lost[group][1]] for group in ALL]
    )


def _lattice(spots: Floats, pips: Floats, fit: _Fit) -> Lattice:
    score, chosen, turn, rows, columns = fit
    own, sizes = spots[list(chosen)], pips[list(chosen)]
    straight = _turned(own, turn)
    across, beyond = _evenly(straight[:, 0], columns), _evenly(straight[:, 1], rows)
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
