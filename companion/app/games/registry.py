"""The games of the app, by their names in journals, in the order in which the app offers them."""

from collections.abc import Mapping

from companion.app.games.game import AppGame
from companion.app.json_object import JsonObject
from companion.games.errors import printable
from companion.games.registry import PartsByGame
from companion.referee.errors import RefereeError

GAMES: Mapping[str, AppGame] = PartsByGame("screen")


def game_of(header: JsonObject) -> AppGame:
    """Return the game of a journal, as it is played from the journal's source. Raises RefereeError for a game that this
    version does not know."""
    if header["game"] not in GAMES:
        raise RefereeError("referee.no_game", game=printable(header["game"]), known=tuple(GAMES))
    return GAMES[header["game"]].fed_from(str(header.get("source", "")))


def first_game() -> str:
    """Return the game to offer before the players have chosen one."""
    return next(iter(GAMES))
