"""Points that one colour still needs for five towers, if nothing else on the table moved.

Every large without a tower needs a medium and then a small landing on it, and there are just as many pieces left as
that takes. So the points are those of the cheapest way to give out the mediums and the smalls, and a little more where
pieces would wait for each other in a circle, so that one of them has to rest somewhere first.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.games.looney_blockade.rules.model import TOWERS_TO_WIN
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_state import COMPLETIONS, Space, State, capped

# Most pieces that are assigned in the best way; with more, which no game has, they are assigned one by one.
_MOST_TO_MATCH = 5
# With this many equally cheap plans, one of them is assumed to work.
_PLANS = 40

# From where to where pieces of one size go.
Ways = tuple[tuple[int, int], ...]
# The cells that pieces on the way leave and reach, as bits.
_Moving = tuple[tuple[int, int], ...]


class _Plans(NamedTuple):
    """The cheapest plans for the pieces of one size: their `cost`, the `number` of them, and the pieces in them that
    others have to wait for."""

    cost: int
    number: int
    moving: tuple[_Moving, ...]


class _Content(NamedTuple):
    """A cell code as the race sees it: whether its large still lacks a tower or has one, and the pieces that can move
    on."""

    open: bool
    tower: bool
    mediums: int
    smalls: int


class _Contents(dict[str, int]):
    """Number of each cell code's content in the list `known`; filled in when asked."""

    def __init__(self, bare_completes: Mapping[str, bool] | None) -> None:
        super().__init__()
        self._bare_completes = bare_completes
        self.known: list[_Content] = []

    def __missing__(self, code: str) -> int:
        content = self._read(code)
        if content not in self.known:
            self.known.append(content)
        self[code] = found = self.known.index(content)
        return found

    def _read(self, code: str) -> _Content:
        large = code[0] == "3"
        if large and capped(code):
            above = code[next(i for i, mark in enumerate(code) if mark in "LMS") + 1 :]
            return _Content(False, True, above.count("2"), above.count("1"))
        if self._bare_completes and large and code[-1] == "1" and self._bare_completes[code[:-1]]:
            return _Content(False, True, 0, 0)
        return _Content(large, False, code.count("2"), code.count("1"))


class _Task(NamedTuple):
    """The rest of the race from a state: the larges that lack a tower, the cells of the free pieces, the towers
    missing."""

    places: tuple[int, ...]
    mediums: tuple[int, ...]
    smalls: tuple[int, ...]
    missing: int

    def countable(self) -> bool:
        """Return True if there are just enough pieces, and few enough to try all ways."""
        return len(self.places) == len(self.mediums) == len(self.smalls) == self.missing <= _MOST_TO_MATCH


