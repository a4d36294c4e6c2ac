"""Whole turns: where they can end, playing one step by step, and what a broken rule is called."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

from companion.games.errors import GameError
from companion.games.leistiko_blockade.rules.model import (
    ROWS,
    RULINGS,
    Options,
    Position,
    Roll,
    Rows,
    Side,
    Step,
    Turn,
    Violation,
    other_side,
    read_row,
)
from companion.games.leistiko_blockade.rules.rules import Fault, Purse, Table, cell
from companion.games.reason import Reason, because
from companion.games.step_budget import spend

# Points spent on moving and on leaping, and the steps, last first: (step, earlier steps) or None.
_Trail = tuple[Step, "_Trail"] | None
Way = tuple[int, int, _Trail]
# To see what can follow a step takes as long as so many steps of other searches.
_STEPS = 30


def ends(table: Table, target: Rows | None = None, enough: int | None = None) -> dict[Rows, list[Way]]:
    """Return every way the mover's pieces can stand at the end of a turn, with the cheapest ways there: none that
    another beats in both purses, the one with the fewest points in all first.

    Where the points have to be spent, the ways spend them all (LB-20).

    With `target` only ends that could still become `target` are looked at, so that the way there, if any, is found.
    Once there are `enough` the search stops; the cheapest are found first.
    """
    found: dict[Rows, list[Way]] = {}
    queue: list[tuple[int, int, int, int, Rows, _Trail]] = [(0, 0, 0, 0, table.own, None)]
    least = sum(target) if target is not None else 0
    order = 0
    while queue:
        total, length, _, spent, own, trail = heappop(queue)
        leapt = total - spent
        ways = found.setdefault(own, [])
        if ways and (table.purse.shared or any(way[0] <= spent and way[1] <= leapt for way in ways)):
            continue
        ways.append((spent, leapt, trail))
        if own == target or len(found) == enough:
            break
        spend(_STEPS)
        for step, then in table.steps(own):
            sideways = step.cost if step.kind == "move" else 0
            if table.purse.pays(spent + sideways, leapt + step.cost - sideways) and sum(then) >= least:
                order += 1
                item = (total + step.cost, length + 1, order, spent + sideways, then, (step, trail))
                if not (table.purse.shared and then in found):
                    heappush(queue, item)
    return _spent_whole(table, found) if table.purse.whole else found


def _spent_whole(table: Table, found: dict[Rows, list[Way]]) -> dict[Rows, list[Way]]:
    """Return the ends by moves alone that can spend all points; points left over move a piece aside and back."""
    row = next(i for i, count in enumerate(table.own) if count > table.still[i]) + 1
    aside = row + 1 if row < ROWS[-1] else row - 1
    there, back = Step("move", row, 1, aside), Step("move", aside, 1, row)
    ends_whole: dict[Rows, list[Way]] = {}
    for own, ((spent, leapt, trail), *_) in found.items():
        steps = steps_of((spent, leapt, trail))
        idle, odd = divmod(table.purse.moves - spent, 2)
        if not odd:
            whole: _Trail = None
            for step in (*(there, back) * idle, *steps):
                whole = step, whole
            ends_whole[own] = [(table.purse.moves, leapt, whole)]
    return ends_whole


def steps_of(way: Way) -> tuple[Step, ...]:
    """Return the steps of a way in the order in which they are played."""
    steps = []
    trail = way[2]
    while trail:
        steps.append(trail[0])
        trail = trail[1]
    return tuple(reversed(steps))


def fitting_purse(position: Position, row: int, roll: Roll, options: Options) -> Purse:
    """Return what `roll` gives for a turn with `row`. Raises GameError when other numbers of dice are rolled for its
    leap."""
    if roll.opposed is not None:
        own, opposing = counts(position, row)
        if len(roll.dice) != max(1, own) or len(roll.opposed) != opposing + 1:
            rolled = {"rolled": len(roll.dice), "against": len(roll.opposed)}
            raise GameError("leistiko.roll.leap", "LB-bungie", row=row, own=own, opposing=opposing + 1, **rolled)
    return Purse.of(roll, options)


def counts(position: Position, row: int) -> tuple[int, int]:
    """Return the mover's pieces on a row and the opposing ones across from it."""
    side = position.to_move
    return position.rows(side)[row - 1], position.rows(other_side(side))[row - 1]


