"""Joint decoding of all cells: the pieces of the set are known, so their counts decide where a look alone cannot.

One candidate stack a cell is chosen to maximise the summed log-probability less a price on every piece too many or too
few: an integer program. Each cell's probabilities are those of the maximum-entropy distribution over tables whose
expected counts are the inventory's, which puts a price on every piece, the same in all cells. No table exceeds the
likeliest stacks at these prices (Lagrangian duality), so the best one is mostly found, and proven best, among the few
that come close.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    miscount_nats: float = 9.0  # nats against each piece too many or too few
    others: int = 3  # next best stacks that are reported of a cell
    most_partial: int = 4_000  # partial tables after which the search for the best one is given up
    close: float = 12.0  # nats; candidates this near to a cell's best are exchanged to improve a table
    least_gain: float = 1e-3  # nats; an exchange must gain more
    balanced: float = 1e-5  # pieces; largest error of expected counts at the prices found
    most_steps: int = 50  # steps of the search for prices


P: Final = parameters(Parameters)
# Gaps (nats) below the dual bound within which the best table is sought, in turn: where few tables are possible, it may
# lie far below.
GAPS = (1e-6, 0.5, 1.0, 2.0, 4.0, 8.0, np.inf)

Candidates = Mapping[str, tuple[Sequence[str], Floats]]


@dataclass(frozen=True)
class Decoded:
    """Jointly decoded stack of a cell."""

    stack: str
    probability: float
    """Probability with the whole inventory taken into account."""
    others: tuple[tuple[str, float], ...]
    """Next best stacks and their probabilities."""

    def in_doubt(self, doubt: float) -> "Decoded":
        """Return the same, but with a probability of `doubt` (0..1) that the evidence says nothing."""
        others = tuple((stack, (1 - doubt) * chance) for stack, chance in self.others)
        return Decoded(self.stack, (1 - doubt) * self.probability, others)


def decode(candidates: Candidates, inventory: Mapping[str, int]) -> dict[str, Decoded]:
    """Decode the jointly best stack of every cell.

    `candidates`: stacks of each cell and their log-probabilities. Pieces not in `inventory` count freely.
    """
    stacks = [stack for names, _ in candidates.values() for stack in names]
    scores: Floats = np.concatenate([scores for _, scores in candidates.values()])
    ends = np.cumsum([len(names) for names, _ in candidates.values()])
    parts = [slice(end - len(names), end) for end, (names, _) in zip(ends, candidates.values(), strict=True)]
    held = {stack: [stack.count(piece) for piece in inventory] for stack in set(stacks)}
    counts = np.array([held[stack] for stack in stacks], float).T
    wanted = np.array(list(inventory.values()), float)
    prices = prices_of(scores, parts, counts, wanted)
    priced = scores + prices @ counts

    def value(table: Sequence[int]) -> float:
        return _value(table, scores, counts, wanted)

    most = float(sum(priced[part].max() for part in parts) - prices @ wanted)
    best = _search(priced, parts, value, most)
    if best is None:
        best = _by_exchanges(priced, parts, scores, counts, wanted, most)
    return {
        cell: _decoded(stacks[part], priced[part], place - part.start)
        for cell, part, place in zip(candidates, parts, best, strict=True)
    }


def _value(table: Sequence[int], scores: Floats, counts: Floats, wanted: Floats) -> float:
    """Return the log-probability of a table, one candidate a cell, less the price of miscounts."""
    miscount = np.abs(counts[:, table].sum(axis=1) - wanted).sum()
    return float(scores[table].sum() - P.miscount_nats * miscount)


def _search(
    priced: Floats, parts: Sequence[slice], value: Callable[[Sequence[int]], float], most: float
) -> list[int] | None:
    """Return the best table, one candidate a cell; None if too many come close. No table has a value above `most`, nor
    above that less the loss of its candidates at these prices."""
    partial = 0
    for gap in GAPS:
        lacks = [priced[part].max() - priced[part] for part in parts]
        near = [np.flatnonzero(lack <= gap) for lack in lacks]
        options = [
            sorted((float(lack[i]), part.start + int(i)) for i in some)
            for lack, some, part in zip(lacks, near, parts, strict=True)
        ]
        options.sort(key=len)
        best: list[int] | None = None
        least = most - gap
        waiting: list[tuple[float, list[int]]] = [(0.0, [])]
        while waiting:
            partial += 1
            if partial > P.most_partial:
                return None
            lacking, table = waiting.pop()
            if len(table) < len(options):
                more = ((lacking + lack, [*table, place]) for lack, place in reversed(options[len(table)]))
                waiting += [(total, longer) for total, longer in more if total <= most - least]
            elif (reached := value(table)) >= least:
                best, least = table, reached
        if best is not None:
            return sorted(best)
    return None


class _Exchanges:
    """Improves tables by exchanging candidates that are `near` in one cell or two."""

    def __init__(self, near: Sequence[NDArray[np.intp]], scores: Floats, counts: Floats, wanted: Floats) -> None:
        self._near, self._scores, self._counts, self._wanted = near, scores, counts, wanted
        self._held = [np.ascontiguousarray(counts[:, some].T, np.float32) for some in near]
        self._near_scores = [scores[some] for some in near]

    def after_kicks(self, table: list[int]) -> list[int]:
        """Return the best of a table and of what results when cells take their likeliest stacks, one after the
        other."""
        for cell in np.argsort(self._lacks(table))[::-1].tolist():
            likeliest = int(self._near[cell][np.argmax(self._near_scores[cell])])
            if likeliest != table[cell]:
                kicked = [likeliest if k == cell else place for k, place in enumerate(table)]
                table = max(table, self.bettered(kicked, kept=cell), key=self.value)
        return table

    def bettered(self, table: Sequence[int], kept: int | None = None) -> list[int]:
        """Exchange until nothing improves the table; one cell may be `kept` as it is."""
        table = list(table)
        over, lacks = self._counts[:, table].sum(axis=1) - self._wanted, self._lacks(table)
        free = [cell for cell in range(len(table)) if cell != kept]
        pairs = list(combinations(free, 2))
        since = 0
        for one, other in cycle(pairs):
            since += 1
            if since > len(pairs):
                break
            spare = P.miscount_nats * np.abs(over).sum()
            if lacks[one] + lacks[other] + spare <= P.least_gain:
                continue
            now = [table[one], table[other]]
            without = over - self._counts[:, now].sum(axis=1)
            miscount = np.abs((without.astype(np.float32) + self._held[one])[:, None] + self._held[other]).sum(axis=2)
            values = self._near_scores[one][:, None] + self._near_scores[other] - P.miscount_nats * miscount
            i, j = np.unravel_index(np.argmax(values), values.shape)
            if values[i, j] - self._scores[now].sum() + spare > P.least_gain:
                table[one], table[other] = int(self._near[one][i]), int(self._near[other][j])
                over = without + self._counts[:, [table[one], table[other]]].sum(axis=1)
                lacks, since = self._lacks(table), 0
        return table

    def value(self, table: Sequence[int]) -> float:
        """Return the value that `decode` maximises."""
        return _value(table, self._scores, self._counts, self._wanted)

    def _lacks(self, table: Sequence[int]) -> Floats:
        """Return how much less likely each cell's stack is than its likeliest."""
        return np.array([scores.max() for scores in self._near_scores]) - self._scores[table]


