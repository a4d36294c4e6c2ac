"""Analysis of turns of Blokus 3D."""

import math

from companion.games.blokus3d.rules.chances import PLAYOUTS
from companion.games.blokus3d.rules.hints import suggest
from companion.games.blokus3d.rules.model import Position
from companion.games.blokus3d.table.table import Blokus3DTable
from companion.games.chances import CHANCES
from companion.referee.analysing.analyst import (
    Analyst,
    BySide,
    OutOfTime,
    TurnMade,
    TurnWorth,
    compared,
    engine_options,
)
from companion.referee.table import AnyTable


class BlokusAnalyst(Analyst):
    """Analyses games without luck: positions are played on many times; a turn is compared with the one suggested."""

    def worth(self, table: AnyTable, position: Position, out_of_time: OutOfTime) -> BySide:
        return CHANCES[table.game].searched(table.to_json(position), engine_options(table), out_of_time=out_of_time)

    def turn_worth(self, table: AnyTable, turn: TurnMade, out_of_time: OutOfTime) -> TurnWorth:
        assert isinstance(table, Blokus3DTable)
        suggestion = suggest(turn.before, 0, out_of_time, table.options)
        best = suggestion.turn if suggestion else None
        if best is None or best.placement == turn.turn.placement:
            return compared(turn, turn.has, 0.0, None, rolled=False)
        moves = ({"player": best.player, **best.placement.to_json()},)
        worth = self.worth(table, best.position, out_of_time)
        error = _error(turn.turn.player, worth, turn.has)
        return compared(turn, worth, error, table.wording.moves(moves), moves, rolled=False)


def _error(player: str, one: BySide, other: BySide) -> float:
    """Return two standard errors of the difference between two shares of playouts that `player` won."""
    return 2 * math.sqrt(sum(worth[player] * (1 - worth[player]) for worth in (one, other)) / PLAYOUTS)


ANALYST = BlokusAnalyst()