def row_fault(position: Position, row: int) -> Fault | None:
    """Return why `row` may not be chosen: the game is over, or the row is empty (LB-10)."""
    if position.over:
        return over_fault(position)
    side = position.to_move
    if position.rows(side)[row - 1] or position.resting(side)[row - 1]:
        return None
    return Fault(because("leistiko.row.empty", "LB-10", row=row, side=side), (cell(side, row),))


def over_fault(position: Position) -> Fault:
    winner = outcome(position).winner
    if winner == "draw":
        return Fault(because("leistiko.over.draw", "LB-end"))
    return Fault(because("leistiko.over", "LB-end", side=winner))


def moves(
    position: Position, roll: Roll, row: int | None = None, options: Options = RULINGS, enough: int | None = None
) -> list[Turn]:
    """Return every distinct position that a turn with `row` can end in, each with one cheapest turn, the unchanged one
    first; of one row no more than `enough`, the cheapest.

    Without `row`, over all rows that fit the roll. None once the game is over or from an empty row. Raises GameError
    for a roll that cannot be.
    """
    found: dict[Position, Turn] = {}
    for each in playable_rows(position, roll, row, options):
        table = Table.of(position, each, fitting_purse(position, each, roll, options), options)
        for own, ways in ends(table, enough=enough).items():
            after = position.after(_with_resting(own, position))
            turn = Turn(each, steps_of(ways[0]), after)
            if after not in found or _points(turn) < _points(found[after]):
                found[after] = turn
    return list(found.values())


def _points(turn: Turn) -> int:
    return turn.moved + turn.leapt


def _with_resting(own: Rows, position: Position) -> Rows:
    return own if len(own) == 12 else own + position.resting(position.to_move)


def playable_rows(position: Position, roll: Roll, row: int | None, options: Options) -> list[int]:
    """Return the rows that may be chosen, only `row` if that is given. Without it, only rows for whose leap as many
    dice are rolled. Raises GameError if the dice fit no row."""
    if row is not None:
        return [] if row_fault(position, row) else [row]
    good = [each for each in range(1, 7) if not row_fault(position, each)]
    if roll.opposed is None or not good:
        return good
    fit = [each for each in good if counts(position, each) == (len(roll.dice), len(roll.opposed) - 1)]
    if not fit:
        rolled = {"rolled": len(roll.dice), "against": len(roll.opposed)}
        raise GameError("leistiko.roll.no_row", "LB-bungie", side=position.to_move, **rolled)
    return fit


def perft(position: Position, roll: Roll, row: int | None = None, options: Options = RULINGS) -> int:
    """Return the number of distinct positions after a turn with `row` or, without it, with any row."""
    return len(moves(position, roll, row, options))


@dataclass(frozen=True)
class Outcome:
    """The winner, if the game is over."""

    winner: Side | Literal["draw"] | None


def outcome(position: Position) -> Outcome:
    """Return the result. The second player wins by emptying all rows first; if the first player does, the second player
    has one more turn (LB-15)."""
    if not position.over:
        return Outcome(None)
    if any(position.all_of("first")):
        return Outcome("second")
    return Outcome("first" if any(position.all_of("second")) else "draw")


def apply(
    position: Position, row: int, roll: Roll, steps: Sequence[Step], options: Options = RULINGS
) -> Turn | Violation:
    """Plays one whole turn; no steps is a legal turn (LB-11).

    A violation's `nearest` is the turn up to the step that breaks the rule. Raises GameError for a roll that cannot be.
    """
    purse = fitting_purse(position, read_row(row), roll, options)
    if fault := row_fault(position, row):
        return Violation(fault.reason, fault.cells)
    play = Play(position, row, roll, Table.of(position, row, purse, options))
    for step in steps:
        if fault := play.fault(step):
            return Violation(fault.reason, fault.cells, play.turn())
        play = play.then(step)
    if purse.whole and (left := purse.moves - _spent(play.steps)[0]):
        return Violation(unspent(left), (cell(position.to_move, row),), play.turn())
    return play.turn()


def unspent(points: int) -> Reason:
    """Say that points of a roll are left (LB-20)."""
    return because("leistiko.unspent", "LB-20", n=points)


