"""All kept games as one table for a spreadsheet: a line a game."""

import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from companion.app.games.opening import Kept, kept_games
from companion.app.records.records import statistics
from companion.games.errors import CompanionError

COLUMNS = ("begun", "game", "source", "name", "players", "winners", "over", "turns", "seconds", "broken", "opening")
# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def all_games(games: Path) -> str:
    """Return the table, the oldest game first: turns and seconds are of all players, `broken` are the rules that were
    broken, `opening` is the first turn."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    for game in reversed(kept_games(games)):
        with suppress(CompanionError, OSError):
            rows.writerow([_plain(cell) for cell in _cells(game)])
    return written.getvalue()


def _cells(game: Kept) -> Iterator[str]:
    found = statistics([game.folder])
    yield from (game.begun, game.game, game.source, game.name)
    yield "; ".join(f"{side}: {name}" for side, name in game.players.items())
    yield "; ".join(game.winners)
    yield str(game.over).lower()
    yield str(sum(found.turns.values()))
    yield f"{sum(found.seconds.values()):.0f}"
    yield "; ".join(f"{rule} {n}" for (_, rule), n in found.illegal.items())
    yield "; ".join(first for _, first in found.openings)


def _plain(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
