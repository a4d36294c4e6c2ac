"""Games of the app that only their engine judges as text (`companion.games.gamefile`)."""

from companion.app.games.engine_game import EngineGame
from companion.app.games.engine_table import Lived
from companion.app.games.registry import GAMES
from companion.games.engine import Json
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import Contents
from companion.referee.tables import open_table
from companion.referee.written_games import joined, tags_of


def engine_game_text(game: EngineGame, contents: Contents) -> str:
    """The turns that were made and not taken back. Raises RefereeError where lines of the journal are lost."""
    header = contents.header
    if contents.lost:
        raise RefereeError("written.lost")
    lived = Lived(game.table.entry)
    # What had been entered before each turn was made.
    progress: list[Json] = []
    for record in contents.records:
        before = lived.turn
        lived.take(record)
        if record["kind"] == "turn":
            progress.append(before)
        progress = progress[: len(lived.made)]
    table = open_table(game.game, GAMES[game.game].fed_from("camera").options(header["options"], header["more"]))
    start = table.from_json(game.first_position(header))
    lines = [
        table.record.entered(made["side"], made["what"], turn) for made, turn in zip(lived.made, progress, strict=True)
    ]
    return joined(table, start, tags_of(header), lines, {})
