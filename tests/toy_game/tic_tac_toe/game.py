"""Tic-tac-toe: where its parts are."""

from pyramid_companion.games.package import GamePackage

GAME = GamePackage(
    "tic-tac-toe",
    __name__,
    engine=".rules.protocol:ENGINE",
    table=".table.table:ToyTable",
    screen=".screen.game:SCREEN",
)
