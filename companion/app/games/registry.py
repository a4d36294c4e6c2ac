"""The games that the app plays, by the name that journals use; the first is offered first."""

from collections.abc import Mapping

from companion.app.games.ball.game import BallGame
from companion.app.games.blokus.game import BlokusGame
from companion.app.games.game import AppGame
from companion.app.games.leistiko.game import LeistikoGame
from companion.app.games.looney.game import LooneyGame
from companion.app.json_object import JsonObject

GAMES: Mapping[str, AppGame] = {game.game: game for game in (LooneyGame(), LeistikoGame(), BallGame(), BlokusGame())}


def game_of(header: JsonObject) -> AppGame:
    """The game of a journal, as it is played from what that game was fed from. Raises KeyError for one unknown."""
    return GAMES[header["game"]].fed_from(str(header.get("source", "")))


def first_game() -> str:
    """The game that is offered where none has been chosen."""
    return next(iter(GAMES))
