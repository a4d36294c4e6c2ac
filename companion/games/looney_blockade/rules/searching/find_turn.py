"""The cheapest turn that leads from one table to another, by the rules or with one of them relaxed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.games.errors import GameError
from companion.games.looney_blockade.rules import rules
from companion.games.looney_blockade.rules.board import BLACK, CELLS, keeps_lawful
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Turn
from companion.games.looney_blockade.rules.searching.colour_paths import (
    STATE_STEPS,
    Terms,
    Way,
    interleave,
    supply_letters,
    ways_to,
)
from companion.games.looney_blockade.rules.searching.colour_state import Space, State, cap_of, merge, space_of
from companion.games.looney_blockade.rules.searching.landing_option_c import find_parking_moves
from companion.games.looney_blockade.rules.searching.table_faults import table_faults
from companion.games.looney_blockade.rules.turns import Table, apply, turn_of
from companion.games.step_budget import MOST_STEPS, at_most, spend

Moves = list[tuple[str, str]]


@dataclass(frozen=True)
class Laxity:
    """The rule that a search ignores, to see whether it was the one broken.

    `through`: blockades may be passed over. `from_under`: mediums may be pulled out from under smalls. `after_win`:
    play goes on after a win. `points`: as many points as it takes.
    """

    through: bool = False
    from_under: bool = False
    after_win: bool = False
    points: bool = False


STRICT = Laxity()
# Most states of one colour in a relaxed search.
_PATIENCE = 8_000
_MOST_POINTS = 18


@dataclass(frozen=True)
class Found:
    """A way from one table to another: its hops (from, to), the piece that each moves, and the points by colour."""

    moves: Moves
    pieces: Sequence[str]
    points: Mapping[str, int]


def find_turn(before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options) -> Turn | None:
    """Return the cheapest legal turn from `before` to the 25 stacks `after`, or None when there is none.

    Raises GameError when the search stays undecided, which takes more pieces than the game has or parking (BK-02 c).
    """
    table = Table.of(before, options)
    if after == before.stacks:
        return turn_of((), table, dict.fromkeys(dice, 0))
    if table.ended():
        return None
    if options.landing == "c":
        moves = _parking_moves(before, after, dice, options)
    else:
        moves = found.moves if (found := find_moves(before, after, dice, options)) else None
    if moves is None:
        return None
    turn = apply(before, dice, moves, options)
    assert isinstance(turn, Turn), turn
    return turn


def _parking_moves(before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options) -> Moves | None:
    """Return the cheapest hops with parking; those without if the search with it stays undecided."""
    if table_faults(before, after, dice, options) or _has_wrong_blacks(before, after, options):
        return None
    try:
        return find_parking_moves(Table.of(before, options), after, dice)
    except GameError:
        with at_most(MOST_STEPS):
            found = find_moves(before, after, dice, replace(options, landing="a"))
        if found is None:
            raise
        return found.moves


def _has_wrong_blacks(before: Position, after: tuple[str, ...], options: Options) -> bool:
    """Return True if the new blacks are not the next of the supply, or a new tree lacks one although some are left."""
    pairs = list(zip(before.stacks, after, strict=True))
    new = [now[now.index(BLACK) :][:2] for was, now in pairs if now.count(BLACK) > was.count(BLACK)]
    supply = [black for black in ("K3", "K2", "K1") for _ in range(before.supply[int(black[1]) - 1])]
    bare = any(not was.startswith(now) and rules.is_bare_tree(now, options) for was, now in pairs)
    return sorted(new) != sorted(supply[: len(new)]) or (bare and len(new) < len(supply))


def find_moves(
    before: Position, after: tuple[str, ...], dice: dict[str, int], options: Options, laxity: Laxity = STRICT
) -> Found | None:
    """Return the cheapest hops from `before` to the stacks `after` by all rules but the relaxed one, or None."""
    if not keeps_lawful(before.stacks, after):
        return None
    one, two = (
        space_of(before.stacks, colour, before.to_move, options, through=laxity.through)
        for colour in SIDES[before.to_move]
    )
    goals = one.local(after), two.local(after)
    if merge(before.stacks, ((one, goals[0]), (two, goals[1]))) != after:
        return None
    terms = _terms(before, (one, two), goals, options, laxity)
    if terms is None:
        return None
    return _Search((one, two), goals, terms, dice, laxity).cheapest()


def _terms(
    before: Position, spaces: Sequence[Space], goals: Sequence[State], options: Options, laxity: Laxity
) -> Terms | None:
    """Return the terms of a search for `goals`, or None when the new blacks are not the next ones of the supply."""
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
    patience = None if laxity == STRICT else _PATIENCE
    return Terms(supply, options.tower, order_matters, laxity.from_under, not laxity.after_win, patience, options.bare)


@dataclass(frozen=True)
class _Search:
    spaces: tuple[Space, Space]
    goals: tuple[State, State]
    terms: Terms
    dice: dict[str, int]
    laxity: Laxity

    def cheapest(self) -> Found | None:
        """Return the cheapest turn. The cheapest ways of both colours mostly fit; otherwise all pairs, by cost."""
        one, two = self._ways(0), self._ways(1)
        first, second = next(one, None), next(two, None)
        if first is None or second is None:
            return None
        if found := self._joined(first, second):
            return found
        pairs = sorted(product((first, *one), (second, *two)), key=lambda pair: pair[0].cost + pair[1].cost)
        return next((found for a, b in pairs if (found := self._joined(a, b))), None)

    def _ways(self, which: int) -> Iterator[Way]:
        space, other = self.spaces[which], self.spaces[1 - which]
        return ways_to(space, self.goals[which], self._limit(which), self.terms, other.occupied(other.start))

    def _limit(self, which: int) -> int:
        """Return the most points that the colour can get: both dice only if the other colour stands still."""
        if self.laxity.points:
            return _MOST_POINTS
        other = self.spaces[1 - which]
        still = self.goals[1 - which] == other.start
        ways = rules.allowances(self.dice)
        return max(way[self.spaces[which].colour] for way in ways if still or way[other.colour])

    def _joined(self, one: Way, two: Way) -> Found | None:
        spend(STATE_STEPS)
        points = {self.spaces[0].colour: one.cost, self.spaces[1].colour: two.cost}
        if not self.laxity.points and not any(rules.covers(way, points) for way in rules.allowances(self.dice)):
            return None
        order = interleave(one, two, self.terms.supply)
        if order is None:
            return None
        steps = iter(one.steps), iter(two.steps)
        moves, pieces = [], []
        for which in order:
            step, space = next(steps[which]), self.spaces[which]
            moves.append((CELLS[space.cells[step.i]], CELLS[space.cells[step.j]]))
            pieces.append(f"{space.colour}{step.size}")
        return Found(moves, pieces, points)
