"""Contract of a game's analyst, which tells what a turn was worth; base class for games with one mover.

All worths are chances of winning by side, from 0 to 1. What is gained by a turn is gained by one side and lost by
others.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.chances import CHANCES
from companion.games.reason import Reason, because
from companion.games.registry import PartsByGame
from companion.referee.grid import Commitment, Json
from companion.referee.table import AnyTable

BySide = Mapping[str, float]
# What is played where nothing moves.
NO_MOVE = because("analysis.nothing")
OutOfTime = Callable[[], bool]


class TurnWorth(NamedTuple):
    """Change of the chances by one turn, by the evaluator that gives the curve.

    `luck`: of the dice, or of programs that met. `play`: what the players gave each other. `lost`: worth of the best
    turn found less that of the turn played, for each player, at least 0. `error`: how far the evaluator may be wrong
    about `lost`. `best`: the better turn in words, if there is one, and `moves` its moves. The rest of the change is
    the evaluator's own: it sees more of a position one turn later.
    """

    luck: BySide
    play: BySide
    lost: BySide
    error: float
    best: Reason | None
    moves: Sequence[Json] = ()

    @property
    def certain(self) -> "TurnWorth":
        """The same without a loss that is no greater than its error."""
        if max(self.lost.values()) > self.error:
            return self
        none = nothing(self.luck)
        return TurnWorth(self.luck, none, none, self.error, None)


class TurnMade(NamedTuple):
    """A turn that was made: where it began and ended, what it was made under, and what the position was worth before
    and after it. The game's table module knows what a turn is."""

    before: Any
    under: Commitment
    turn: Any
    had: BySide
    has: BySide


class Analyst(ABC):
    """One game's."""

    def worth(self, table: AnyTable, position: Any, out_of_time: OutOfTime) -> BySide:
        """Return the worth of a position to each side before anything of the next turn is known. At a glance: values
        that look further ahead before a turn than after it would show luck where there is none."""
        found = CHANCES[table.game].at_a_glance(table.to_json(position), engine_options(table))
        return {side: found[side] for side in table.sides}

    @abstractmethod
    def turn_worth(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        """Return the worth of a turn, looked at once at least and on until `out_of_time`."""


ANALYSTS: Mapping[str, Analyst] = PartsByGame("analyst")


def engine_options(table: AnyTable) -> Mapping[str, Any]:
    """Return the rule options in force as the engine's requests have them."""
    options: Mapping[str, Any] = table.options.to_json()
    return options


def difference(one: BySide, other: BySide) -> dict[str, float]:
    """Return the difference of two mappings, by side."""
    return {side: one[side] - other[side] for side in one}


def nothing(sides: BySide) -> dict[str, float]:
    return dict.fromkeys(sides, 0.0)


def compared(
    turn: TurnMade, best: BySide, error: float, words: Reason | None, moves: Sequence[Json] = (), *, rolled: bool
) -> TurnWorth:
    """Compare a turn with the best one found, which makes these `moves` and after which the chances are `best`.
    `rolled`: what the best turn is worth more than the position before it is the luck of the roll."""
    mover = str(turn.under.mover)
    if best[mover] <= turn.has[mover]:
        best, words, moves = turn.has, None, ()
    lost = {**nothing(turn.has), mover: best[mover] - turn.has[mover]}
    luck = difference(best, turn.had) if rolled else nothing(turn.has)
    return TurnWorth(luck, difference(turn.has, best), lost, error, words, moves)
