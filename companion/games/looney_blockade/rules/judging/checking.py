"""Judging a whole turn from the tables before and after it."""

from collections.abc import Mapping

from companion.games.looney_blockade.rules.board import read_grid
from companion.games.looney_blockade.rules.judging.reasons import explain
from companion.games.looney_blockade.rules.model import RULINGS, Options, Position, Turn, Violation, check_roll
from companion.games.looney_blockade.rules.searching.find_turn import find_turn


def check(
    before: Position, after: Mapping[str, str], roll: Mapping[str, int], options: Options = RULINGS
) -> Turn | Violation:
    """Return the cheapest legal turn that leads from `before` to the table `after`, or why there is none.

    Complete: if any legal turn leads there, one with the fewest points in all is found. An unchanged table is a turn
    of no hops (BK-17). Raises GameError for a malformed `after` or a roll that cannot be.
    """
    dice = check_roll(roll, before.to_move)
    stacks = tuple(read_grid(after).values())
    if turn := find_turn(before, stacks, dice, options):
        return turn
    return explain(before, stacks, dice, options)


def turn_to(
    before: Position, after: Mapping[str, str], roll: Mapping[str, int], options: Options = RULINGS
) -> Turn | None:
    """Return what `check` finds where there is a legal turn; None, at once, where there is none. Raises as `check`
    does."""
    return find_turn(before, tuple(read_grid(after).values()), check_roll(roll, before.to_move), options)
