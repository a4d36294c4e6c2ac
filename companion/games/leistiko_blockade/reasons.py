"""The reason a referee gives for an illegal turn, and the legal turn whose end looks most like it."""

from collections.abc import Iterator, Sequence

from companion.games.leistiko_blockade.model import (
    ROWS,
    Options,
    Position,
    Roll,
    Sighting,
    Turn,
    Violation,
    other_side,
)
from companion.games.leistiko_blockade.notation import steps_to_text
from companion.games.leistiko_blockade.rules import Fault, Purse, Table, cell, count_of
from companion.games.leistiko_blockade.turns import (
    Way,
    counts,
    ends,
    moves,
    over_fault,
    playable_rows,
    row_fault,
    steps_of,
)

# Turns that would need more points than two dice can give are not looked for.
_MOST_POINTS = 12


def explain(before: Position, after: Sighting, roll: Roll, row: int | None, options: Options) -> Violation:
    """Why no legal turn leads from `before` to `after`."""
    if before.over:
        fault = over_fault(before)
        return Violation(fault.rule, fault.reason)
    faults = [*_foreign_faults(before, after), *_number_faults(before, after)]
    faults += _row_faults(before, after, row)
    start = _row_left(before, after)
    if start is not None and not any(fault.rule == "LB-pieces" for fault in faults):
        faults += _spending_faults(before, after, roll, start, options)
    return _violation(faults, nearest_turn(before, after, roll, row, options))


def _violation(faults: Sequence[Fault], nearest: Turn | None) -> Violation:
    cells = tuple(dict.fromkeys(cell for fault in faults for cell in fault.cells))
    if len({fault.rule for fault in faults}) == 1:
        return Violation(faults[0].rule, "; ".join(fault.reason for fault in faults), nearest, cells)
    reasons = "; ".join(f"{fault.reason} ({fault.rule})" for fault in faults)
    return Violation(faults[0].rule, f"more than one rule is broken: {reasons}", nearest, cells)


def _foreign_faults(before: Position, after: Sighting) -> Iterator[Fault]:
    """Changes among the pieces of the player who is not to move."""
    side, other = before.to_move, other_side(before.to_move)
    for i, (was, now) in enumerate(zip(before.all_of(other), after.all_of(other), strict=True)):
        if was != now:
            where = cell(other, i % 6 + 1)
            place = "row" if i < 6 else "pieces resting across from row"
            reason = f"{other}'s {place} {i % 6 + 1} went from {was} to {now} in a turn of {side}"
            yield Fault("LB-own", reason, (where,))


def _number_faults(before: Position, after: Sighting) -> Iterator[Fault]:
    """Pieces that appeared."""
    side = before.to_move
    was, now = before.all_of(side), after.all_of(side)
    if (more := sum(now) - sum(was)) > 0:
        rows = [row for row in ROWS if now[row - 1] + now[row + 5] > was[row - 1] + was[row + 5]]
        reason = f"{side} has {count_of(more)} too many, on {_rows_shown(rows)}: pieces that left do not come back"
        yield Fault("LB-pieces", reason, tuple(cell(side, row) for row in rows))


def _rows_left(before: Position, after: Sighting) -> list[int]:
    """The rows of the mover that pieces were taken from, or from across them."""
    was, now = before.all_of(before.to_move), after.all_of(before.to_move)
    return [row for row in ROWS if now[row - 1] < was[row - 1] or now[row + 5] < was[row + 5]]


def _row_left(before: Position, after: Sighting) -> int | None:
    rows = _rows_left(before, after)
    return rows[0] if len(rows) == 1 else None


def _row_faults(before: Position, after: Sighting, row: int | None) -> Iterator[Fault]:
    """What is wrong with the row chosen, or with the rows that pieces left."""
    side, left = before.to_move, _rows_left(before, after)
    if row is not None and (fault := row_fault(before, row)):
        yield fault
    wrong = [each for each in left if row is not None and each != row]
    if len(left) > 1:
        reason = f"pieces left {_rows_shown(left)}, but only those of one row move in a turn"
        reason += f", here of row {row}" if row is not None else ""
        yield Fault("LB-row", reason, tuple(cell(side, each) for each in (wrong if wrong else left)))
    elif wrong:
        reason = f"a piece left row {wrong[0]}, but row {row} was chosen before the roll"
        yield Fault("LB-row", reason, (cell(side, wrong[0]),))


