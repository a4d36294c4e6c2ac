"""A one-turn player of Looney Blockade, to measure suggestions against: it knows how near it is, and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
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
    table, greed = Table.of(position, RULINGS), _Greed()
    ends = [] if table.winner() else list(greed.ends(table, roll, _CANDIDATES if against else 1))
    if against:
        ends = [(rate - against * greed.opponents(table, stacks), spent, stacks) for rate, spent, stacks in ends]
    _, _, best = min(ends, default=(0, 0, table.stacks))
    turn = find_turn(position, best, roll, RULINGS)
    assert turn
    return turn


class _Greed:
    """The thinking about one turn: what one way has found out the others need not."""

    def __init__(self) -> None:
        self._near: dict[object, _Near] = {}
        self._best: dict[object, list[tuple[int, int, State]]] = {}

    def opponents(self, table: Table, stacks: tuple[str, ...]) -> int:
        """The points of the opponent's better colour."""
        theirs = replace(table, stacks=stacks, side=other_side(table.side))
        return min(self._rate(theirs, stacks, colour) for colour in SIDES[theirs.side])

    def ends(self, table: Table, dice: Mapping[str, int], seconds: int) -> Iterator[_Rated]:
        """The best ends of both colours, played in either order, and of one colour with the sum of low dice; so many
        ends of the second colour."""
        for first, second in permutations(dice):
            for spent, half in self._ends_of(table, first, dice[first], _CANDIDATES):
                for more, whole in self._ends_of(half, second, dice[second], seconds):
                    yield self._rated(whole, dice, spent + more)
            if max(dice.values()) <= 3:
                for spent, whole in self._ends_of(table, first, sum(dice.values()), 1):
                    yield self._rated(whole, dice, spent)

    def _rated(self, table: Table, dice: Mapping[str, int], spent: int) -> _Rated:
        rates = sorted(self._rate(table, table.stacks, colour) for colour in dice)
        return rates[0] + _SECOND * rates[1], spent, table.stacks

    def _rate(self, table: Table, stacks: tuple[str, ...], colour: str) -> int:
        space = solo_space(table, colour)
        return self._near_in(space).points(space.local(stacks))

    def _ends_of(self, table: Table, colour: str, limit: int, count: int) -> list[tuple[int, Table]]:
        """The tables nearest to winning for `colour` that it reaches alone, with the points spent."""
        if table.winner():
            return [(0, table)]
        space = solo_space(table, colour)
        key = colour, limit, count, space.start, space.reach, table.supply
        if key not in self._best:
            terms = Terms(supply_letters(table.supply), table.options.tower, tell_taken=False)
            points = self._near_in(space).points
            ends = solo_ends(space, limit, terms)
            self._best[key] = nsmallest(count, ((points(state), cost, state) for state, cost in ends.items()))
        return [(cost, _after(table, space, state)) for _, cost, state in self._best[key]]

    def _near_in(self, space: Space) -> "_Near":
        return self._near.setdefault(space.apart, _Near(space.apart))


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


@lru_cache(maxsize=1 << 12)
def _content(code: str) -> tuple[int, int, bool, bool, bool]:
    """Mediums and smalls that can move on in a code; whether a medium, and a small, is missing; whether a small has to
    step off and back."""
    if code[0] == "3" and capped(code):
        above = code[4:]
        return above.count("2"), above.count("1"), False, False, False
    if code[0] == "3":
        seat = code.startswith("32")
        above = code[2:] if seat else code[1:]
        return above.count("2"), above.count("1"), not seat, True, "1" in above
    return code.count("2"), code.count("1"), False, False, False


class _Near:
    """How near states of one space are to winning."""

    def __init__(self, apart: Sequence[Sequence[int]]) -> None:
        # By place and source.
        self._costs = [[max(1, cost) for cost in column] for column in zip(*apart, strict=True)]
        self._carried: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}

    def points(self, state: State) -> int:
        """About how many points the colour needs, alone, to make towers of all its larges.

        Every large without a medium gets the medium that is cheapest to bring, every tower a small; a small that stands
        in the way has to step off and back. A lower bound but for smalls that find no resting place.
        """
        mediums: tuple[int, ...] = ()
        smalls: tuple[int, ...] = ()
        no_medium: tuple[int, ...] = ()
        no_small: tuple[int, ...] = ()
        steps_off = 0
        for i, code in enumerate(state):
            medium, small, lacks_medium, lacks_small, steps = _content(code)
            if medium:
                mediums += (i,) * medium
            if small:
                smalls += (i,) * small
            if lacks_medium:
                no_medium += (i,)
            if lacks_small:
                no_small += (i,)
            steps_off += steps
        return self._carry(mediums, no_medium) + self._carry(smalls, no_small) + steps_off

    def _carry(self, sources: tuple[int, ...], places: tuple[int, ...]) -> int:
        """Points to bring one piece to each place, each from the source that suits best; a source in place costs
        one."""
        key = sources, places
        if key not in self._carried:
            self._carried[key] = self._carry_anew([*sources], places)
        return self._carried[key]

    def _carry_anew(self, left: list[int], places: tuple[int, ...]) -> int:
        total = 0
        for place in places:
            if not left:
                return total + UNREACHABLE
            costs = self._costs[place]
            source = min(left, key=costs.__getitem__)
            left.remove(source)
            total += costs[source]
        return total
