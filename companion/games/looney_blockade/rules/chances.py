"""Chances of winning Looney Blockade."""

from collections.abc import Mapping
from itertools import product

from companion.games.chances import NOTHING, BySide, Chances, Json, Thinking
from companion.games.looney_blockade.rules.advising.race_odds import win_chance
from companion.games.looney_blockade.rules.advising.suggesting import hint_options, points_of, suggest
from companion.games.looney_blockade.rules.model import SIDES, Options, Position, Side, check_roll, other_side
from companion.games.looney_blockade.rules.turns import Table, outcome

# So many rolls are looked at however late it is.
_ROLLS = 2


class LooneyChances(Chances):
    """A roll is looked at by the search of suggestions. Without one rolls are, all 36 if there is time: what the search
    finds beyond the plain race is added to that, so that a few say nearly as much as all."""

    def at_a_glance(self, position: Json, options: Json = NOTHING) -> BySide:
        here, agreed = Position.from_json(position), hint_options(Options.from_json(options))
        return _over(here, agreed) or _chances(here.to_move, _Quickly(here, agreed).chance)

    def think(self, position: Json, options: Json, by: Thinking) -> BySide:
        here, agreed = Position.from_json(position), Options.from_json(options)
        if over := _over(here, agreed):
            return over
        side = here.to_move
        if "roll" in by.said:
            roll = check_roll(by.said["roll"], side)
            return _chances(side, suggest(here, roll, agreed, by.out_of_time).chance)
        quick = _Quickly(here, hint_options(agreed))
        looked = [
            suggest(here, roll, agreed).chance - quick.with_roll(roll)
            for n, roll in enumerate(_rolls(side))
            if n < _ROLLS or not by.out_of_time()
        ]
        return _chances(side, min(1.0, max(0.0, quick.chance + sum(looked) / len(looked))))


class _Quickly:
    """The race as it stands: `chance` of the side to move, and with a roll that is spent on the way."""

    def __init__(self, position: Position, options: Options) -> None:
        table = Table.of(position, options)
        self._mine, self._theirs = (
            points_of(table, table.stacks, side) for side in (position.to_move, other_side(position.to_move))
        )
        self.chance = 1 - win_chance(self._theirs, self._mine)

    def with_roll(self, roll: Mapping[str, int]) -> float:
        one, two = roll.values()
        ways = [(one, two)] if max(one, two) > 3 else [(one, two), (one + two, 0), (0, one + two)]
        left = [(max(0, self._mine[0] - way[0]), max(0, self._mine[1] - way[1])) for way in ways]
        return max(win_chance(each, self._theirs) for each in left)


def _rolls(side: Side) -> list[dict[str, int]]:
    """Return all 36, those that come first neither high nor low."""
    rolls = [dict(zip(SIDES[side], dice, strict=True)) for dice in product(range(1, 7), repeat=2)]
    return sorted(rolls, key=lambda roll: abs(sum(roll.values()) - 7))


def _over(position: Position, options: Options) -> BySide | None:
    """Return the result as chances once the game is over; a draw counts half."""
    winner = outcome(position, options).winner
    if winner is None:
        return None
    return dict.fromkeys(SIDES, 0.5) if winner == "draw" else _chances(winner, 1.0)


def _chances(side: Side, chance: float) -> Mapping[str, float]:
    return {side: chance, other_side(side): 1 - chance}


CHANCES = LooneyChances()
