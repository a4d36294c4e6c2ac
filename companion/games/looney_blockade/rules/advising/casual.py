"""A turn as somebody plays it who counts points roughly and does not always find the best."""

from collections.abc import Mapping

from companion.games.looney_blockade.rules.advising.promising_turns import Runner
from companion.games.looney_blockade.rules.advising.suggesting import judged
from companion.games.looney_blockade.rules.model import RULINGS, SIDES, Options, Position, Turn, check_roll
from companion.games.looney_blockade.rules.searching.colour_state import merge
from companion.games.looney_blockade.rules.searching.find_turn import find_turn
from companion.games.looney_blockade.rules.turns import Table
from companion.games.plausible import Draws, plausibly

# So many times two ends are drawn: some of the two colours do not go together.
_TRIES = 8


def casual_turn(
    position: Position,
    roll: Mapping[str, int],
    spread: float,
    chance: Draws,
    options: Options = RULINGS,
) -> Turn:
    """Return a legal turn for `roll`, colour by colour: an end after which a colour needs `spread` points more than
    after another is chosen a third as often. Raises GameError for a roll that cannot be."""
    dice, agreed = check_roll(roll, position.to_move), judged(options)
    table = Table.of(position, agreed)
    nothing = find_turn(position, position.stacks, dice, agreed)
    assert nothing  # To do nothing is always a turn.
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
