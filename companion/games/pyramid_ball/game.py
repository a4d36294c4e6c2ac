"""Pyramid Ball: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "pyramid-ball",
    __name__,
    engine=".rules.protocol:ENGINE",
    table=".table.table:PyramidBallTable",
    screen=".screen.game:SCREEN",
    board="pyramid-ball",
    still=".table.still:READER",
)
