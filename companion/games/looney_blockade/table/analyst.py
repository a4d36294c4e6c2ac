"""Analysis of turns of Looney Blockade."""

from companion.games.looney_blockade.rules.advising.suggesting import suggest
from companion.games.looney_blockade.table.table import LooneyTable
from companion.referee.analysing.analyst import (
    NO_MOVE,
    Analyst,
    OutOfTime,
    TurnMade,
    TurnWorth,
    compared,
)
from companion.referee.table import AnyTable

# How much the difference between two turns' worth changes with a search: the standard deviation over ten pairs.
ERROR = 0.045


class LooneyAnalyst(Analyst):
    """Values positions by the race as it stands, as suggestions do."""

    def turn_worth(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, LooneyTable)
        best = suggest(turn.before, turn.under.value["roll"], table.options, out_of_time).turn
        moves = tuple(hop.to_json() for hop in best.hops)
        words = table.wording.moves(moves) if moves else NO_MOVE
        return compared(turn, self.worth(table, best.position, out_of_time), ERROR, words, moves, rolled=True)


ANALYST = LooneyAnalyst()
