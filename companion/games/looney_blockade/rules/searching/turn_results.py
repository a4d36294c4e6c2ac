"""All tables that a turn can end in, kept apart by colour: counting them never lists the pairs."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from companion.games.errors import GameError
from companion.games.looney_blockade.rules.board import CELLS, CLEAR
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Options, Position, check_roll
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_paths import Frontier, Node, Terms, has_won, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import (
    COMPLETIONS,
    POP,
    PUSH,
    SearchHop,
    Space,
    State,
    capped,
    decode,
    merge,
    space_of,
    steps_from,
    with_black,
)
from companion.games.looney_blockade.rules.searching.landing_option_c import count_parking_ends
from companion.games.looney_blockade.rules.searching.odd_stacks import ODD_BITS
from companion.games.looney_blockade.rules.searching.what_others_see import Label, Seen, Tree, fit, fitting_ends, see
from companion.games.looney_blockade.rules.turns import Table
from companion.games.step_budget import spend

# No position that comes up in play has a third as many ends for one colour.
MOST_ENDS = 60_000
# So many groups are compared with one in the time of a step; whether two ways fit takes so many.
_GROUPS_A_STEP, _FIT_STEPS = 10, 5

# Room for a code's number; a cell has a few dozen codes in the largest search.
_BITS = 16

# Every end state of one colour with the (points, labels) that lead to it and that nothing better replaces.
Ends = Mapping[State, Sequence[tuple[int, Seen]]]


def perft(position: Position, roll: Mapping[str, int], options: Options = RULINGS) -> int:
    """Return the number of different tables (grid and supply) that a turn with `roll` can end in, the unchanged one
    included.

    Raises GameError for a roll that cannot be, for more than MOST_ENDS of one colour, and for too many tables where
    pieces may be parked (BK-02 c).
    """
    dice = check_roll(roll, position.to_move)
    table = Table.of(position, options)
    if table.ended():
        return 1
    if options.landing == "c":
        return count_parking_ends(table, dice)
    joint = Joint.of(table, dice)
    ends = joint.ends(0), joint.ends(1)
    count = _count_pairs(ends, joint.terms.supply)
    if max(dice.values()) <= 3:
        count += sum(_count_sum_only(joint, ends, which) for which in (0, 1))
    return count


@dataclass(frozen=True)
class ColourEnds:
    """Everything that one colour can have done at the end of a turn, whatever the other does meanwhile.

    Each of `tables` has a stack for each of `cells`, all on which the colour may stand; "" is for a clear large that is
    not the colour's. The first table is the one before the turn.
    """

    colour: str
    cells: tuple[str, ...]
    tables: tuple[tuple[str, ...], ...]


def colour_ends(position: Position, roll: Mapping[str, int], options: Options = RULINGS) -> tuple[ColourEnds, ...]:
    """Return the ends of a turn with `roll`, for each colour of the mover. Not every one of the one colour goes with
    every one of the other: `turn_to` tells. Turns on which pieces are parked (BK-02 c) are left out.

    Raises GameError for a roll that cannot be, and for more than MOST_ENDS of one colour.
    """
    dice = check_roll(roll, position.to_move)
    table = Table.of(position, replace(options, landing="a") if options.landing == "c" else options)
    joint = Joint.of(table, dice)
    found = []
    for which, space in enumerate(joint.spaces):
        states = dict.fromkeys((space.start, *joint.ends(which)))
        if max(dice.values()) <= 3:
            states |= dict.fromkeys(solo_ends(solo_space(table, space.colour), sum(dice.values()), joint.terms))
        cells = tuple(CELLS[cell] for cell in space.cells)
        tables = tuple(tuple("" if code == "C" else decode(code, space.colour) for code in state) for state in states)
        if space.odd:
            cells, tables = _whole_stacks(joint, which, states)
        found.append(ColourEnds(space.colour, cells, tables))
    return tuple(found)


def _whole_stacks(
    joint: "Joint", which: int, states: Iterable[State]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the cells and tables of `ColourEnds` where some of a space's cells are parts of one stack: the other
    colour's parts are as before the turn."""
    space, other = joint.spaces[which], joint.spaces[1 - which]
    cells = dict.fromkeys(space.cells)
    clear = [cell for cell in cells if cell not in space.odd and joint.table.stacks[cell][0] == CLEAR]
    tables = []
    for state in states:
        merged = merge(joint.table.stacks, ((space, state), (other, other.start)))
        left = {cell for cell in clear if state[space.cells.index(cell)] == "C"}
        tables.append(tuple("" if cell in left else merged[cell] for cell in cells))
    return tuple(CELLS[cell] for cell in cells), tuple(tables)


