"""Judging a whole turn from the tables before and after it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from companion.games.looney_blockade import rules
from companion.games.looney_blockade.board import BLACK, CELLS, pieces_of, read_grid, stack_fault
from companion.games.looney_blockade.model import RULINGS, SIDES, Options, Position, Turn, Violation, check_roll
from companion.games.looney_blockade.space import Space, State, cap_of, merge, space_of
from companion.games.looney_blockade.turns import Table, apply, turn_of
from companion.games.looney_blockade.walks import Terms, Way, interleave, supply_letters, ways_to


def check(
    before: Position, after: Mapping[str, str], roll: Mapping[str, int], options: Options = RULINGS
) -> Turn | Violation:
    """The cheapest legal turn that leads from `before` to the table `after`, or why there is none.

    Complete: if any legal turn leads there, one with the fewest points in all is found. An unchanged table is a turn
    of no hops (BK-17). Raises GameError for a malformed `after` or a roll that cannot be.
    """
    dice = check_roll(roll, before.to_move)
    stacks = tuple(read_grid(after).values())
    if turn := find_turn(before, stacks, dice, options):
        return turn
    return Violation("BK-move", "no legal turn leads there", None, differing(before.stacks, stacks))


def differing(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(cell for cell, a, b in zip(CELLS, before, after, strict=True) if a != b)


def find_turn(before: Position, after: tuple[str, ...], roll: dict[str, int], options: Options) -> Turn | None:
    """The cheapest legal turn from `before` to the stacks `after`, or None."""
    table = Table.of(before, options)
    if after == before.stacks:
        return turn_of((), table, dict.fromkeys(roll, 0))
    if table.winner() or any(stack_fault(stack) for stack in after):
        return None
    spaces = [space_of(before.stacks, colour, before.to_move, options) for colour in SIDES[before.to_move]]
    goals = [space.local(after) for space in spaces]
    if merge(before.stacks, list(zip(spaces, goals, strict=True))) != after:
        return None
    terms = _terms(before, spaces, goals, options)
    if terms is None:
        return None
    moves = cheapest_moves(spaces, goals, roll, terms)
    if moves is None:
        return None
    turn = apply(before, roll, moves, options)
    assert isinstance(turn, Turn), turn
    return turn


def _terms(before: Position, spaces: Sequence[Space], goals: Sequence[State], options: Options) -> Terms | None:
    """The search terms for given goals, or None when the new blacks are not the next ones of the supply."""
    supply = supply_letters(before.supply)
    new = [
        cap_of(wanted)
        for space, goal in zip(spaces, goals, strict=True)
        for code, wanted in zip(space.start, goal, strict=True)
        if cap_of(wanted) and not cap_of(code)
    ]
    taken = supply[: len(new)]
    if sorted(taken) != sorted(new):
        return None
    order_matters = len(set(taken)) > 1 or (len(taken) > 0 and len(taken) == len(supply))
    return Terms(supply, options.tower, order_matters)


def cheapest_moves(
    spaces: Sequence[Space], goals: Sequence[State], roll: dict[str, int], terms: Terms
) -> list[tuple[str, str]] | None:
    """The hops (from, to) of a turn with the fewest points that brings both colours to their goals."""
    ways = [_ways(spaces, goals, roll, terms, which) for which in (0, 1)]
    firsts = [next(each, None) for each in ways]
    if not firsts[0] or not firsts[1]:
        return None
    pair = firsts[0], firsts[1]
    order = _order(spaces, pair, roll, terms)
    if order is None:
        every = [[first, *rest] for first, rest in zip(pair, ways, strict=True)]
        pairs = sorted(((a, b) for a in every[0] for b in every[1]), key=lambda ab: ab[0].cost + ab[1].cost)
        for pair in pairs:
            if (order := _order(spaces, pair, roll, terms)) is not None:
                break
        else:
            return None
    steps = [iter(way.steps) for way in pair]
    moves = []
    for which in order:
        step, cells = next(steps[which]), spaces[which].cells
        moves.append((CELLS[cells[step.i]], CELLS[cells[step.j]]))
    return moves


def _ways(
    spaces: Sequence[Space], goals: Sequence[State], roll: dict[str, int], terms: Terms, which: int
) -> Iterator[Way]:
    mine, other = spaces[which], spaces[1 - which]
    still = goals[1 - which] == other.start
    limit = max(way[mine.colour] for way in rules.allowances(roll) if still or way[other.colour])
    return ways_to(mine, goals[which], limit, terms, other.occupied(other.start))


def _order(spaces: Sequence[Space], pair: tuple[Way, Way], roll: dict[str, int], terms: Terms) -> list[int] | None:
    points = {space.colour: way.cost for space, way in zip(spaces, pair, strict=True)}
    if not any(rules.covers(way, points) for way in rules.allowances(roll)):
        return None
    return interleave(*pair, terms.supply)


def missing_caps(
    before: Position, after: Mapping[str, str], roll: Mapping[str, int], options: Options = RULINGS
) -> Turn | None:
    """The completed turn when `after` would be legal if only blacks not yet put on were put on; None otherwise.

    Raises GameError like `check`.
    """
    dice = check_roll(roll, before.to_move)
    stacks = tuple(read_grid(after).values())
    turns = [find_turn(before, full, dice, options) for full in _with_caps(before, stacks, options)]
    return min((turn for turn in turns if turn), key=lambda turn: sum(turn.points.values()), default=None)


def _with_caps(before: Position, after: tuple[str, ...], options: Options) -> Iterator[tuple[str, ...]]:
    """`after` with the next blacks of the supply on its bare trees, in every way that makes a difference."""
    if any(stack_fault(stack) for stack in after):
        return
    mine = SIDES[before.to_move]
    trees = [i for i, stack in enumerate(after) if stack[0] in mine and rules.is_bare_tree(stack, options)]
    left = Counter(blacks_left(before.supply))
    left.subtract(piece for stack in after for piece in pieces_of(stack) if piece[0] == BLACK)
    left.update(piece for stack in before.stacks for piece in pieces_of(stack) if piece[0] == BLACK)
    if not trees or min(left.values(), default=0) < 0:
        return
    next_ones = [black for black in ("K3", "K2", "K1") for _ in range(left[black])][: len(trees)]
    for blacks in set(permutations(next_ones + [""] * (len(trees) - len(next_ones)))):
        full = list(after)
        for cell, black in zip(trees, blacks, strict=True):
            full[cell] += black
        if tuple(full) != after:
            yield tuple(full)


def blacks_left(supply: tuple[int, int, int]) -> dict[str, int]:
    return {f"K{size}": count for size, count in enumerate(supply, 1)}