def _by_exchanges(
    priced: Floats, parts: Sequence[slice], scores: Floats, counts: Floats, wanted: Floats, most: float
) -> list[int]:
    """Return a table that can hardly be improved. In any better one no cell loses more than the whole table does."""
    first = _Exchanges(_near(priced, parts, P.close), scores, counts, wanted)
    table = max(map(first.bettered, (_best_each(priced, parts), _best_each(scores, parts))), key=first.value)
    gap = min(most - first.value(table) + P.least_gain, P.close)
    return _Exchanges(_near(priced, parts, gap), scores, counts, wanted).after_kicks(table)


def _near(priced: Floats, parts: Sequence[slice], gap: float) -> list[NDArray[np.intp]]:
    """Return the candidates of each cell within `gap` of its best: nearly all for a hidden cell."""
    return [part.start + np.flatnonzero(priced[part].max() - priced[part] <= gap) for part in parts]


def _best_each(scores: Floats, parts: Sequence[slice]) -> list[int]:
    """Return the best candidate of each cell."""
    return [part.start + int(np.argmax(scores[part])) for part in parts]


def prices_of(scores: Floats, parts: Sequence[slice], counts: Floats, wanted: Floats) -> Floats:
    """Solve for the prices (nats a piece) at which the expected counts are as wanted, by Newton's method within bounds
    (Bertsekas 1982)."""
    starts = [part.start for part in parts]
    sizes = np.diff([*starts, len(scores)])

    def dual(prices: Floats) -> tuple[float, Floats]:
        """Return the dual function, to be minimised, and the probability of every candidate."""
        priced = scores + prices @ counts
        top = np.maximum.reduceat(priced, starts)
        weight = np.exp(priced - np.repeat(top, sizes))
        total = np.add.reduceat(weight, starts)
        return float((top + np.log(total)).sum() - prices @ wanted), weight / np.repeat(total, sizes)

    prices = np.zeros(len(wanted))
    value, chances = dual(prices)
    for _ in range(P.most_steps):
        likely = counts * chances
        expected = np.add.reduceat(likely, starts, axis=1)
        slope = expected.sum(axis=1) - wanted
        free = (np.abs(prices) < P.miscount_nats) | (prices * slope > 0)
        if not free.any() or np.abs(slope[free]).max() < P.balanced:
            break
        curve = (likely @ counts.T - expected @ expected.T)[np.ix_(free, free)]
        step = np.zeros(len(wanted))
        step[free] = np.linalg.solve(curve + P.balanced * np.eye(len(curve)), slope[free])
        tried = prices
        for share in 0.5 ** np.arange(20):
            tried = np.clip(prices - share * step, -P.miscount_nats, P.miscount_nats)
            if (there := dual(tried))[0] < value:
                break
        else:
            break
        prices, (value, chances) = tried, there
    return prices


def _decoded(stacks: Sequence[str], priced: Floats, best: int) -> Decoded:
    chance = np.exp(priced - priced.max())
    chance /= chance.sum()
    order = [int(i) for i in np.argsort(-chance) if i != best][: P.others]
    return Decoded(stacks[best], float(chance[best]), tuple((stacks[i], float(chance[i])) for i in order))
