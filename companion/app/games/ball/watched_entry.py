"""What a watched game of Pyramid Ball asks of its engine: turns are not entered, the programs make them."""

from collections.abc import Sequence
from typing import Any

from companion.app.games.ball.field import USUAL, grid_of
from companion.app.games.ball.watched_state import BallScore
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.pyramid_ball import initial
from companion.games.pyramid_ball.model import read_mode
from companion.referee.table import AnyTable, Commitment, Grid


class ProgramEntry(TurnEntry[Any, BallScore]):
    """`table` says how positions are written and lie on the table."""

    may_pass = False

    def __init__(self, table: AnyTable, options: JsonObject) -> None:
        self._table, self._mode = table, str(options.get("mode", "basic"))

    def start(self) -> Grid:
        grid = grid_of(initial(read_mode(self._mode)).to_json(), USUAL)
        return {place: grid.get(place, "") for place in self._table.places}

    def score(self, position: Any) -> BallScore:
        return BallScore(None if position is None else self._table.to_json(position))

    def drafted(self, position: Any, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        return Drafted(self._table.grid(position))
