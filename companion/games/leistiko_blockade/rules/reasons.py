"""The reason a referee gives for an illegal turn, and the legal turn whose end looks most like it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.leistiko_blockade.rules.model import (
    ROWS,
    Options,
    Position,
    Roll,
    Sighting,
    Step,
    Turn,
    Violation,
    other_side,
)
from companion.games.leistiko_blockade.rules.rules import Fault, Purse, Table, cell
from companion.games.leistiko_blockade.rules.turns import (
    Way,
    counts,
    ends,
    moves,
    over_fault,
    playable_rows,
    row_fault,
    steps_of,
    unspent,
)
from companion.games.reason import Reason, because, joint

# Turns that would need more points than two dice can give are not looked for.
_MOST_POINTS = 12


def explain(before: Position, after: Sighting, roll: Roll, row: int | None, options: Options) -> Violation:
    """Return why no legal turn leads from `before` to `after`."""
    if before.over:
        fault = over_fault(before)
        return Violation(fault.reason)
    faults = [*_foreign_faults(before, after), *_number_faults(before, after)]
    faults += _row_faults(before, after, row)
    rows = _rows_left(before, after)
    start = rows[0] if len(rows) == 1 else None
    if start is None and not faults and Sighting.of(before) == after and options.spend and roll.opposed is None:
        cells = () if row is None else (cell(before.to_move, row),)
        faults.append(Fault(unspent(roll.dice[0]), cells))
    if start is not None and not any(fault.rule == "LB-pieces" for fault in faults):
        faults += _spending_faults(before, after, roll, start, options)
    return _violation(faults, nearest_turn(before, after, roll, row, options))


def _violation(faults: Sequence[Fault], nearest: Turn | None) -> Violation:
    cells = tuple(dict.fromkeys(cell for fault in faults for cell in fault.cells))
    return Violation(joint([fault.reason for fault in faults]), cells, nearest)


def _foreign_faults(before: Position, after: Sighting) -> Iterator[Fault]:
    """Yield the changes among the pieces of the player who is not to move."""
    side, other = before.to_move, other_side(before.to_move)
    for i, (was, now) in enumerate(zip(before.all_of(other), after.all_of(other), strict=True)):
        if was != now:
            row = i % 6 + 1
            key = ("leistiko.own" if i < 6 else "leistiko.own.across") + (".more" if now > was else "")
            reason = because(key, "LB-own", side=other, row=row, n=abs(now - was), mover=side)
            yield Fault(reason, (cell(other, row),))


def _number_faults(before: Position, after: Sighting) -> Iterator[Fault]:
    """Yield the pieces that appeared."""
    side = before.to_move
    was, now = before.all_of(side), after.all_of(side)
    if (more := sum(now) - sum(was)) > 0:
        rows = tuple(row for row in ROWS if now[row - 1] + now[row + 5] > was[row - 1] + was[row + 5])
        reason = because("leistiko.came_back", "LB-pieces", side=side, n=more, rows=rows)
        yield Fault(reason, tuple(cell(side, row) for row in rows))


def _rows_left(before: Position, after: Sighting) -> list[int]:
    """Return the rows of the mover that pieces were taken from, or from across them."""
    was, now = before.all_of(before.to_move), after.all_of(before.to_move)
    return [row for row in ROWS if now[row - 1] < was[row - 1] or now[row + 5] < was[row + 5]]


def _row_faults(before: Position, after: Sighting, row: int | None) -> Iterator[Fault]:
    """Yield what is wrong with the row chosen, or with the rows that pieces left."""
    side, left = before.to_move, _rows_left(before, after)
    if row is not None and (fault := row_fault(before, row)):
        yield fault
    wrong = [each for each in left if row is not None and each != row]
    if len(left) > 1:
        key = "leistiko.rows.several" if row is None else "leistiko.rows.several_but"
        reason = because(key, "LB-row", rows=tuple(left), **({} if row is None else {"row": row}))
        yield Fault(reason, tuple(cell(side, each) for each in (wrong if wrong else left)))
    elif wrong:
        reason = because("leistiko.rows.other", "LB-row", row=wrong[0], chosen=row)
        yield Fault(reason, (cell(side, wrong[0]),))


def _spending_faults(before: Position, after: Sighting, roll: Roll, row: int, options: Options) -> Iterator[Fault]:
    """Yield why the roll does not pay for what the pieces of `row` did."""
    side = before.to_move
    was, now = before.all_of(side), after.all_of(side)
    gone = sum(was) - sum(now)
    resting = any(now[6:])
    if resting and (options.whole or options.variant == "bungie"):
        yield Fault(because("leistiko.rests", "LB-09"), (cell(side, row),))
    elif roll.opposed is not None:
        yield from _contest_faults(before, roll, row, gone, moved=any(now[i] > was[i] for i in range(6)))
    elif options.variant == "bungie" and gone:
        yield Fault(because("leistiko.left", "LB-20", n=gone), (cell(side, row),))
    else:
        table = Table.of(before, row, Purse.of(roll, options), options)
        target = now[: len(table.own)]
        paid = _pays(table, target, replace(table.purse, whole=False))
        if not paid:
            yield _points_fault(before, table, target, roll, row)
        elif table.purse.whole:
            yield Fault(unspent(table.purse.moves - paid[0]), (cell(side, row),))


def _contest_faults(before: Position, roll: Roll, row: int, gone: int, moved: bool) -> Iterator[Fault]:
    """Yield what is wrong with a leap of Bungie Battle."""
    assert roll.opposed is not None
    own, opposing = counts(before, row)
    here = (cell(before.to_move, row),)
    if (len(roll.dice), len(roll.opposed)) != (own, opposing + 1):
        yield Fault(because("leistiko.contest.dice", "LB-bungie", row=row, own=own, opposing=opposing + 1), here)
        return
    if moved:
        yield Fault(because("leistiko.contest.moved", "LB-bungie"), here)
    if gone > roll.beaten():
        won = {"n": gone, "beating": roll.beaten(), "highest": max(roll.opposed)}
        yield Fault(because("leistiko.contest.lost", "LB-bungie", **won), here)


def _pays(table: Table, target: tuple[int, ...], purse: Purse) -> Way | None:
    """Return the cheapest way to `target` with another purse."""
    way = ends(Table(table.own, table.still, table.opposing, purse, table.options), target).get(target)
    return way[0] if way else None


def _points_fault(before: Position, table: Table, target: tuple[int, ...], roll: Roll, row: int) -> Fault:
    """Return how many points the turn needs, and what was rolled."""
    cells = (cell(before.to_move, row),)
    if table.options.variant == "super-push":
        return Fault(_dice_short(table, target, roll), cells)
    purse = Purse(_MOST_POINTS, None if table.purse.leaps is None else _MOST_POINTS, shared=True)
    way = _pays(table, target, purse)
    if not way:
        return Fault(because("leistiko.points.many", "LB-points", most=_MOST_POINTS, rolled=roll.dice[0]), cells)
    steps, n = _step_reasons(steps_of(way)), way[0] + way[1]
    return Fault(because("leistiko.points", "LB-points", steps=steps, n=n, rolled=roll.dice[0]), cells)


def _dice_short(table: Table, target: tuple[int, ...], roll: Roll) -> Reason:
    """Name the die of Super Push that is too low, of the two."""
    move, leap = roll.dice
    if _pays(table, target, Purse(leap, move)):
        return because("leistiko.push.swapped", "LB-22", move=move, leap=leap)
    purses = (Purse(move, _MOST_POINTS), Purse(_MOST_POINTS, leap), Purse(_MOST_POINTS, _MOST_POINTS))
    ways = [way for purse in purses if (way := _pays(table, target, purse))]
    if ways:
        way = min(ways, key=lambda way: len(steps_of(way)))
        needs = [("leistiko.push.move", way[0], move), ("leistiko.push.leap", way[1], leap)]
        short = tuple(because(key, n=points, die=die) for key, points, die in needs if points > die)
        return because("leistiko.push.short", "LB-22", steps=_step_reasons(steps_of(way)), short=short)
    return because("leistiko.push.many", "LB-22", most=_MOST_POINTS, move=move, leap=leap)


def _step_reasons(steps: Sequence[Step]) -> tuple[Reason, ...]:
    """Tell steps as players do: how far each piece goes, and what each leap costs."""
    goings: list[Step] = []
    for step in steps:
        last = goings[-1] if goings else None
        goes_on = last and last.kind == step.kind == "move" and last.to == step.row and step.to != last.row
        if last and goes_on:
            goings[-1] = replace(last, to=step.to)
        else:
            goings.append(step)
    return tuple(
        because(f"leistiko.spent.{step.kind}", n=n, row=step.row, to=step.to, cost=step.cost)
        for step, n in Counter(goings).items()
    )


def nearest_turn(before: Position, after: Sighting, roll: Roll, row: int | None, options: Options) -> Turn | None:
    """Return a legal turn, with `row` where that may be chosen, after which the fewest pieces stand elsewhere than
    seen."""
    rows = playable_rows(before, roll, row, options)
    if not rows and roll.opposed is not None:
        return None
    turns = [
        turn
        for each in rows or playable_rows(before, roll, None, options)
        for turn in moves(before, roll, each, options)
    ]
    seen = after.all_of(before.to_move)
    return min(turns, key=lambda turn: (_unlike(turn, seen, before), turn.moved + turn.leapt), default=None)


def _unlike(turn: Turn, seen: tuple[int, ...], before: Position) -> int:
    return sum(abs(a - b) for a, b in zip(turn.position.all_of(before.to_move), seen, strict=True))
