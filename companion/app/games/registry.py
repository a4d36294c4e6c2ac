"""The games that the app plays, by the name that journals use; the first is offered first."""

from collections.abc import Mapping

from companion.app.games.ball.game import BallGame
from companion.app.games.blokus.game import BlokusGame
from companion.app.games.game_ui import GameUi
from companion.app.games.leistiko.game import LeistikoGame
from companion.app.games.looney.game import LooneyGame

GAMES: Mapping[str, GameUi] = {game.game: game for game in (LooneyGame(), LeistikoGame(), BallGame(), BlokusGame())}


def first_game() -> str:
    """The game that is offered where none has been chosen."""
    return next(iter(GAMES))
