"""A one-turn player of Looney Blockade, to measure suggestions against: it knows how near it is, and nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from heapq import nsmallest
from itertools import permutations

from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Position, Turn, other_side
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_paths import Terms, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import (
    CAP_PIECES,
    Space,
    State,
    cap_of,
    capped,
    decode,
)
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.looney_blockade.rules.searching.turn_results import solo_ends, solo_space
from companion.games.looney_blockade.rules.turns import Table

# How many of the first colour's best ends are tried before the second colour plays.
_CANDIDATES = 3
# The second colour counts a little: of two turns equally good for the better one, the tidier is taken.
_SECOND = 0.1

# Value, points spent, and the table at the end of a turn.
_Rated = tuple[float, int, tuple[str, ...]]


def greedy_turn(position: Position, roll: dict[str, int], against: float = 0.0) -> Turn:
    """A turn for `roll`: one colour after the other goes where it is then nearest to winning.

    Near is counted in points that the better colour would still need if it were alone (`points_to_win`), less
    `against` times those that the opponent's better colour then needs.
    """
    table = Table.of(position, RULINGS)
    ends = [] if table.winner() else list(_ends(table, roll, _CANDIDATES if against else 1))
    if against:
        ends = [(rate - against * _opponents(table, stacks), spent, stacks) for rate, spent, stacks in ends]
    _, _, best = min(ends, default=(0, 0, table.stacks))
    turn = find_turn(position, best, roll, RULINGS)
    assert turn
    return turn


def _opponents(table: Table, stacks: tuple[str, ...]) -> int:
    theirs = replace(table, stacks=stacks, side=other_side(table.side))
    return min(_rate(theirs, stacks, colour) for colour in SIDES[theirs.side])


def _ends(table: Table, dice: Mapping[str, int], seconds: int) -> Iterator[_Rated]:
    """The best ends of both colours, played in either order, and of one colour with the sum of low dice; so many ends
    of the second colour."""
    for first, second in permutations(dice):
        for spent, half in _best(table, first, dice[first], _CANDIDATES):
            for more, whole in _best(half, second, dice[second], seconds):
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
