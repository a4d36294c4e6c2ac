"""What a watched game of Pyramid Ball asks of its engine: turns are not entered, the programs make them."""

import random
from collections.abc import Sequence
from typing import Any, Final

from companion.app.games.ball.field import USUAL, grid_of
from companion.app.games.ball.table import by_chance as chance
from companion.app.games.ball.table import drawn
from companion.app.games.ball.watched_state import BallScore
from companion.app.games.turn_entry import Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.engine import Json, respond
from companion.games.pyramid_ball import initial
from companion.games.pyramid_ball.board import PLAYERS, SIZES
from companion.games.pyramid_ball.model import read_mode
from companion.games.registry import ENGINES
from companion.referee.grid import Commitment, Grid
from companion.referee.table import AnyTable

# For which the engine thinks about a program.
SECONDS: Final = 0.7
SEEDS: Final = 1 << 20


class ProgramEntry(TurnEntry[Any, BallScore]):
    """`table` says how positions are written and lie on the table."""

    may_pass = False

    def __init__(self, table: AnyTable, options: JsonObject) -> None:
        self._table, self._mode = table, str(options.get("mode", "basic"))
        self._options = {key: value for key, value in options.items() if key != "mode"}

    def start(self) -> Grid:
        grid = grid_of(initial(read_mode(self._mode)).to_json(), USUAL)
        return {place: grid.get(place, "") for place in self._table.places}

    def score(self, position: Any) -> BallScore:
        return BallScore(None if position is None else self._table.to_json(position))

    def program(self, position: Any, side: str, by_chance: bool, dice: random.Random) -> Json:
        """A whole program of a computer, in the engine's form."""
        written = self._table.to_json(position)
        found = self._ask("hint", position=written, player=side, seconds=SECONDS, seed=dice.randrange(SEEDS))
        if not by_chance and (suggested := found.get("suggestion")):
            return drawn(suggested, dice)
        program = chance(dice)
        sheets = {other: program if other == side else dict.fromkeys(SIZES, "...") for other in PLAYERS}
        judged = self._ask("check", before=written, programs=sheets)
        return program if judged.get("legal") else {**program, **dict.fromkeys(SIZES, "...")}

    def _ask(self, op: str, **fields: Any) -> Json:
        answer = respond({"game": self._table.game, "op": op, "options": self._options, **fields}, ENGINES)
        return {} if "error" in answer else answer

    def drafted(self, position: Any, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        return Drafted(self._table.grid(position))
