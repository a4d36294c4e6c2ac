"""The best whole tables out of scored things for every place, where no piece comes from nowhere or goes there."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

WIDTH = 1500
ROUGH_WIDTH = 100
PER_BALANCE = 24
MODULUS = 2**61 - 1


class Option(NamedTuple):
    """A thing that may lie on a place: its score in nats, and the pieces it adds to the table (see `Kinds`)."""

    thing: str
    score: float
    balance: int


class ScoredTable(NamedTuple):
    """A whole table and its score in nats."""

    grid: dict[str, str]
    score: float
    balance: int


class Kinds:
    """Counts of pieces, some of them negative, packed into one integer that can be added."""

    BASE = 1_000_003

    def __init__(self, kinds: Sequence[str]) -> None:
        self._worth = {kind: self.BASE**i for i, kind in enumerate(kinds)}

    def pack(self, counts: Sequence[tuple[str, int]]) -> int:
        return sum(n * self._worth[kind] for kind, n in counts)

    def unpack(self, packed: int) -> dict[str, int]:
        """Return the kinds whose count is not zero."""
        counts: dict[str, int] = {}
        half = self.BASE // 2
        for kind in self._worth:
            n = (packed + half) % self.BASE - half
            packed = (packed - n) // self.BASE
            if n:
                counts[kind] = n
        return counts


def best_tables(
    options: Mapping[str, Sequence[Option]],
    penalty: Callable[[int], float],
    count: int,
    window: float,
    per_balance: int = PER_BALANCE,
    width: int = WIDTH,
) -> list[ScoredTable]:
    """Return up to `count` tables, best first, none worse than the best by more than `window` nats.

    The score of a table is the sum of its places' scores plus `penalty` (0 or less) of its balance. Of the partial
    tables of one balance only the best `per_balance` are followed, of all of them the best `width`; the search is exact
    while fewer are in play. Where the best things of all places make a table without a penalty, none is better; else a
    quick narrow search goes first, to know how good a table has to be.
    """
    best = [max(every, key=lambda option: option.score) for every in options.values()]
    score = sum(option.score for option in best)
    if penalty(sum(option.balance for option in best)) < 0:
        (rough,) = _search(options, penalty, -np.inf, ROUGH_WIDTH, PER_BALANCE, 1)
        score = rough.score
    tables = _search(options, penalty, score - window, width, per_balance, count)
    return [table for table in tables if table.score >= tables[0].score - window]


def _search(
    options: Mapping[str, Sequence[Option]],
    penalty: Callable[[int], float],
    floor: float,
    width: int,
    per_balance: int,
    count: int,
) -> list[ScoredTable]:
    """Return the best `count` tables whose score before the penalty reaches `floor`, best first. Searches place after
    place, the least doubtful places first.

    A partial table is a row of choices with its score and its balance, the latter reduced by MODULUS, which keeps sums
    and tells few and small counts apart.
    """
    places = sorted(options, key=lambda place: len(options[place]))
    rest = sum(max(option.score for option in options[place]) for place in places)
    scores, prints = np.zeros(1), np.zeros(1, np.uint64)
    choices = np.zeros((1, 0), np.int16)
    for place in places:
        own = np.array([option.score for option in options[place]])
        rest -= own.max()
        marks = np.array([option.balance % MODULUS for option in options[place]], np.uint64)
        sums = (scores[:, None] + own).ravel()
        grown = ((prints[:, None] + marks) % np.uint64(MODULUS)).ravel()
        kept = np.flatnonzero(sums >= floor - rest - 1e-9)
        kept = kept[_best(sums[kept], grown[kept], width, per_balance)]
        scores, prints = sums[kept], grown[kept]
        choices = np.column_stack([choices[kept // len(own)], (kept % len(own)).astype(np.int16)])
    # Tables of one fingerprint have one balance, and there are far fewer of those.
    _, firsts, kinds = np.unique(prints, return_index=True, return_inverse=True)
    totals = scores + np.array([penalty(_balance(places, options, choices[first])) for first in firsts])[kinds]
    best = np.argsort(-totals, kind="stable")[:count]
    return [_table(places, options, choices[row], float(totals[row])) for row in best]


def _best(scores: NDArray[np.float64], prints: NDArray[np.uint64], width: int, per_balance: int) -> NDArray[np.intp]:
    """Return the indices of the best rows: at most `per_balance` of one fingerprint, at most `width` in all."""
    order = np.argsort(-scores, kind="stable")
    grouped = order[np.argsort(prints[order], kind="stable")]
    ordered = prints[grouped]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    rank = np.arange(len(grouped)) - np.repeat(starts, np.diff(np.append(starts, len(grouped))))
    chosen = grouped[rank < per_balance]
    return chosen[np.argsort(-scores[chosen], kind="stable")[:width]]


def _balance(places: Sequence[str], options: Mapping[str, Sequence[Option]], row: NDArray[np.int16]) -> int:
    return sum(options[place][choice].balance for place, choice in zip(places, row.tolist(), strict=True))


def _table(
    places: Sequence[str], options: Mapping[str, Sequence[Option]], row: NDArray[np.int16], score: float
) -> ScoredTable:
    grid = {place: options[place][choice].thing for place, choice in zip(places, row.tolist(), strict=True)}
    return ScoredTable(grid, score, _balance(places, options, row))
