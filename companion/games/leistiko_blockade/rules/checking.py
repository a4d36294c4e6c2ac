"""Judging a whole turn from the tables before and after it."""

from companion.games.leistiko_blockade.rules.model import (
    RULINGS,
    Options,
    Position,
    Roll,
    Sighting,
    Turn,
    Violation,
    other_side,
    read_row,
)
from companion.games.leistiko_blockade.rules.reasons import explain
from companion.games.leistiko_blockade.rules.rules import Table
from companion.games.leistiko_blockade.rules.turns import ends, fitting_purse, playable_rows, steps_of


def check(
    before: Position, after: Sighting, roll: Roll, row: int | None = None, options: Options = RULINGS
) -> Turn | Violation:
    """Return the cheapest legal turn that leads from `before` to the table `after`, or why there is none.

    Complete: if any legal turn with `row` or, when none was announced, with any row leads there, one with the fewest
    points is found. An unchanged table is a turn of no steps (LB-11). Raises GameError for a roll that cannot be.
    """
    if row is not None:
        fitting_purse(before, read_row(row), roll, options)
    rows = playable_rows(before, roll, row, options)
    turns = [turn for each in rows if (turn := _find_turn(before, after, roll, each, options))]
    if turns:
        return min(turns, key=lambda turn: turn.moved + turn.leapt)
    return explain(before, after, roll, row, options)


def _find_turn(before: Position, after: Sighting, roll: Roll, row: int, options: Options) -> Turn | None:
    """Return the cheapest legal turn with `row`, which may be chosen, that leads to `after`."""
    side, other = before.to_move, other_side(before.to_move)
    table = Table.of(before, row, fitting_purse(before, row, roll, options), options)
    wanted = after.all_of(side)
    target = wanted[: len(table.own)]
    if after.all_of(other) != before.all_of(other) or any(wanted[len(target) :]):
        return None
    if sum(target) > sum(table.own) or any(now < stays for now, stays in zip(target, table.still, strict=True)):
        return None
    way = ends(table, target).get(target)
    return Turn(row, steps_of(way[0]), before.after(wanted)) if way else None
