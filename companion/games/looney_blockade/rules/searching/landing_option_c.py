"""Searches turns in which only the end of a piece's movement must be a landing (BK-02 c): the piece may be parked
anywhere before.

A parked piece can stand on anything, so the two colours depend on each other and whole tables are searched. The search
is slow, and ends with a GameError after `_MOST_TABLES`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from companion.games.errors import GameError
from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import BLACK, CELLS, keeps_lawful
from companion.games.looney_blockade.rules.model import SIDES
from companion.games.looney_blockade.rules.searching.colour_paths import assign
from companion.games.looney_blockade.rules.turns import Table
from companion.games.step_budget import spend

_MOST_TABLES = 25_000
# Cost of listing the hops from one table, in steps of the other searches.
_NODE_STEPS = 150

Points = tuple[int, int]


class _Node(NamedTuple):
    table: Table
    points: Points
    move: tuple[int, int] | None
    parent: "_Node | None"

    def moves(self) -> list[tuple[str, str]]:
        moves, node = [], self
        while node.parent and node.move:
            moves.append((CELLS[node.move[0]], CELLS[node.move[1]]))
            node = node.parent
        return moves[::-1]


class _Payable:
    """Tells which points a roll pays, by colour in the order of SIDES."""

    def __init__(self, dice: Mapping[str, int]) -> None:
        self._ways = [tuple(way.values()) for way in rules.allowances(dict(dice))]

    def __call__(self, points: Points) -> bool:
        return any(points[0] <= way[0] and points[1] <= way[1] for way in self._ways)


class _Bound:
    """Lower bounds, by colour, on the points that lead from a table to `goal`; None if the goal cannot be reached."""

    def __init__(self, start: Table, goal: tuple[str, ...]) -> None:
        self._goal = goal
        self._apart = rules.distances(rules.closed_cells(start.stacks, start.side))
        self._kinds = [(f"{colour}1", f"{colour}2") for colour in SIDES[start.side]]
        self._wanted = {kind: _where(goal, kind) for kinds in self._kinds for kind in kinds}
        self._assign = lru_cache(maxsize=None)(self._assign_kind)

    def __call__(self, table: Table) -> Points | None:
        for stack, wanted in zip(table.stacks, self._goal, strict=True):
            if BLACK in stack and not wanted.startswith(stack[: stack.index(BLACK) + 2]):
                return None
        totals = []
        for kinds in self._kinds:
            least = [self._assign(kind, _where(table.stacks, kind)) for kind in kinds]
            if None in least:
                return None
            totals.append(sum(cost for cost in least if cost))
        return totals[0], totals[1]

    def _assign_kind(self, kind: str, places: tuple[int, ...]) -> int | None:
        have, want = Counter(places), Counter(self._wanted[kind])
        return assign(tuple((have - want).elements()), tuple((want - have).elements()), self._apart)


def _where(stacks: tuple[str, ...], kind: str) -> tuple[int, ...]:
    return tuple(i for i, stack in enumerate(stacks) if kind in stack for _ in range(stack.count(kind)))


def find_parking_moves(
    table: Table, goal: tuple[str, ...], dice: Mapping[str, int], most_tables: int = _MOST_TABLES
) -> list[tuple[str, str]] | None:
    """Return the hops (from, to) of the turn with the fewest points that ends in `goal`, or None. Raises GameError if
    the search is undecided after `most_tables`."""
    if not keeps_lawful(table.stacks, goal) or replace(table, stacks=goal).parking_fault(table.stacks):
        return None
    bound, payable = _Bound(table, goal), _Payable(dice)
    least = bound(table)
    if least is None or not payable(least):
        return None
    reached: dict[tuple[str, ...], list[Points]] = {table.stacks: [(0, 0)]}
    heap = [(sum(least), 0, 0, _Node(table, (0, 0), None, None))]
    pushed = 0
    while heap:
        _, hops, _, node = heappop(heap)
        if node.table.stacks == goal:
            return node.moves()
        for then in _hops(node, payable):
            more = bound(then.table)
            if more is None or not payable((then.points[0] + more[0], then.points[1] + more[1])):
                continue
            if _store_if_new(reached, then):
                pushed += 1
                heappush(heap, (sum(then.points) + sum(more), hops + 1, pushed, then))
        if pushed > most_tables:
            raise GameError("looney.parking.undecided", "BK-02")
    return None


def count_parking_ends(table: Table, dice: Mapping[str, int]) -> int:
    """Return the number of different tables a turn can end in. Raises GameError when there are too many to count."""
    payable = _Payable(dice)
    reached: dict[tuple[str, ...], list[Points]] = {table.stacks: [(0, 0)]}
    edge = [_Node(table, (0, 0), None, None)]
    while edge:
        following = []
        for node in edge:
            following += [then for then in _hops(node, payable) if _store_if_new(reached, then)]
            if len(reached) > _MOST_TABLES:
                raise GameError("looney.parking.uncounted", "BK-02")
        edge = following
    return sum(not replace(table, stacks=stacks).parking_fault(table.stacks) for stacks in reached)


def _store_if_new(reached: dict[tuple[str, ...], list[Points]], node: _Node) -> bool:
    """Store the node's points unless a known way to the same table needs no more of either colour. Returns True if
    stored."""
    known = reached.setdefault(node.table.stacks, [])
    if any(points[0] <= node.points[0] and points[1] <= node.points[1] for points in known):
        return False
    known.append(node.points)
    return True


def _hops(node: _Node, payable: _Payable) -> Iterator[_Node]:
    spend(_NODE_STEPS)
    table, (one, two) = node.table, node.points
    if table.winner():
        return
    first, apart = SIDES[table.side][0], table.distances()
    for start in range(len(CELLS)):
        if table.start_fault(start):
            continue
        mine = table.stacks[start][-2] == first
        for end, cost in enumerate(apart[start]):
            points = (one + cost, two) if mine else (one, two + cost)
            if payable(points) and not table.end_fault(start, end):
                yield _Node(table.hop(start, end)[0], points, (start, end), node)
