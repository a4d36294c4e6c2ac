"""Points that one colour still needs for five towers, if nothing else on the table moved.

Every large without a tower needs a medium and then a small landing on it, and there are just as many pieces left as
that takes. So the points are those of the cheapest way to give out the mediums and the smalls, and a little more where
pieces would wait for each other in a circle, so that one of them has to rest somewhere first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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


class _Content(NamedTuple):
    """A cell code as the race sees it: whether its large still lacks a tower, and the pieces that can move on."""

    open: bool
    mediums: int
    smalls: int


@dataclass(frozen=True)
class _Task:
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
        self._bare_counts = no_blacks
        self._more_towers = space.more_towers + (space.more_trees if no_blacks else 0)
        self._completes = COMPLETIONS[tower]
        self._contents: dict[str, _Content] = {}
        self._plans: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[int, list[Ways]]] = {}
        self._points: dict[_Task, int] = {}
        self._detours: dict[tuple[int, int], int] = {}

    def at_least(self, state: State) -> int:
        """Return a lower bound of the points, nearly always reached; UNREACHABLE when pieces are missing or shut in."""
        task = self._task(state)
        if not task.missing:
            return 0
        found = self._points.get(task)
        if found is None:
            found = self._points[task] = self._best_plan(task) if task.countable() else self._roughly(task)
        return found

    def _task(self, state: State) -> _Task:
        contents = [self._contents.get(code) or self._read(code) for code in state]
        towers = sum(code[0] == "3" and not content.open for code, content in zip(state, contents, strict=True))
        towers += self._more_towers
        return _Task(
            tuple(i for i, content in enumerate(contents) if content.open),
            tuple(i for i, content in enumerate(contents) for _ in range(content.mediums)),
            tuple(i for i, content in enumerate(contents) for _ in range(content.smalls)),
            max(0, TOWERS_TO_WIN - towers),
        )

    def _read(self, code: str) -> _Content:
        if code[0] == "3" and capped(code):
            above = code[next(i for i, mark in enumerate(code) if mark in "LMS") + 1 :]
            content = _Content(False, above.count("2"), above.count("1"))
        elif self._bare_counts and code[0] == "3" and code[-1] == "1" and self._completes[code[:-1]]:
            content = _Content(False, 0, 0)
        else:
            content = _Content(code[0] == "3", code.count("2"), code.count("1"))
        self._contents[code] = content
        return content

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

    def _plans_of(self, size: int, sources: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, list[Ways]]:
        """Return the points of the cheapest ways to give each place one piece of a size, and those ways as far as
        others have to wait for them, _PLANS at most."""
        key = size, sources, places
        plans = self._plans.get(key)
        if plans is None:
            costs = self._costs(size, sources, places)
            cost, orders = _cheapest_orders(sources, costs)
            ways = (tuple((i, places[j]) for i, j in zip(sources, order, strict=True)) for order in orders)
            held_up = self._resting if size == 2 else self._staying
            plans = self._plans[key] = cost, [held_up(way) for way in ways]
        return plans

    def _best_plan(self, task: _Task) -> int:
        bring, mediums = self._plans_of(2, task.mediums, task.places)
        land, smalls = self._plans_of(1, task.smalls, task.places)
        if bring + land >= UNREACHABLE:
            return UNREACHABLE
        if len(mediums) * len(smalls) >= _PLANS:
            return bring + land
        works = any(_can_go(one, two) for one in mediums for two in smalls)
        return bring + land if works else bring + land + 1

    def _rests(self, i: int, j: int) -> bool:
        """Return True if a piece can rest between i and j at no cost."""
        return self._rest(i, j) <= self._apart[i][j]

    def _resting(self, ways: Ways) -> Ways:
        """Return the ways of the mediums that are not there yet, halved where they can rest; -1 is in nobody's way."""
        halves = ([(i, -1), (-1, j)] if self._rests(i, j) else [(i, j)] for i, j in ways if i != j)
        return tuple(half for both in halves for half in both)

    def _staying(self, ways: Ways) -> Ways:
        """Return the ways of the smalls, without those that can rest or step aside and back: they are in nobody's
        way."""
        return tuple((i, j) for i, j in ways if i != j and not self._rests(i, j))


def _cheapest_orders(sources: Sequence[int], costs: Sequence[Sequence[int]]) -> tuple[int, list[tuple[int, ...]]]:
    """Return the least sum of one entry from each row and column, and the columns by row that give it, _PLANS at most.

    Equal sources take their columns in order, since it does not matter which takes which.
    """
    partial: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    for k, row in enumerate(costs):
        twin = k > 0 and sources[k] == sources[k - 1]
        partial = [
            (total + cost, (*order, j))
            for total, order in partial
            for j, cost in enumerate(row)
            if j not in order and not (twin and j < order[-1])
        ]
    least = min(total for total, _ in partial)
    return least, [order for total, order in partial if total == least][:_PLANS]


def _can_go(mediums: Ways, smalls: Ways) -> bool:
    """Return True if all pieces can go straight to their places in some order.

    A medium goes when no small is left on its stack and on its place; a small when its place has no other small, its
    own medium and no more.
    """
    while mediums or smalls:
        covered = {i for i, _ in smalls}
        bring = tuple(way for way in mediums if way[0] in covered or way[1] in covered)
        due = covered.union(*bring)
        land = tuple(way for way in smalls if way[1] in due)
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
