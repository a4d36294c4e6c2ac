"""The best whole tables out of scored stacks for every cell, where no piece comes from nowhere or goes there."""

import heapq
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

WIDTH = 1000
ROUGH_WIDTH = 60
PER_BALANCE = 24


Partial = dict[int, list[tuple[float, tuple[str, ...]]]]


class Option(NamedTuple):
    """A stack that a cell may hold: its score in nats, and the pieces it adds to the table (see `Kinds`)."""

    stack: str
    score: float
    balance: int


class Table(NamedTuple):
    """A whole table and its score in nats."""

    grid: dict[str, str]
    score: float
    balance: int


class Kinds:
    """Counts of pieces, some of them negative, packed into one integer that can be added."""

    BITS = 8

    def __init__(self, kinds: Sequence[str]) -> None:
        self._place = {kind: i * self.BITS for i, kind in enumerate(kinds)}

    def pack(self, counts: Sequence[tuple[str, int]]) -> int:
        return sum(n << self._place[kind] for kind, n in counts)

    def unpack(self, packed: int) -> dict[str, int]:
        """The kinds whose count is not zero."""
        counts: dict[str, int] = {}
        half = 1 << (self.BITS - 1)
        for kind in self._place:
            n = (packed + half) % (2 * half) - half
            packed = (packed - n) >> self.BITS
            if n:
                counts[kind] = n
        return counts


def best_tables(
    options: Mapping[str, Sequence[Option]], penalty: Callable[[int], float], count: int, window: float
) -> list[Table]:
    """Up to `count` tables, best first, none worse than the best by more than `window` nats.

    The score of a table is the sum of its cells' scores plus `penalty` (0 or less) of its balance. Of the partial
    tables of one balance only the best PER_BALANCE are followed, of all of them the best WIDTH; the search is exact
    while fewer are in play. A quick narrow search goes first, to know how good a table has to be.
    """
    rough = _search(options, penalty, -float("inf"), ROUGH_WIDTH)
    best = max(table.score for table in rough)
    tables = sorted(_search(options, penalty, best - window, WIDTH), key=lambda table: -table.score)
    return [table for table in tables[:count] if table.score >= tables[0].score - window]


def _search(
    options: Mapping[str, Sequence[Option]], penalty: Callable[[int], float], floor: float, width: int
) -> list[Table]:
    """Whole tables whose score before the penalty reaches `floor`, cell after cell, the least doubtful cells first."""
    cells = sorted(options, key=lambda cell: len(options[cell]))
    rest = sum(max(option.score for option in options[cell]) for cell in cells)
    partial: Partial = {0: [(0.0, ())]}
    for cell in cells:
        rest -= max(option.score for option in options[cell])
        grown: Partial = defaultdict(list)
        for held, entries in partial.items():
            for option in options[cell]:
                least = floor - rest - option.score - 1e-9
                grown[held + option.balance] += [
                    (score + option.score, (*stacks, option.stack)) for score, stacks in entries if score >= least
                ]
        partial = _pruned(grown, width)
    return [
        Table(dict(zip(cells, stacks, strict=True)), score + cost, held)
        for held, entries in partial.items()
        for cost in [penalty(held)]
        for score, stacks in entries
    ]


def _pruned(grown: Partial, width: int) -> Partial:
    kept = {held: heapq.nlargest(PER_BALANCE, entries) for held, entries in grown.items() if entries}
    if sum(map(len, kept.values())) <= width:
        return kept
    worst = heapq.nlargest(width, (score for entries in kept.values() for score, _ in entries))[-1]
    cut = {held: [entry for entry in entries if entry[0] >= worst] for held, entries in kept.items()}
    return {held: entries for held, entries in cut.items() if entries}
