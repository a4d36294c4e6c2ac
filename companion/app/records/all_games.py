"""All kept games as one table for a spreadsheet: a line a game."""

import csv
import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.app.games.opening import SavedGame, saved_games
from companion.app.records.records import statistics
from companion.games.errors import CompanionError
from companion.texts.names import cell_of

COLUMNS = (
    *("begun", "game", "source", "name", "players", "winners", "over", "turns", "seconds", "broken", "openings"),
    *("habits", "options"),
)


def all_games(games: Path) -> str:
    """Return the table, the oldest game first: turns and seconds are of all players, `broken` are the rules that were
    broken, `openings` the first turns, `habits` what was counted of all turns, `options` what was agreed on."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    for game in reversed(saved_games(games)):
        with suppress(CompanionError, OSError):
            rows.writerow([cell_of(cell) for cell in _cells(game)])
    return written.getvalue()


def _cells(game: SavedGame) -> Iterator[str]:
    found = statistics([game.folder])
    yield from (game.begun, game.game, game.source, game.name)
    yield "; ".join(f"{side}: {name}" for side, name in game.players.items())
    yield "; ".join(game.winners)
    yield str(game.over).lower()
    yield str(sum(found.turns.values()))
    yield f"{sum(found.seconds.values()):.0f}"
    yield "; ".join(f"{rule} {n}" for (_, rule), n in found.illegal.items())
    yield "; ".join(f"{mover.name or mover.side}: {first}" for _, mover, first in found.openings)
    counted = {mover: " ".join(f"{what} x{n}" for what, n in each.items()) for (_, mover), each in found.habits.items()}
    yield "; ".join(f"{mover.name or mover.side}: {each}" for mover, each in counted.items())
    yield json.dumps(game.options)
