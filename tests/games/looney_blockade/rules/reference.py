"""Looney Blockade a second time, slow and literal: generic stacks, and a turn as a breadth-first search over hops.

Written from the rules alone. It shares no code with `companion.games.looney_blockade.rules`, so that the two can
check each other. A table is a dict from (column, row) to a tuple of (colour, size) pieces, bottom to top.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

Piece = tuple[str, int]
Cell = tuple[int, int]
Points = tuple[int, int]
Blacks = tuple[int, int, int]
Key = tuple[tuple[tuple[Piece, ...], ...], Blacks]

CELLS: list[Cell] = [(x, y) for y in range(5) for x in range(5)]
# The cells around each.
NEAR = {
    (x, y): [(a, b) for a, b in CELLS if (a, b) != (x, y) and abs(a - x) <= 1 and abs(b - y) <= 1] for x, y in CELLS
}
TEAMS = {"cool": ("B", "G"), "warm": ("R", "Y")}


@cache
def capped_tower(stack: tuple[Piece, ...]) -> str | None:
    """The colour of the tower: what its lowest black stands on is a tree of that colour, with a large at the bottom,
    nothing else so large, a medium and a small, and nothing on anything smaller."""
    below: list[Piece] = []
    for piece in stack:
        if piece[0] == "K":
            sizes = [size for _, size in below]
            sound = sizes.count(3) == 1 and set(sizes) == {1, 2, 3} and sizes == sorted(sizes, reverse=True)
            colours = {colour for colour, _ in below}
            return colours.pop() if sound and len(colours) == 1 else None
        below.append(piece)
    return None


@cache
def tree(stack: tuple[Piece, ...], tower_option: str) -> bool:
    if not stack:
        return False
    colour = stack[0][0]
    if colour == "C" or any(other != colour for other, _ in stack):
        return False
    sizes = [size for _, size in stack]
    if tower_option == "exact":
        return sizes == [3, 2, 1]
    return sizes == sorted(sizes, reverse=True) and sizes.count(3) == 1 and sizes[-1] == 1 and 2 in sizes


class Table:
    """Stacks and the black supply (small, medium, large) in the middle of a turn of `side`."""

    def __init__(self, stacks: dict[Cell, tuple[Piece, ...]], blacks: Blacks, side: str, landing: str, tower: str):
        self.stacks, self.blacks, self.side = stacks, blacks, side
        self.landing, self.tower_option = landing, tower

    @classmethod
    def from_json(cls, position: Mapping[str, Any], landing: str = "a", tower: str = "exact") -> "Table":
        stacks = {}
        for name, text in position["grid"].items():
            pieces = [(text[i], int(text[i + 1])) for i in range(0, len(text), 2)]
            stacks["abcde".index(name[0]), int(name[1]) - 1] = tuple(pieces)
        small, medium, large = position["supply"]
        return cls(stacks, (small, medium, large), position["to_move"], landing, tower)

    def grid(self) -> dict[str, str]:
        return {
            "abcde"[x] + str(y + 1): "".join(f"{colour}{size}" for colour, size in self.stacks[x, y]) for x, y in CELLS
        }

    def key(self) -> Key:
        return tuple(self.stacks[cell] for cell in CELLS), self.blacks

    def tower(self, cell: Cell) -> str | None:
        """The colour of the capped tower on a cell."""
        return capped_tower(self.stacks[cell])

    def enemy_blockade(self, cell: Cell) -> bool:
        tower = self.tower(cell)
        return tower is not None and tower not in TEAMS[self.side]

    def lands(self, piece: Piece, cell: Cell) -> bool:
        """The landing table."""
        colour, size = piece
        if not self.stacks[cell]:
            return False
        top_colour, top_size = self.stacks[cell][-1]
        if top_colour == "C":
            return True
        if top_colour == "K":
            return self.tower(cell) == colour and top_size > size
        return top_colour == colour and top_size >= size

    def is_tree(self, stack: tuple[Piece, ...]) -> bool:
        return tree(stack, self.tower_option)

    def towers(self, colour: str) -> int:
        capped = sum(self.tower(cell) == colour for cell in CELLS)
        if self.blacks != (0, 0, 0):
            return capped
        bare = 0
        for cell in CELLS:
            own = tuple(takewhile(lambda piece: piece[0] == colour, self.stacks[cell]))
            bare += self.is_tree(own) and self.tower(cell) is None
        return capped + bare

    def over(self) -> bool:
        return any(self.towers(colour) >= 5 for colour in "RYGB")

    def put(self, start: Cell, end: Cell) -> "Table":
        """The top piece of `start` put down on `end`, and the black on it when that makes a tower."""
        stacks = dict(self.stacks)
        *rest, piece = stacks[start]
        stacks[start] = tuple(rest)
        stacks[end] = (*stacks[end], piece)
        blacks = list(self.blacks)
        if piece[1] == 1 and self.is_tree(stacks[end]) and any(blacks):
            largest = max(size for size in (1, 2, 3) if blacks[size - 1])
            blacks[largest - 1] -= 1
            stacks[end] = (*stacks[end], ("K", largest))
        return Table(stacks, (blacks[0], blacks[1], blacks[2]), self.side, self.landing, self.tower_option)

    def reach(self, start: Cell, most: int) -> dict[Cell, int]:
        """Points to every cell within `most` steps of a piece that may pass over all but enemy blockades."""
        points = {start: 0}
        for count in range(1, most + 1):
            for cell in [cell for cell, found in points.items() if found == count - 1]:
                if cell == start or not self.enemy_blockade(cell):
                    for near in NEAR[cell]:
                        points.setdefault(near, count)
        return points

    def hops(self, budget: dict[str, int]) -> Iterator[tuple[Cell, Cell, str, int]]:
        """(from, to, colour, points) of every legal hop that the points left by colour pay."""
        if self.over():
            return
        for start in CELLS:
            if not self.stacks[start]:
                continue
            colour, size = self.stacks[start][-1]
            if colour not in TEAMS[self.side] or size == 3:
                continue
            most = min(budget[colour], 1) if self.landing == "b" else budget[colour]
            for end, points in self.reach(start, most).items():
                if end == start:
                    continue
                parks = self.landing == "c" and not self.enemy_blockade(end)
                if parks or self.lands((colour, size), end):
                    yield start, end, colour, points

    def settled(self, before: "Table") -> bool:
        """Whether every piece that is not as it was `before` the turn stands where it could have landed (what counts
        at the end of the turn in reading c)."""
        for cell in CELLS:
            stack, was = self.stacks[cell], before.stacks[cell]
            for height in range(len(stack)):
                below = Table({cell: stack[:height]}, self.blacks, self.side, self.landing, self.tower_option)
                same = stack[: height + 1] == was[: height + 1]
                if not same and stack[height][0] != "K" and not below.lands(stack[height], cell):
                    return False
        return True


def payable(points: Points, roll: Points) -> bool:
    """Each die to its colour, or the sum of two low dice to one of them."""
    if points[0] <= roll[0] and points[1] <= roll[1]:
        return True
    return max(roll) <= 3 and min(points) == 0 and max(points) <= sum(roll)


def turns(table: Table, roll: dict[str, int]) -> dict[Key, list[Points]]:
    """Every table that a turn can end in, by `Table.key`, with the points that lead there, none better than another."""
    colours = TEAMS[table.side]
    dice = roll[colours[0]], roll[colours[1]]
    best: dict[Key, list[Points]] = defaultdict(list)
    best[table.key()].append((0, 0))
    edge: list[tuple[Table, Points]] = [(table, (0, 0))]
    settled = {}
    while edge:
        following = []
        for now, spent in edge:
            most = {
                colours[0]: max(k for k in range(7) if payable((spent[0] + k, spent[1]), dice)),
                colours[1]: max(k for k in range(7) if payable((spent[0], spent[1] + k), dice)),
            }
            for start, end, colour, cost in now.hops(most):
                points = (spent[0] + cost, spent[1]) if colour == colours[0] else (spent[0], spent[1] + cost)
                if not payable(points, dice):
                    continue
                then = now.put(start, end)
                key = then.key()
                known = best[key]
                if any(a <= points[0] and b <= points[1] for a, b in known):
                    continue
                best[key] = [p for p in known if not (points[0] <= p[0] and points[1] <= p[1])] + [points]
                settled[key] = table.landing != "c" or then.settled(table)
                following.append((then, points))
        edge = following
    return {key: points for key, points in best.items() if settled.get(key, True)}
