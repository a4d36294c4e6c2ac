"""The games that the app plays, by the name that journals use; the first is offered first."""

from collections.abc import Mapping

from companion.app.games.game import AppGame
from companion.app.json_object import JsonObject
from companion.games.registry import PartsByGame

GAMES: Mapping[str, AppGame] = PartsByGame("screen")


def game_of(header: JsonObject) -> AppGame:
    """The game of a journal. Raises KeyError for one unknown."""
    return GAMES[header["game"]].fed_from(str(header.get("source", "")))


def first_game() -> str:
    """The game that is offered where none has been chosen."""
    return next(iter(GAMES))
