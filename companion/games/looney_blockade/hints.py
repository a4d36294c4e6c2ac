"""Help for a player: where a touched piece can go and why not elsewhere, and a good turn for a roll."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import permutations

from companion.games.looney_blockade import rules
from companion.games.looney_blockade.board import CELLS, CLEAR, COLOUR_NAMES
from companion.games.looney_blockade.ends import solo_ends, solo_space
from companion.games.looney_blockade.finding import find_turn
from companion.games.looney_blockade.model import RULINGS, SIDES, Hop, Options, Position, Turn, check_roll
from companion.games.looney_blockade.rules import UNREACHABLE, Fault
from companion.games.looney_blockade.space import CAP_PIECES, Space, State, cap_of, capped, decode
from companion.games.looney_blockade.turns import Table, moves, over_fault, read_budget, read_cell
from companion.games.looney_blockade.ways import Terms, supply_letters


@dataclass(frozen=True)
class Reach:
    """Where the top piece of a cell can go, and the cells that look as if it could, with the reason why not."""

    start: str
    hops: tuple[Hop, ...]
    refused: tuple[tuple[str, Fault], ...]


def reach(position: Position, start: str, budget: Mapping[str, int], options: Options = RULINGS) -> Reach:
    """Legal hops from `start` with `budget`, the points left by colour, and why tempting cells are not allowed.

    Tempting are clear cells, towers of the mover's other colour, and the piece's own colour. When nothing may move
    from `start`, that cell itself is refused. Raises GameError for a cell that does not exist.
    """
    table, left, i = Table.of(position, options), read_budget(budget, position.to_move), read_cell(start)
    if fault := over_fault(table) or table.start_fault(i):
        return Reach(start, (), ((start, fault),))
    hops = tuple(hop for hop in moves(position, left, options) if hop.start == start)
    legal = {hop.end for hop in hops}
    piece = table.stacks[i][-2:]
    refused = [
        (CELLS[j], _refusal(table, i, j, left.get(piece[0], 0)))
        for j in range(len(CELLS))
        if j != i and CELLS[j] not in legal and _tempts(table, j, piece)
    ]
    return Reach(start, hops, tuple(refused))


def _tempts(table: Table, j: int, piece: str) -> bool:
    stack = table.stacks[j]
    friendly_tower = rules.is_capped(stack) and stack[0] in SIDES[table.side]
    return stack[0] in (CLEAR, piece[0]) or friendly_tower


def _refusal(table: Table, i: int, j: int, left: int) -> Fault:
    fault = table.end_fault(i, j) or table.way_fault(i, j)
    if fault:
        return fault
    cost, free = table.cost(i, j), rules.distances(frozenset())[i][j]
    detour = f", {cost - free} of them to go round a blockade" if free < cost < UNREACHABLE else ""
    colour = COLOUR_NAMES[table.stacks[i][-2]]
    return Fault("BK-points", f"{CELLS[j]} costs {cost} points{detour}; {colour} has {left}", (CELLS[j],))


@dataclass(frozen=True)
class Suggestion:
    """A turn, how far its side then is from winning (estimated points by colour), and the reason in words."""

    turn: Turn
    points_to_win: Mapping[str, int]
    reason: str


# How many of the first colour's best ends are tried before the second colour plays.
_CANDIDATES = 3
# The second colour counts a little: of two turns equally good for the better one, the tidier is taken.
_SECOND = 0.1

# Value, points spent, and the table at the end of a turn.
_Rated = tuple[float, int, tuple[str, ...]]


def suggest(position: Position, roll: Mapping[str, int], options: Options = RULINGS) -> Suggestion:
    """A good whole turn for `roll`: one colour after the other goes where it is then nearest to winning.

    Near is counted in points that the better colour would still need if it were alone (`points_to_win`). What the
    opponent may do is not looked at. Raises GameError for a roll that cannot be.
    """
    dice = check_roll(roll, position.to_move)
    table = Table.of(position, options)
    ends = [] if table.winner() else list(_ends(table, dice))
    _, _, best = min(ends, default=(0, 0, table.stacks))
    turn = find_turn(position, best, dice, _judged(options))
    assert turn
    after = {colour: _rate(table, best, colour) for colour in dice}
    return Suggestion(turn, after, _why(turn, position, options, after))


def _judged(options: Options) -> Options:
    """Suggestions park no pieces (BK-02 c): what is legal without is legal with it."""
    return replace(options, landing="a") if options.landing == "c" else options


def _ends(table: Table, dice: Mapping[str, int]) -> Iterator[_Rated]:
    """The best ends of both colours, played in either order, and of one colour with the sum of low dice."""
    for first, second in permutations(dice):
        for spent, half in _best(table, first, dice[first], _CANDIDATES):
            for more, whole in _best(half, second, dice[second], 1):
                yield _rated(whole, dice, spent + more)
        if max(dice.values()) <= 3:
            for spent, whole in _best(table, first, sum(dice.values()), 1):
                yield _rated(whole, dice, spent)


def _rated(table: Table, dice: Mapping[str, int], spent: int) -> _Rated:
    rates = sorted(_rate(table, table.stacks, colour) for colour in dice)
    return rates[0] + _SECOND * rates[1], spent, table.stacks


def _rate(table: Table, stacks: tuple[str, ...], colour: str) -> int:
    space = solo_space(table, colour)
    return points_to_win(space, space.local(stacks))


def _best(table: Table, colour: str, limit: int, count: int) -> list[tuple[int, Table]]:
    """The tables nearest to winning for `colour` that it reaches alone, with the points spent."""
    if table.winner():
        return [(0, table)]
    space = solo_space(table, colour)
    terms = Terms(supply_letters(table.supply), table.options.tower, tell_taken=False)
    ends = solo_ends(space, limit, terms)
    best = nsmallest(count, ((points_to_win(space, state), cost, state) for state, cost in ends.items()))
    return [(cost, _after(table, space, state)) for _, cost, state in best]


def _after(table: Table, space: Space, state: State) -> Table:
    supply = table.supply
    for was, now in zip(space.start, state, strict=True):
        if cap_of(now) and not cap_of(was):
            supply = rules.without(supply, CAP_PIECES[cap_of(now)])
    stacks = list(table.stacks)
    for cell, was, now in zip(space.cells, space.start, state, strict=True):
        if was != now:
            stacks[cell] = decode(now, space.colour)
    return replace(table, stacks=tuple(stacks), supply=supply)


def _why(turn: Turn, before: Position, options: Options, after: Mapping[str, int]) -> str:
    built = [hop.end for hop in turn.hops if hop.cap]
    best = min(after, key=lambda colour: after[colour])
    if not turn.hops:
        return "no hop brings either colour nearer to five towers"
    if rules.winner(turn.position.stacks, turn.position.supply, options) == before.to_move:
        return f"wins with the fifth {COLOUR_NAMES[best]} tower"
    towers = f"builds {'a tower' if len(built) == 1 else 'towers'} on {', '.join(built)}; " if built else ""
    return f"{towers}{COLOUR_NAMES[best]} then needs about {after[best]} more points for five towers"


def points_to_win(space: Space, state: State) -> int:
    """About how many points the colour needs, alone, to make towers of all its larges.

    Every large without a medium gets the medium that is cheapest to bring, every tower a small; a small that stands in
    the way has to step off and back. A lower bound but for smalls that find no resting place.
    """
    mediums, smalls, no_medium, no_small = [], [], [], []
    steps_off = 0
    for i, code in enumerate(state):
        if code[0] == "3" and capped(code):
            above = code[4:]
        elif code[0] == "3":
            no_small.append(i)
            seat = code.startswith("32")
            if not seat:
                no_medium.append(i)
            above = code[2:] if seat else code[1:]
            steps_off += above.count("1") > 0
        else:
            above = code[1:]
        mediums += [i] * above.count("2")
        smalls += [i] * above.count("1")
    return _carry(mediums, no_medium, space) + _carry(smalls, no_small, space) + steps_off


def _carry(sources: list[int], places: list[int], space: Space) -> int:
    """Points to bring one piece to each place, each from the source that suits best; a source in place costs one."""
    total = 0
    left = list(sources)
    for place in places:
        if not left:
            return total + UNREACHABLE
        source = min(left, key=lambda i: max(1, space.apart[i][place]))
        left.remove(source)
        total += max(1, space.apart[source][place])
    return total
