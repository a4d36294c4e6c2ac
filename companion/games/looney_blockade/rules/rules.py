"""The rules of moving, landing, capping and winning, for one hop at a time, in the order of the rulebook.

Everything here is written on stacks as text and asked about one hop; `searching.colour_state` holds the same rules as
tables for many.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.games.broken import Broken
from companion.games.looney_blockade.rules.board import BLACK, CELLS, CLEAR, is_lawful, tower_colour
from companion.games.looney_blockade.rules.model import SIDES, TOWERS_TO_WIN, Options, Side, other_side
from companion.games.reason import because

UNREACHABLE = 99

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        5 * y + x
        for y in range(max(0, row - 1), min(5, row + 2))
        for x in range(max(0, column - 1), min(5, column + 2))
        if (x, y) != (column, row)
    )
    for row in range(5)
    for column in range(5)
)


@dataclass(frozen=True)
class Fault(Broken[str]):
    """A rule broken by one hop."""


def is_capped(stack: str) -> bool:
    return BLACK in stack and tower_colour(stack) is not None


def is_blockade_for(stack: str, side: Side) -> bool:
    """Return True if `stack` is a capped tower of the other side; pieces on the black change nothing (BK-08)."""
    return BLACK in stack and tower_colour(stack) in SIDES[other_side(side)]


def blocked_cells(stacks: Sequence[str], side: Side) -> frozenset[int]:
    """Return the cells that `side` may not pass over. They never change during a turn of `side`."""
    return frozenset(i for i, stack in enumerate(stacks) if is_blockade_for(stack, side))


def closed_cells(stacks: Sequence[str], side: Side) -> frozenset[int]:
    """Return the cells that no piece of `side` can come to stand on nor pass over; a blockade on which players have
    agreed to have something else may be landed on."""
    return frozenset(i for i in blocked_cells(stacks, side) if is_lawful(stacks[i]))


@lru_cache(maxsize=512)
def distances(blocked: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    """Return the points for the cheapest way between any two cells, 25 x 25, UNREACHABLE where there is none.

    Every one of the eight directions costs one point a space; only the cells between the two ends must be free of
    `blocked`, so a diagonal step between two blockades that touch at a corner is free (BK-14).
    """
    return tuple(_distances_from(start, blocked) for start in range(len(CELLS)))


def _distances_from(start: int, blocked: frozenset[int]) -> tuple[int, ...]:
    found = [UNREACHABLE] * len(CELLS)
    found[start] = 0
    edge = [start]
    while edge:
        reached = []
        for cell in edge:
            if cell in blocked and cell != start:
                continue
            for neighbour in NEIGHBOURS[cell]:
                if found[neighbour] == UNREACHABLE:
                    found[neighbour] = found[cell] + 1
                    reached.append(neighbour)
        edge = reached
    return tuple(found)


def landing_fault(cell: str, stack: str, piece: str, side: Side) -> Fault | None:
    """Return why `piece` of `side` may not be put down on `stack` in `cell`, by the line of the landing table it
    breaks.

    The table says on which pieces one lands: not on a cell that players have emptied, nor on a black without a tower.
    """
    top = stack[-2:]
    if not top:
        return Fault(because("looney.land.bare", "BK-land", piece=piece, cell=cell), (cell,))
    if top[0] == CLEAR:
        return None
    if top[0] == BLACK:
        return _black_fault(cell, stack, piece, side)
    if top[0] != piece[0]:
        return Fault(because("looney.land.colour", "BK-land", piece=piece, cell=cell, top=top), (cell,))
    if top[1] < piece[1]:
        return Fault(because("looney.land.smaller", "BK-18", piece=piece, cell=cell, top=top), (cell,))
    return None


def _black_fault(cell: str, stack: str, piece: str, side: Side) -> Fault | None:
    tower = tower_colour(stack)
    if tower is None:
        return Fault(because("looney.land.no_tower", "BK-land", piece=piece, cell=cell), (cell,))
    if tower != piece[0] and tower in SIDES[side]:
        return Fault(because("looney.land.other_tower", "BK-09", piece=piece, cell=cell), (cell,))
    if tower != piece[0]:
        return Fault(because("looney.land.their_tower", "BK-land", piece=piece, cell=cell), (cell,))
    if stack[-1] <= piece[1]:
        return Fault(because("looney.land.black", "BK-07", piece=piece, cell=cell, top=stack[-2:]), (cell,))
    return None


def completes_tower(stack: str, piece: str, options: Options) -> bool:
    """Return True if `piece` put down on `stack` makes a large-medium-small tree of its colour (BK-03, BK-04)."""
    tree = f"{piece[0]}3{piece[0]}2"
    if piece[1] != "1":
        return False
    if stack == tree or options.tower == "exact":
        return stack == tree
    return stack.startswith(tree) and set(stack[::2]) == {piece[0]} and is_lawful(stack)


def is_bare_tree(stack: str, options: Options) -> bool:
    """Return True if `stack` is a finished tower but for its black: one only once the supply is empty (BK-12)."""
    return len(stack) > 4 and completes_tower(stack[:-2], stack[-2:], options)


def covers_bare_tree(stack: str, options: Options) -> bool:
    """Return True if all that is of one colour at the bottom of `stack` is a tree without a black."""
    height = len(stack[::2]) - len(stack[::2].lstrip(stack[:1]))
    return BLACK not in stack[2 * height :][:1] and is_bare_tree(stack[: 2 * height], options)


def next_black(supply: tuple[int, int, int]) -> str | None:
    """Return the largest black left, "K3" to "K1", or None."""
    return next((f"K{size}" for size in (3, 2, 1) if supply[size - 1]), None)


def without(supply: tuple[int, int, int], black: str) -> tuple[int, int, int]:
    left = list(supply)
    left[int(black[1]) - 1] -= 1
    return left[0], left[1], left[2]


def towers(stacks: Sequence[str], supply: tuple[int, int, int], options: Options) -> dict[str, int]:
    """Return how many towers each colour has: capped ones and, when no black is left, bare trees (BK-12), whatever
    other colours players have agreed to have on them."""
    count = dict.fromkeys("RYGB", 0)
    bare = options.bare and not any(supply)
    for stack in stacks:
        if is_capped(stack) or (bare and covers_bare_tree(stack, options)):
            count[stack[0]] += 1
    return count


def winner(stacks: Sequence[str], supply: tuple[int, int, int], options: Options) -> Side | None:
    """Return the side with five towers in one of its colours."""
    count = towers(stacks, supply, options)
    return next((side for side, colours in SIDES.items() if max(count[c] for c in colours) >= TOWERS_TO_WIN), None)


def is_drawn(supply: tuple[int, int, int], options: Options) -> bool:
    """True if nobody can win any more who has not won yet: no black is left where a tower needs one (BK-12)."""
    return not options.bare and not any(supply)


def allowances(roll: dict[str, int]) -> list[dict[str, int]]:
    """Return the ways to give out the points of a roll: each die to its colour, or, when both show at most three, their
    sum to either colour alone (BK-10, BK-11)."""
    ways = [roll]
    total = sum(roll.values())
    if max(roll.values()) <= 3:
        ways += [{c: total if c == chosen else 0 for c in roll} for chosen in roll]
    return ways


def points_left(roll: Mapping[str, int], spent: Mapping[str, int]) -> dict[str, int]:
    """Return the points left by colour: for each the most that some way of sharing the dice leaves it."""
    ways = [way for way in allowances(dict(roll)) if covers(way, spent)]
    return {colour: max((way[colour] - spent.get(colour, 0) for way in ways), default=0) for colour in roll}


def covers(allowance: Mapping[str, int], points: Mapping[str, int]) -> bool:
    return all(points[colour] <= allowance[colour] for colour in points)