def _count_pairs(ends: tuple[Ends, Ends], supply: str) -> int:
    """Return how many states of one colour and of the other can end the same turn.

    States that the other colour cannot tell apart, by the labels on the ways to them, are counted together.
    """
    trees = []
    groups: list[Counter[frozenset[int]]] = []
    for each in ends:
        (_, (first, *_)), *_ = next(iter(each.values()))
        tree = Tree(first)
        groups.append(Counter(frozenset(tree.add(seen) for _, seen in entries) for entries in each.values()))
        trees.append(tree)
    fits = fitting_ends(trees[0], trees[1], supply)
    others = [(sum(1 << node for node in group), count) for group, count in groups[1].items()]
    total = 0
    for group, count in groups[0].items():
        spend(1 + len(others) // _GROUPS_A_STEP)
        fit_any = reduce(or_, (fits[node] for node in group))
        total += count * sum(other_count for nodes, other_count in others if nodes & fit_any)
    return total


def _count_sum_only(joint: "Joint", ends: tuple[Ends, Ends], which: int) -> int:
    """Return how many tables only the sum of both dice reaches, spent on one colour while the other stands still."""
    supply, other = joint.terms.supply, joint.spaces[1 - which]
    standing = [seen for _, seen in ends[1 - which][other.start]]
    alone = solo_ends(solo_space(joint.table, joint.spaces[which].colour), sum(joint.dice.values()), joint.terms)
    spend(_FIT_STEPS * len(alone))
    return sum(
        not any(fit(seen, back, supply) for _, seen in ends[which].get(state, ()) for back in standing)
        for state in alone
    )


@dataclass(frozen=True)
class Joint:
    """Start of a turn: both colours of the mover, each with the points of its die.

    Of the clear cells only those that both can come to hold keep their bit. `towers` bounds how many each can complete.
    """

    table: Table
    dice: Mapping[str, int]
    spaces: tuple[Space, Space]
    towers: tuple[int, int]
    terms: Terms

    @classmethod
    def of(cls, table: Table, dice: Mapping[str, int]) -> "Joint":
        one, two = (space_of(table.stacks, colour, table.side, table.options) for colour in SIDES[table.side])
        one, two = _closed(one, _overfull_cells(two, dice)), _closed(two, _overfull_cells(one, dice))
        shared = _holdable(one, dice) & _holdable(two, dice) | -1 << ODD_BITS
        one, two = (replace(each, clear_bits=tuple(bit & shared for bit in each.clear_bits)) for each in (one, two))
        supply, tower = supply_letters(table.supply), table.options.tower
        towers = _most_towers(one, dice, supply, tower), _most_towers(two, dice, supply, tower)
        terms = Terms(supply, tower, _order_matters(supply, sum(towers)), bare=table.options.bare)
        return cls(table, dice, (one, two), towers, terms)

    def ends(self, which: int) -> Ends:
        """Return every state one colour can reach, whatever the other does meanwhile."""
        space, other = self.spaces[which], self.spaces[1 - which]
        frontier = Frontier()
        first = self.terms.first_node(space)
        frontier.admits(0, first.state, first.seen)
        limit = self.dice[space.colour]
        layers: list[list[Node]] = [[first], *([] for _ in range(limit))]
        held = other.occupied(other.start)
        for cost, layer in enumerate(layers):
            for node in layer:
                for step, state in self._steps(which, node, limit - cost):
                    label = self.terms.next_label(node.label, state, step, space)
                    seen = see(node.seen, label, held)
                    spend()
                    if frontier.admits(cost + step.cost, state, seen):
                        _bounded(frontier.kept)
                        layers[cost + step.cost].append(Node(cost + step.cost, state, seen, label, step, node))
        return frontier.kept

    def _steps(self, which: int, node: Node, left: int) -> Iterator[tuple[SearchHop, State]]:
        """Yield every hop from a node that `left` points pay, once for each black that a completed tower might get."""
        if node.label.won:
            return
        for step, state in steps_from(self.spaces[which], node.state, left, self.terms.tower):
            if not step.cap:
                yield step, state
                continue
            for black in self._blacks(which, node.label):
                yield step._replace(cap=black), with_black(state, step.j, black)

    def _blacks(self, which: int, label: Label) -> Sequence[str]:
        """Return the blacks that the next completed tower may get, the other colour having taken any number before."""
        supply = self.terms.supply
        if not self.terms.tell_taken:
            return supply[:1] or "-"
        if label.taken.endswith("-"):
            return "-"
        mine = len(label.taken)
        return tuple(dict.fromkeys((supply + "-")[mine : mine + self.towers[1 - which] + 1]))


def _order_matters(supply: str, most: int) -> bool:
    return len(set(supply[:most])) > 1 or 0 < len(supply) < most


def solo_space(table: Table, colour: str) -> Space:
    """Return the space of `colour` while the side's other colour stands still."""
    space = space_of(table.stacks, colour, table.side, table.options)
    held = [
        cell
        for i, cell in enumerate(space.cells)
        if cell not in space.odd and space.start[i] == "C" and len(table.stacks[cell]) > 2
    ]
    return _without_shut(_closed(space, held)) if space.shut else _closed(space, held)


def _without_shut(space: Space) -> Space:
    """Return `space` with nothing moving on or off the cells that the other colour covers."""
    ways = (() if i in space.shut else each for i, each in enumerate(space.reach))
    return replace(space, reach=tuple(tuple(way for way in each if way[1] not in space.shut) for each in ways))


def solo_ends(space: Space, limit: int, terms: Terms, enough: int | None = None) -> dict[State, int]:
    """Return every state that one colour reaches alone with at most `limit` points, with the fewest points to it; once
    there are `enough`, those found so far, the cheap ones first.

    Raises GameError for more than MOST_ENDS.
    """
    ends = _SoloEnds(space, limit, terms)
    for cost, layer in enumerate(ends.layers[:-1]):
        for key in layer:
            if enough is not None and len(ends.costs) >= enough:
                break
            if ends.costs[key] == cost:
                ends.hop_on(key, cost)
    return dict(zip(ends.states.values(), ends.costs.values(), strict=True))


class _Numbers(dict[str, int]):
    """Codes of one cell, numbered as they come, each number with `shift` bits of noughts after it."""

    def __init__(self, shift: int) -> None:
        super().__init__()
        self._shift = shift

    def __missing__(self, code: str) -> int:
        self[code] = found = len(self) << self._shift
        return found


class _SoloEnds:
    """States that one colour reaches alone, by key: the sum of the numbers of their codes, which is found and compared
    much sooner than the codes. `layers`: keys by cost."""

    def __init__(self, space: Space, limit: int, terms: Terms) -> None:
        self._space, self._limit, self._terms = space, limit, terms
        self._numbers = [_Numbers(_BITS * i) for i in range(len(space.start))]
        start = sum(numbers[code] for numbers, code in zip(self._numbers, space.start, strict=True))
        self.costs, self.states = {start: 0}, {start: space.start}
        self.layers: list[list[int]] = [[start], *([] for _ in range(limit))]
        self._at_start = _caps(space.start)

    def hop_on(self, key: int, cost: int) -> None:
        """Add what one hop reaches from a state."""
        space, terms, limit, numbers, costs = self._space, self._terms, self._limit, self._numbers, self.costs
        state = self.states[key]
        taken = _caps(state) - self._at_start
        if has_won(state, terms.bare and taken >= len(terms.supply), terms.tower, space):
            return
        black, completes = terms.supply[taken : taken + 1], COMPLETIONS[terms.tower]
        covered = space.covered(state) if space.above else ()
        hops = 0
        for i, code in enumerate(state):
            popped = POP[code]
            if popped is None or i in covered:
                continue
            size, rest = popped
            push, without = PUSH[size], key + numbers[i][rest] - numbers[i][code]
            for more, j in space.reach[i]:
                spent, below = cost + more, state[j]
                if spent > limit:
                    break
                landed = push[below]
                if not landed or j in covered:
                    continue
                hops += 1
                if size == 1 and completes[below]:
                    landed += black
                then = without + numbers[j][landed] - numbers[j][below]
                if costs.get(then, UNREACHABLE) > spent:
                    if then not in costs:
                        changed = list(state)
                        changed[i], changed[j] = rest, landed
                        self.states[then] = tuple(changed)
                    costs[then] = spent
                    self.layers[spent].append(then)
        _bounded(costs)
        spend(hops)


def _bounded(ends: Sized) -> None:
    if len(ends) > MOST_ENDS:
        raise GameError("looney.ends.many", most=MOST_ENDS)


def _caps(state: State) -> int:
    return sum(map(capped, state))


def _most_towers(space: Space, dice: Mapping[str, int], supply: str, tower: str) -> int:
    """Return the most towers that the colour can complete, on the best of suppositions: the other stands nowhere in the
    way and there are larges for all, which carry the most. With no supply the number does not matter."""
    limit = dice[space.colour]
    quick = min(limit, sum(code[0] == "3" and not capped(code) for code in space.start))
    if not supply or not _order_matters(supply, 2 * quick):
        return quick
    ends = solo_ends(space, limit, Terms("L" * len(space.start), tower, False))
    return max(map(_caps, ends)) - _caps(space.start)


def _closed(space: Space, cells: Collection[int]) -> Space:
    """Return `space` with nothing landing on `cells`."""
    closed = {i for i, cell in enumerate(space.cells) if cell in cells}
    return replace(space, reach=tuple(tuple(way for way in ways if way[1] not in closed) for ways in space.reach))


def _overfull_cells(space: Space, dice: Mapping[str, int]) -> list[int]:
    """Return the clear cells that hold more pieces of the colour than it has points to move off."""
    return [
        cell
        for cell, code in zip(space.cells, space.start, strict=True)
        if code[0] == "C" and cell not in space.odd and len(code) - 1 > dice[space.colour]
    ]


def _holdable(space: Space, dice: Mapping[str, int]) -> int:
    """Return the bits of the clear cells that the colour holds or could come to hold."""
    limit = dice[space.colour]
    sources = [i for i, code in enumerate(space.start) if code[-1] in "12"]
    near = {j for i in sources for j, cost in enumerate(space.apart[i]) if cost <= limit}
    return sum(bit for i, bit in enumerate(space.clear_bits) if i in near)