def _spending_faults(before: Position, after: Sighting, roll: Roll, row: int, options: Options) -> Iterator[Fault]:
    """Why the roll does not pay for what the pieces of `row` did."""
    side = before.to_move
    was, now = before.all_of(side), after.all_of(side)
    gone = sum(was) - sum(now)
    resting = any(now[6:])
    if resting and (options.whole or options.variant == "bungie"):
        yield Fault("LB-09", "a piece rests on the far side, but a leap is paid as a whole", (cell(side, row),))
    elif roll.opposed is not None:
        yield from _contest_faults(before, roll, row, gone, moved=any(now[i] > was[i] for i in range(6)))
    elif options.variant == "bungie" and gone:
        reason = f"{count_of(gone)} left the board, but the points of a roll are for moving sideways only"
        yield Fault("LB-20", reason, (cell(side, row),))
    else:
        table = Table.of(before, row, Purse.of(roll, options), options)
        target = now[: len(table.own)]
        if not _pays(table, target, table.purse):
            yield _points_fault(before, table, target, roll, row)


def _contest_faults(before: Position, roll: Roll, row: int, gone: int, moved: bool) -> Iterator[Fault]:
    """What is wrong with a leap of Bungie Battle."""
    assert roll.opposed is not None
    own, opposing = counts(before, row)
    here = (cell(before.to_move, row),)
    if (len(roll.dice), len(roll.opposed)) != (own, opposing + 1):
        reason = f"a leap from row {row} takes {own} dice against {opposing + 1}; rolled were others"
        yield Fault("LB-bungie", reason, here)
        return
    if moved:
        yield Fault("LB-bungie", "after choosing to leap, pieces only leap; none moves sideways", here)
    if gone > roll.beaten():
        dice = f"{roll.beaten()} of the dice {'beats' if roll.beaten() == 1 else 'beat'} the {max(roll.opposed)}"
        yield Fault("LB-bungie", f"{count_of(gone)} left the board, but {dice} of the opponent", here)


def _pays(table: Table, target: tuple[int, ...], purse: Purse) -> Way | None:
    """The cheapest way to `target` with another purse."""
    way = ends(Table(table.own, table.still, table.opposing, purse, table.options), target).get(target)
    return way[0] if way else None


def _points_fault(before: Position, table: Table, target: tuple[int, ...], roll: Roll, row: int) -> Fault:
    """How many points the turn needs, and what was rolled."""
    cells = (cell(before.to_move, row),)
    if table.options.variant == "super-push":
        return Fault("LB-22", _dice_short(table, target, roll), cells)
    purse = Purse(_MOST_POINTS, None if table.purse.leaps is None else _MOST_POINTS, shared=True)
    way = _pays(table, target, purse)
    if not way:
        return Fault("LB-points", f"this needs more than {_MOST_POINTS} points, rolled was {roll.dice[0]}", cells)
    needed = count_of(way[0] + way[1], "point")
    return Fault("LB-points", f"{steps_to_text(steps_of(way))} needs {needed}, rolled was {roll.dice[0]}", cells)


def _dice_short(table: Table, target: tuple[int, ...], roll: Roll) -> str:
    """Which of the two dice of Super Push is too low."""
    move, leap = roll.dice
    if _pays(table, target, Purse(leap, move)):
        return f"with {move} to move and {leap} to leap it does not work, with the dice named the other way it would"
    purses = (Purse(move, _MOST_POINTS), Purse(_MOST_POINTS, leap), Purse(_MOST_POINTS, _MOST_POINTS))
    ways = [way for purse in purses if (way := _pays(table, target, purse))]
    if ways:
        way = min(ways, key=lambda way: len(steps_of(way)))
        needs = [(way[0], "move", move), (way[1], "leap", leap)]
        short = " and ".join(
            f"{count_of(points, 'point')} to {what}, the {what} die is {die}"
            for points, what, die in needs
            if points > die
        )
        return f"{steps_to_text(steps_of(way))} needs {short}"
    return f"this needs more than {_MOST_POINTS} points of a die, the dice are {move} and {leap}"


def _rows_shown(rows: Sequence[int]) -> str:
    return f"row {rows[0]}" if len(rows) == 1 else f"rows {', '.join(map(str, rows[:-1]))} and {rows[-1]}"


def nearest_turn(before: Position, after: Sighting, roll: Roll, row: int | None, options: Options) -> Turn | None:
    """A legal turn, with `row` where that may be chosen, after which the fewest pieces stand elsewhere than seen."""
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
