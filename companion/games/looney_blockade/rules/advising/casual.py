"""Plays as a casual player does, who counts points roughly and does not always find the best turn."""

from collections.abc import Mapping

from companion.games.looney_blockade.rules.advising.promising_turns import Runner
from companion.games.looney_blockade.rules.advising.suggesting import hint_options
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Options, Position, Turn, check_roll
from companion.games.looney_blockade.rules.searching.colour_state import merge
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.looney_blockade.rules.turns import Table
from companion.games.plausible import Draws, plausibly

# Tries to draw an end for each colour: some ends of the two colours exclude each other.
_TRIES = 8


def casual_turn(
    position: Position,
    roll: Mapping[str, int],
    spread: float,
    chance: Draws,
    options: Options = RULINGS,
) -> Turn:
    """Return a legal turn for `roll`, drawn at random for each colour.

    An end after which a colour still needs `spread` points more than after another is drawn a third as often. Raises
    GameError for an impossible roll.
    """
    dice, agreed = check_roll(roll, position.to_move), hint_options(options)
    table = Table.of(position, agreed)
    nothing = find_turn(position, position.stacks, dice, agreed)
    assert nothing  # Doing nothing is always legal (BK-17).
    if table.ended():
        return nothing
    runners = [Runner(table, colour) for colour in SIDES[position.to_move]]
    ends = [runner.bounded_ends(dice[runner.colour]) for runner in runners]
    for _ in range(_TRIES):
        states = [plausibly(each, [-bound for bound, _, _ in each], spread, chance)[2] for each in ends]
        stacks = merge(position.stacks, [(runner.space, state) for runner, state in zip(runners, states, strict=True)])
        if turn := find_turn(position, stacks, dice, agreed):
            return turn
    return nothing
