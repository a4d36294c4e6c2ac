"""The ends of a turn worth thinking about, found for each colour alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.games.looney_blockade.rules.advising.points_to_five_towers import BearOff
from companion.games.looney_blockade.rules.advising.race import Race
from companion.games.looney_blockade.rules.rules import UNREACHABLE
from companion.games.looney_blockade.rules.searching.colour_paths import Terms, supply_letters
from companion.games.looney_blockade.rules.searching.colour_state import State, capped
from companion.games.looney_blockade.rules.searching.turn_results import solo_ends, solo_space
from companion.games.looney_blockade.rules.turns import Table

# Ends that are farther from winning than the best by more than this are left out.
_WORSE = 2
# Most ends that are looked at; no position that comes up in play has as many.
_ENDS = 10_000
# Number of states that a round of thinking looks at for each colour; the rest is judged by its lower bound.
_STATES = 5_000


@dataclass(frozen=True)
class End:
    """An end of a turn for one colour: its state, points still needed to win, points to get there, number of towers
    built."""

    state: State
    points: int
    cost: int
    built: int


@dataclass(frozen=True)
class Candidate:
    """One end for each colour of the side."""

    ends: tuple[End, End]

    @property
    def states(self) -> tuple[State, State]:
        return self.ends[0].state, self.ends[1].state

    @property
    def points(self) -> tuple[int, int]:
        return self.ends[0].points, self.ends[1].points

    @property
    def cost(self) -> int:
        return self.ends[0].cost + self.ends[1].cost

    @property
    def built(self) -> int:
        return self.ends[0].built + self.ends[1].built


class Runner:
    """One colour of the side whose turn it is on a table, racing alone. From `late` on ends are judged at a glance."""

    def __init__(self, table: Table, colour: str, late: Callable[[], bool] = lambda: False) -> None:
        self._late = late
        self.colour = colour
        self.space = solo_space(table, colour)
        self.out_of_time: Callable[[], bool] = lambda: False
        self.begin()
        self._terms = Terms(
            supply_letters(table.supply), table.options.tower, tell_taken=False, bare=table.options.bare
        )
        self._race = Race(self.space, table.options.bare and not any(table.supply), table.options.tower)
        self._bear_off = BearOff(self.space, self._race, table.options.tower)
        self._ends: dict[int, list[tuple[int, int, State]]] = {}

    def begin(self) -> None:
        """Begin a round of thinking."""
        self.cut_short = False
        self._left = _STATES

    def at_least(self) -> int:
        """Return a quick lower bound of the points needed as things stand."""
        return self._race.at_least(self.space.start)

    def standing(self, patience: int) -> End:
        return self._end(self.space.start, 0, patience)

    def best_ends(self, limit: int, patience: int) -> list[End]:
        """Return the ends within `limit` points that are nearest to winning, one for each choice of new towers and of
        clear larges held. `patience` is how many states may be looked at to find how near one is. Once `out_of_time`
        only those found so far."""
        best: dict[object, End] = {}
        least = UNREACHABLE
        for bound, cost, state in self.bounded_ends(limit):
            if bound > least + _WORSE or self.out_of_time():
                break
            key = tuple(self._built(state)), self.space.occupied(state)
            old = best.get(key)
            if old is None or (bound, cost) < (old.points, old.cost):
                end = self._end(state, cost, patience)
                if old is None or (end.points, cost) < (old.points, old.cost):
                    best[key] = end
                    least = min(least, end.points)
        return [end for end in best.values() if end.points <= least + _WORSE]

    def bounded_ends(self, limit: int) -> list[tuple[int, int, State]]:
        """Return all ends with the least points that they can need, those that need least first."""
        if limit not in self._ends:
            ends = solo_ends(self.space, limit, self._terms, _ENDS).items()
            self._ends[limit] = sorted((self._race.at_least(state), cost, state) for state, cost in ends)
        return self._ends[limit]

    def _end(self, state: State, cost: int, patience: int) -> End:
        if self._left > 0 and not self._late():
            looked = self._bear_off.looked
            points, exact = self._bear_off.points(state, min(patience, self._left))
            self._left -= self._bear_off.looked - looked
        else:
            points, exact = self._bear_off.at_least(state), False
        self.cut_short = self.cut_short or not exact
        if not exact:
            # A bound is mostly one short where it is not reached; ends must not look better for being unclear.
            points += 1
        return End(state, points, cost, sum(1 for _ in self._built(state)))

    def _built(self, state: State) -> Iterator[int]:
        for i, (was, now) in enumerate(zip(self.space.start, state, strict=True)):
            if was != now and capped(now) and not capped(was):
                yield i
