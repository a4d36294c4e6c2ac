"""Enters programs of Pyramid Ball by touch; the programs make the turns. Has its engine's answers."""

import random
import time
from collections.abc import Sequence
from typing import Any

from companion.app.games.state import ShownSuggestion
from companion.app.games.turn_entry import SEEDS, Drafted, EntryStep, TurnEntry
from companion.app.json_object import JsonObject
from companion.games.engine import Json, respond
from companion.games.errors import GameError
from companion.games.pyramid_ball.rules.board import PLAYERS, SIZES, read_player
from companion.games.pyramid_ball.rules.casual import casual_program
from companion.games.pyramid_ball.rules.model import Options, Position, read_mode
from companion.games.pyramid_ball.rules.setup import initial
from companion.games.pyramid_ball.screen.entering import Entering, entering, filled
from companion.games.pyramid_ball.screen.field import USUAL, grid_of
from companion.games.pyramid_ball.screen.program_shown import ROWS
from companion.games.pyramid_ball.screen.state import BallScore
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.referee.errors import RefereeError
from companion.referee.grid import Commitment, Grid
from companion.referee.table import AnyTable

# Weaker computer players: how much smaller the chance of winning may be by a child's program.
SPREAD = 0.5


class ProgramEntry(TurnEntry[Any, BallScore]):
    """Enters programs. `table` says how positions are written and lie on the table."""

    may_pass = False

    def __init__(self, table: AnyTable, options: JsonObject) -> None:
        self._table, self._mode = table, read_mode(options.get("mode", "basic"))
        self._options = {key: value for key, value in options.items() if key.startswith("PB-")}

    def start(self) -> Grid:
        grid = grid_of(initial(self._mode).to_json(), USUAL)
        return {place: grid.get(place, "") for place in self._table.places}

    def score(self, position: Any) -> BallScore:
        return BallScore(None if position is None else self._table.to_json(position))

    def entering(self, position: Any, under: Commitment, steps: Sequence[EntryStep]) -> Entering:
        """Return the state of entering programs. Raises RefereeError for invalid steps."""
        if under.value.get("timer") != "end":
            raise RefereeError("ball.no_step", got="")
        without = (*self.computers, *under.value.get("fouls", ()))
        return entering(self._table.to_json(position), without, steps)

    def drafted(self, position: Any, under: Commitment, steps: Sequence[EntryStep]) -> Drafted:
        if steps:
            self.entering(position, under, steps)
        return Drafted(self._table.grid(position))

    def refused(self, position: Any, side: str, program: JsonObject) -> Reason | None:
        """Return why a side cannot have such a program."""
        both = {each: program if each == side else dict.fromkeys(SIZES, "." * ROWS) for each in PLAYERS}
        judged = self._ask("check", before=self._table.to_json(position), programs=both)
        return None if judged["legal"] else judged["reason"]

    def filled(self, position: Any, side: str, dice: random.Random) -> ShownSuggestion:
        """Return the step that enters the program that the engine would choose, and why."""
        found = self._found(position, side, dice)
        return ShownSuggestion((), found["reason"], (filled(found["program"]),))

    def program(self, position: Any, side: str, weakness: float, dice: random.Random) -> Json:
        """Return a computer's whole program, in the engine's form."""
        if weakness:
            here, options = Position.from_json(self._table.to_json(position)), Options.from_json(self._options)
            program = casual_program(here, read_player(side, "side"), SPREAD * weakness, dice, options)
            return program.to_json()
        found = self._found(position, side, dice)
        programs = [found, *found["alternatives"]]
        chosen: Json = dice.choices(programs, weights=[choice["weight"] for choice in programs])[0]["program"]
        return chosen

    def _found(self, position: Any, side: str, dice: random.Random) -> Json:
        asked = {"position": self._table.to_json(position), "player": side, "seed": dice.randrange(SEEDS)}
        found: Json = self._ask("hint", seconds=self.thinking_seconds, **asked)["suggestion"]
        return found

    def _ask(self, op: str, **fields: Any) -> Json:
        request = {"game": self._table.game, "op": op, "options": self._options, **fields}
        answer = respond(request, ENGINES, time.monotonic)
        if "error" in answer:
            raise GameError.of(answer["error"])
        return answer
