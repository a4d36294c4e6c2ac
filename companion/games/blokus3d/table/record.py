"""Games of Blokus 3D as text."""

from typing import Any

from companion.games.blokus3d.rules.gamefile import FORM
from companion.games.blokus3d.rules.model import Options, Position, Turn, Violation
from companion.games.blokus3d.rules.turns import apply
from companion.games.blokus3d.table.columns import grid_of
from companion.games.gamefile import WrittenGame
from companion.referee.grid import Commitment, Grid
from companion.referee.record import GameRecord, Said


class BlokusRecord(GameRecord[Position, Options, Turn]):
    """A written game without commitments."""

    form = FORM

    def grid(self, position: Position, _options: Options) -> Grid:
        return grid_of(position)

    def again(self, before: Position, turn: Turn, under: Commitment) -> Turn | None:
        played = apply(before, turn.placement.piece, turn.placement.cells)
        if isinstance(played, Violation) or grid_of(played.position) != grid_of(turn.position):
            return None
        return turn

    def announcement(self, under: Commitment) -> str:
        return under.mover or ""

    def events(self, done: Turn) -> Said:
        return ()

    def events_before(self, said: str) -> Said:
        return ()

    def options_of(self, game: WrittenGame[Position, Options, Turn]) -> dict[str, Any]:
        return {**game.options.to_json(), "structure": game.start.structure, "players": list(game.start.players)}