class Race:
    """Points to win for the states of one space, remembered by what they depend on."""

    def __init__(self, space: Space, no_blacks: bool, tower: str) -> None:
        self._apart = space.apart
        self._free = {j for ways in space.reach for _, j in ways}
        self._more_towers = space.more_towers + (space.more_trees if no_blacks else 0)
        self._contents = _Contents(COMPLETIONS[tower] if no_blacks else None)
        self._plans: dict[tuple[int, tuple[int, ...], tuple[int, ...]], _Plans] = {}
        self._points: dict[tuple[int, ...], int] = {}
        self._detours: dict[tuple[int, int], int] = {}

    def at_least(self, state: State) -> int:
        """Return a lower bound of the points, nearly always reached; UNREACHABLE when pieces are missing or shut in."""
        numbers = self._contents
        key = tuple([numbers[code] for code in state])
        found = self._points.get(key)
        if found is None:
            task = self._task([numbers.known[number] for number in key])
            found = self._points[key] = self._best_plan(task) if task.countable() else self._roughly(task)
        return found

    def _task(self, contents: Sequence[_Content]) -> _Task:
        towers = sum(content.tower for content in contents) + self._more_towers
        return _Task(
            tuple(i for i, content in enumerate(contents) if content.open),
            tuple(i for i, content in enumerate(contents) for _ in range(content.mediums)),
            tuple(i for i, content in enumerate(contents) for _ in range(content.smalls)),
            max(0, TOWERS_TO_WIN - towers),
        )

    def _roughly(self, task: _Task) -> int:
        """Return the points where pieces are to spare or missing: the nearest ones go first."""
        bring = _one_by_one(self._costs(2, task.mediums, task.places), task.missing)
        return min(bring + _one_by_one(self._costs(1, task.smalls, task.places), task.missing), UNREACHABLE)

    def _costs(self, size: int, sources: Sequence[int], places: Sequence[int]) -> list[list[int]]:
        """Return the points to bring a piece from each source to each place; a small already there steps aside and
        back."""
        there = [0 if size == 2 else self._rest(i, i) for i in sources]
        return [[self._apart[i][j] if i != j else stay for j in places] for i, stay in zip(sources, there, strict=True)]

    def _rest(self, i: int, j: int) -> int:
        """Return the points from i to j with a rest on some other cell."""
        found = self._detours.get((i, j))
        if found is None:
            apart = self._apart
            found = min((apart[i][k] + apart[k][j] for k in self._free if k not in (i, j)), default=UNREACHABLE)
            self._detours[i, j] = found
        return found

    def _plans_of(self, size: int, sources: tuple[int, ...], places: tuple[int, ...]) -> _Plans:
        """Return the cheapest ways to give each place one piece of a size, _PLANS at most."""
        key = size, sources, places
        plans = self._plans.get(key)
        if plans is None:
            costs = self._costs(size, sources, places)
            cost, orders = _cheapest_orders(sources, costs)
            ways = (tuple((i, places[j]) for i, j in zip(sources, order, strict=True)) for order in orders)
            held_up = self._resting if size == 2 else self._staying
            moving = dict.fromkeys(held_up(way) for way in ways)
            plans = self._plans[key] = _Plans(cost, len(orders), tuple(moving))
        return plans

    def _best_plan(self, task: _Task) -> int:
        bring = self._plans_of(2, task.mediums, task.places)
        land = self._plans_of(1, task.smalls, task.places)
        cost = bring.cost + land.cost
        if cost >= UNREACHABLE:
            return UNREACHABLE
        if bring.number * land.number >= _PLANS:
            return cost
        for mediums in bring.moving:
            for smalls in land.moving:
                if _can_go(mediums, smalls):
                    return cost
        return cost + 1

    def _rests(self, i: int, j: int) -> bool:
        """Return True if a piece can rest between i and j at no cost."""
        return self._rest(i, j) <= self._apart[i][j]

    def _resting(self, ways: Ways) -> _Moving:
        """Return the mediums that are not there yet, halved where they can rest: a rest is in nobody's way."""
        halves = ([(1 << i, 0), (0, 1 << j)] if self._rests(i, j) else [(1 << i, 1 << j)] for i, j in ways if i != j)
        return tuple(half for both in halves for half in both)

    def _staying(self, ways: Ways) -> _Moving:
        """Return the smalls without those that can rest or step aside and back: they are in nobody's way."""
        return tuple((1 << i, 1 << j) for i, j in ways if i != j and not self._rests(i, j))


def _cheapest_orders(sources: Sequence[int], costs: Sequence[Sequence[int]]) -> tuple[int, list[tuple[int, ...]]]:
    """Return the least sum of one entry from each row and column, and the columns by row that give it, _PLANS at most.

    Equal sources take their columns in order, since it does not matter which takes which.
    """
    partial: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    left = sum(map(min, costs))
    # No order costs more than the best one need.
    most = sum(costs[k][k] for k in range(len(costs)))
    for k, row in enumerate(costs):
        twin = k > 0 and sources[k] == sources[k - 1]
        left -= min(row)
        partial = [
            (total + cost, (*order, j))
            for total, order in partial
            for j, cost in enumerate(row)
            if total + cost + left <= most and j not in order and not (twin and j < order[-1])
        ]
    least = min(total for total, _ in partial)
    return least, [order for total, order in partial if total == least][:_PLANS]


def _can_go(mediums: _Moving, smalls: _Moving) -> bool:
    """Return True if all pieces can go straight to their places in some order.

    A medium goes when no small is left on its stack and on its place; a small when its place has no other small, its
    own medium and no more.
    """
    while smalls:
        covered = 0
        for leaves, _ in smalls:
            covered |= leaves
        bring = tuple([way for way in mediums if (way[0] | way[1]) & covered])
        due = covered
        for leaves, reaches in bring:
            due |= leaves | reaches
        land = tuple([way for way in smalls if way[1] & due])
        if len(bring) == len(mediums) and len(land) == len(smalls):
            return False
        mediums, smalls = bring, land
    return True


def _one_by_one(costs: Sequence[Sequence[int]], missing: int) -> int:
    """Return the `missing` cheapest entries, of each row and column one at most; UNREACHABLE when there are too few."""
    entries = sorted((cost, i, j) for i, row in enumerate(costs) for j, cost in enumerate(row))
    rows: set[int] = set()
    columns: set[int] = set()
    total = 0
    for cost, i, j in entries:
        if len(rows) < missing and i not in rows and j not in columns:
            rows.add(i)
            columns.add(j)
            total += cost
    return total if len(rows) == missing else UNREACHABLE
