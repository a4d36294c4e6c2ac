"""What one turn was worth: the contract of a game's analyst, and what those of games with one mover have in common.

All worths are chances of winning by side, from 0 to 1. What is gained by a turn is gained by one side and lost by
others.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.games.chances import CHANCES
from companion.games.reason import Reason, because
from companion.games.registry import PartsByGame
from companion.referee.grid import Commitment
from companion.referee.table import AnyTable

BySide = Mapping[str, float]
# What is played where nothing moves.
NO_MOVE = because("analysis.nothing")
OutOfTime = Callable[[], bool]


class TurnWorth(NamedTuple):
    """What changed the chances in a turn: `luck` is that of the dice, or of programs that met; `play` what the
    players made of it. Both together are the whole change. `lost` is what each player would have had more by the best
    play that was found, 0 at the least; `best` is that in words, None where what was played is as good."""

    luck: BySide
    play: BySide
    lost: BySide
    best: Reason | None


class TurnMade(NamedTuple):
    """A turn that was made: where it began and ended, what it was made under, and what the position was worth before
    and after it. P is a position of the game's engine, T a turn as its table module has them."""

    before: Any
    under: Commitment
    turn: Any
    had: BySide
    has: BySide


class Analyst(ABC):
    """One game's."""

    def worth(self, table: AnyTable, position: Any, out_of_time: OutOfTime) -> BySide:
        """What a position is worth to each side, before anything of the next turn is known: at a glance, for values
        that look further ahead before a turn than after it would tell of luck where there is none."""
        found = CHANCES[table.game].at_a_glance(table.to_json(position), engine_options(table))
        return {side: found[side] for side in table.sides}

    @abstractmethod
    def judged(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        """What the turn was worth, looked at once at least and on until `out_of_time`."""


ANALYSTS: Mapping[str, Analyst] = PartsByGame("analyst")


def engine_options(table: AnyTable) -> Mapping[str, Any]:
    """The rule options in force as requests to the engine have them."""
    options: Mapping[str, Any] = table.options.to_json()
    return options


def less(one: BySide, other: BySide) -> dict[str, float]:
    """What is more in one than in the other, by side."""
    return {side: one[side] - other[side] for side in one}


def nothing(sides: BySide) -> dict[str, float]:
    return dict.fromkeys(sides, 0.0)


def with_dice(turn: TurnMade, best: BySide, words: Reason | None) -> TurnWorth:
    """A turn under a roll after whose best play the chances are `best`: what the roll was worth is what it gives to
    best play. A turn that is as good as the best that was found has lost nothing."""
    mover = str(turn.under.mover)
    if best[mover] <= turn.has[mover]:
        best, words = turn.has, None
    lost = {**nothing(turn.has), mover: best[mover] - turn.has[mover]}
    return TurnWorth(less(best, turn.had), less(turn.has, best), lost, words)


def without_dice(turn: TurnMade, best: BySide, words: Reason | None) -> TurnWorth:
    """A turn in which nothing is left to chance: all that changes is play."""
    mover = str(turn.under.mover)
    lost = max(0.0, best[mover] - turn.has[mover])
    return TurnWorth(
        nothing(turn.has), less(turn.has, turn.had), {**nothing(turn.has), mover: lost}, words if lost else None
    )
