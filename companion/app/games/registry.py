"""The games that the app plays, by the name that journals use; the first is offered first."""

from collections.abc import Mapping

from companion.app.games.game import AppGame
from companion.app.json_object import JsonObject
from companion.games.errors import shown
from companion.games.registry import PartsByGame
from companion.referee.errors import RefereeError

GAMES: Mapping[str, AppGame] = PartsByGame("screen")


def game_of(header: JsonObject) -> AppGame:
    """The game of a journal. Raises RefereeError for one that this version does not know."""
    if header["game"] not in GAMES:
        raise RefereeError("referee.no_game", game=shown(header["game"]), known=tuple(GAMES))
    return GAMES[header["game"]].fed_from(str(header.get("source", "")))


def first_game() -> str:
    """The game that is offered where none has been chosen."""
    return next(iter(GAMES))
