"""All tables that a turn can end in, kept apart by colour: counting them never lists the pairs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.looney_blockade.model import RULINGS, SIDES, Options, Position, check_roll
from companion.games.looney_blockade.space import COMPLETIONS, POP, PUSH, Space, State, capped, space_of
from companion.games.looney_blockade.turns import Table
from companion.games.looney_blockade.walks import Frontier, Node, Seen, Step, Terms, fit, see, supply_letters

# Every end state of one colour with the (points, labels) that lead to it and that nothing better replaces.
Ends = Mapping[State, Sequence[tuple[int, Seen]]]


def perft(position: Position, roll: Mapping[str, int], options: Options = RULINGS) -> int:
    """The number of different tables (grid and supply) that a turn with `roll` can end in, the unchanged one included.

    Raises GameError for a roll that cannot be.
    """
    dice = check_roll(roll, position.to_move)
    table = Table.of(position, options)
    if table.winner():
        return 1
    total = sum(dice.values()) if max(dice.values()) <= 3 else 0
    limits = {colour: max(points, total) for colour, points in dice.items()}
    spaces, terms = joint_spaces(table, limits)
    ends = [
        end_states(mine, limits[mine.colour], terms, other)
        for mine, other in zip(spaces, reversed(spaces), strict=True)
    ]
    within = [_by_labels(each, dice[space.colour]) for each, space in zip(ends, spaces, strict=True)]
    count = sum(
        ones * others
        for one, ones in within[0].items()
        for other, others in within[1].items()
        if _fit_any(one, other, terms)
    )
    if not total:
        return count
    return count + sum(_sum_only(spaces, ends, dice, terms, which) for which in (0, 1))


def _by_labels(ends: Ends, limit: int) -> Counter[frozenset[Seen]]:
    """How many states share the same ways of being reached within `limit`, as far as the other colour can notice."""
    groups: Counter[frozenset[Seen]] = Counter()
    for entries in ends.values():
        if reached := frozenset(seen for cost, seen in entries if cost <= limit):
            groups[reached] += 1
    return groups


def _fit_any(one: frozenset[Seen], other: frozenset[Seen], terms: Terms) -> bool:
    return any(fit(a, b, terms.supply) for a in one for b in other)


def _sum_only(spaces: Sequence[Space], ends: Sequence[Ends], dice: Mapping[str, int], terms: Terms, which: int) -> int:
    """How many tables only the sum of both dice reaches, spent on one colour while the other stands still."""
    other = spaces[1 - which]
    still = frozenset({terms.first_node(other).seen})
    returning = frozenset(seen for cost, seen in ends[1 - which][other.start] if cost <= dice[other.colour])
    count = 0
    for entries in ends[which].values():
        within = frozenset(seen for cost, seen in entries if cost <= dice[spaces[which].colour])
        if not _fit_any(within, returning, terms):
            count += _fit_any(frozenset(seen for _, seen in entries), still, terms)
    return count


def joint_spaces(table: Table, limits: Mapping[str, int]) -> tuple[list[Space], Terms]:
    """The spaces of the mover's two colours, where only clear cells that both can come to hold keep their bit, and
    what their searches have in common, for at most `limits` points by colour."""
    spaces = [space_of(table.stacks, colour, table.side, table.options) for colour in SIDES[table.side]]
    for which in (0, 1):
        spaces[which] = _without_kept(spaces[which], spaces[1 - which], limits)
    bits = [_holdable(space, limits[space.colour]) for space in spaces]
    shared = bits[0] & bits[1]
    spaces = [replace(space, clear_bits=tuple(bit & shared for bit in space.clear_bits)) for space in spaces]
    supply = supply_letters(table.supply)
    most = sum(_most_towers(space, limits[space.colour], table.options) for space in spaces)
    order_matters = len(set(supply[:most])) > 1 or (0 < len(supply) < most)
    return spaces, Terms(supply, table.options.tower, order_matters)


def _without_kept(space: Space, other: Space, limits: Mapping[str, int]) -> Space:
    """`space` without the clear cells that hold more pieces of the other colour than it has points to move off."""
    kept = {
        cell
        for cell, code in zip(other.cells, other.start, strict=True)
        if code[0] == "C" and len(code) - 1 > limits[other.colour]
    }
    stay = [i for i, cell in enumerate(space.cells) if cell not in kept]
    renumbered = {i: k for k, i in enumerate(stay)}
    return Space(
        space.colour,
        tuple(space.cells[i] for i in stay),
        tuple(space.clear_bits[i] for i in stay),
        tuple(space.start[i] for i in stay),
        tuple(tuple((cost, renumbered[j]) for cost, j in space.reach[i] if j in renumbered) for i in stay),
    )


def _holdable(space: Space, limit: int) -> int:
    """The bits of the clear cells that the colour holds or could come to hold with `limit` points."""
    sources = [i for i, code in enumerate(space.start) if code[-1] in "12"]
    near = {j for i in sources for cost, j in space.reach[i] if cost <= limit}
    return sum(bit for i, bit in enumerate(space.clear_bits) if bit and (i in near or len(space.start[i]) > 1))


def _most_towers(space: Space, limit: int, options: Options) -> int:
    """A bound on the towers that `limit` points complete: each needs a small to land, and a medium where none is."""
    mediums = {i for i, code in enumerate(space.start) if POP[code] and "2" in code}
    costs = []
    for i, code in enumerate(space.start):
        if code[0] == "3" and not capped(code):
            way = min((cost for k in mediums - {i} for cost, j in space.reach[k] if j == i), default=limit)
            costs.append(1 if code.startswith("32") else 1 + way)
    costs.sort()
    count = 0
    while count < len(costs) and sum(costs[: count + 1]) <= limit:
        count += 1
    return count


def end_states(space: Space, limit: int, terms: Terms, other: Space) -> Ends:
    """Every state of one colour reachable with at most `limit` points, whatever the other colour does meanwhile."""
    others_start = other.occupied(other.start)
    frontier = Frontier()
    first = terms.first_node(space)
    frontier.admits(0, first.state, first.seen)
    layers: list[list[Node]] = [[first], *([] for _ in range(limit))]
    for cost, layer in enumerate(layers):
        for node in layer:
            if node.label.won:
                continue
            for step, state in steps_from(space, node, limit - cost, terms):
                label = terms.next_label(node.label, state, step, space)
                seen = see(node.seen, label, others_start)
                if frontier.admits(cost + step.cost, state, seen):
                    layers[cost + step.cost].append(Node(cost + step.cost, state, seen, label, step, node))
    return frontier.kept


def steps_from(space: Space, node: Node, left: int, terms: Terms) -> Iterator[tuple[Step, State]]:
    """Every hop from a node that `left` points pay, once for each black that a completed tower might get."""
    completes = COMPLETIONS[terms.tower]
    state = node.state
    for i, code in enumerate(state):
        popped = POP[code]
        if popped is None:
            continue
        size, rest = popped
        push = PUSH[size]
        for cost, j in space.reach[i]:
            if cost > left:
                break
            landed = push[state[j]]
            if not landed:
                continue
            caps = terms.caps(node.label) if size == 1 and completes[state[j]] else ("",)
            for cap in caps:
                changed = list(state)
                changed[i], changed[j] = rest, landed + cap.replace("-", "")
                yield Step(i, j, size, cost, cap), tuple(changed)