@dataclass(frozen=True)
class Play:
    """A turn in the middle: the steps taken so far and where the mover's pieces stand now."""

    position: Position
    row: int
    roll: Roll
    table: Table
    steps: tuple[Step, ...] = ()

    @property
    def own(self) -> Rows:
        return self.table.own

    def turn(self) -> Turn:
        return Turn(self.row, self.steps, self.position.after(_with_resting(self.own, self.position)))

    def then(self, step: Step) -> "Play":
        """Return the play after a step that has no fault."""
        priced, own = next(each for each in self.table.steps(self.own) if _same(each[0], step))
        table = Table(own, self.table.still, self.table.opposing, self.table.purse, self.table.options)
        return Play(self.position, self.row, self.roll, table, (*self.steps, priced))

    def fault(self, step: Step) -> Fault | None:
        """Return why `step` may not be taken now."""
        return self._kind_fault(step) or self.piece_fault(step) or self._way_fault(step) or self._points_fault(step)

    def _kind_fault(self, step: Step) -> Fault | None:
        here = (self._cell(step.row),)
        if step.kind in ("cross", "off") and not self.table.resting():
            return Fault(because("leistiko.whole", "LB-09"), here)
        if self.roll.opposed is not None and step.kind == "move":
            return Fault(because("leistiko.contest.moved", "LB-bungie"), here)
        if self.table.purse.leaps is None and step.kind != "move":
            return Fault(because("leistiko.sideways", "LB-20"), here)
        return None

    def piece_fault(self, step: Step) -> Fault | None:
        """Return why no piece may be taken from where the step begins."""
        i, side = step.row - 1 + 6 * (step.kind == "off"), self.position.to_move
        if self.own[i] > self.table.still[i]:
            return None
        if not self.own[i]:
            key = "leistiko.nobody.across" if step.kind == "off" else "leistiko.nobody"
            return Fault(because(key, "LB-row", row=step.row, side=side), (self._cell(step.row),))
        reason = because("leistiko.not_chosen", "LB-row", row=step.row, side=side, chosen=self.row)
        return Fault(reason, (self._cell(step.row), self._cell(self.row)))

    def _way_fault(self, step: Step) -> Fault | None:
        if step.kind != "move":
            return None
        assert step.to is not None
        here, to = step.row, step.to
        if to in (0, 7):
            return Fault(because("leistiko.beyond", "LB-12", row=here), (self._cell(here),))
        if abs(to - here) != 1:
            far = because("leistiko.step.far", "LB-13", row=here, to=to, n=abs(to - here))
            none = because("leistiko.step.none", "LB-13", row=here)
            return Fault(none if to == here else far, (self._cell(here), self._cell(to)))
        return None

    def _points_fault(self, step: Step) -> Fault | None:
        spent, leapt = _spent(self.steps)
        purse, here = self.table.purse, (self._cell(step.row),)
        if step.kind == "move":
            if purse.pays(spent + 1, leapt):
                return None
            had = purse.moves - spent - (leapt if purse.shared else 0)
            return Fault(because("leistiko.step.cost", self._points_rule(), left=self._left_reason(had, "move")), here)
        priced = next(each for each, _ in self.table.steps(self.own) if _same(each, step))
        if purse.pays(spent, leapt + priced.cost):
            return None
        if purse.flat:
            return Fault(because("leistiko.contest.leaps", "LB-bungie", n=purse.leaps or 0), here)
        had = (purse.leaps or 0) - leapt - (spent if purse.shared else 0)
        return Fault(self._dear(step, priced.cost, self._left_reason(had, "leap")), here)

    def _dear(self, step: Step, cost: int, left: Reason) -> Reason:
        """Return a leap that costs more points than are left."""
        if step.kind == "off":
            return because("leistiko.off.cost", self._points_rule(), cost=cost, left=left)
        key = "leistiko.cross.cost" if step.kind == "cross" else "leistiko.leap.cost"
        stand = {"own": self.own[step.row - 1], "opposing": self.table.opposing[step.row - 1]}
        return because(key, self._points_rule(), row=step.row, cost=cost, **stand, left=left)

    def _points_rule(self) -> str:
        return "LB-22" if self.table.options.variant == "super-push" else "LB-points"

    def _left_reason(self, had: int, die: Literal["move", "leap"]) -> Reason:
        if self.table.options.variant != "super-push":
            return because("leistiko.left.points", n=had)
        return because("leistiko.left.move" if die == "move" else "leistiko.left.leap", n=had)

    def _cell(self, row: int) -> str:
        return cell(self.position.to_move, row)


def _spent(steps: Sequence[Step]) -> tuple[int, int]:
    sideways = sum(step.cost for step in steps if step.kind == "move")
    return sideways, sum(step.cost for step in steps) - sideways


def _same(one: Step, other: Step) -> bool:
    return (one.kind, one.row, one.to) == (other.kind, other.row, other.to)


def read_steps(steps: Sequence[object]) -> list[Step]:
    """Raises GameError naming the step."""
    return [Step.from_json(step, i) for i, step in enumerate(steps, 1)]
