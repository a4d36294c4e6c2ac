"""Pyramid Ball: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "pyramid-ball",
    __name__,
    engine=".rules.protocol:ENGINE",
    chances=".rules.chances:CHANCES",
    table=".table.table:PyramidBallTable",
    analyst=".table.analyst:ANALYST",
    screen=".screen.game:SCREEN",
    board="pyramid-ball",
    still=".table.still:READER",
)
