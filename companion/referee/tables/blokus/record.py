"""Games of Blokus 3D as text."""

from collections.abc import Mapping

from companion.games.blokus3d import Options, Position, Turn, Violation, apply
from companion.games.blokus3d.gamefile import WrittenGame, game_from_text, game_to_text
from companion.games.blokus3d.notation import placement_to_text, position_to_text
from companion.games.gamefile import AcceptedTable, in_order, turn_lines
from companion.referee.table import Commitment, ReadGame, WrittenStep
from companion.referee.tables.blokus.columns import grid_of


class BlokusRecord:
    """See `companion.referee.table.RecordForm`."""

    def __init__(self, options: Options) -> None:
        self._options = options

    def head(self, start: Position, tags: Mapping[str, str]) -> str:
        return game_to_text(WrittenGame(start, options=self._options, tags=tags))

    def position(self, position: Position) -> str:
        return position_to_text(position)

    def line(self, before: Position, turn: Turn, under: Commitment) -> str | None:
        played = apply(before, turn.placement.piece, turn.placement.cells)
        if isinstance(played, Violation) or grid_of(played.position) != grid_of(turn.position):
            return None
        return placement_to_text(turn.player, turn.placement)

    def said(self, under: Commitment) -> str:
        return under.mover or ""

    def read(self, text: str) -> ReadGame:
        game = game_from_text(text)
        each = zip(turn_lines(text), in_order(game.turns, game.accepted), strict=True)
        steps = tuple(_step(line, done) for line, done in each)
        options = {**game.options.to_json(), "structure": game.start.structure, "players": list(game.start.players)}
        return ReadGame(options, grid_of(game.start), steps, game.tags, game.comments)


def _step(line: str, done: AcceptedTable | Turn) -> WrittenStep:
    return WrittenStep(line, (), grid_of(done.position), accepted=isinstance(done, AcceptedTable))
