"""Registry of the games that can be refereed: opens a game's table module."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.errors import printable
from companion.games.registry import PartsByGame
from companion.referee.errors import RefereeError
from companion.referee.keeping.nonsense import making_sense_of
from companion.referee.table import AnyTable

Options = Mapping[str, Any]

TABLES: Mapping[str, Callable[[Options], AnyTable]] = PartsByGame("table")


def open_table(game: str, options: Options) -> AnyTable:
    """Open the table module of a game. Raises RefereeError for a game that cannot be refereed, GameError for unknown
    options."""
    if game not in TABLES:
        raise RefereeError("referee.no_game", game=printable(game), known=tuple(TABLES))
    return TABLES[game](options)


def table_of(header: Mapping[str, Any]) -> AnyTable:
    """Open the table module of a journal's game. Raises RefereeError, which names the header's line."""
    with making_sense_of(header):
        return open_table(header["game"], header["options"])
