"""Pyramid Ball: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "pyramid-ball",
    __name__,
    engine=".protocol:ENGINE",
    table="companion.referee.tables.ball.table:PyramidBallTable",
    board="pyramid-ball",
    still="companion.referee.tables.ball.still:READER",
)
