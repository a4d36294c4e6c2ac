"""Jonathan Leistiko's Blockade: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "leistiko-blockade",
    __name__,
    engine=".rules.protocol:ENGINE",
    table=".table.table:HalfBoardTable",
    screen=".screen.game:SCREEN",
    board="backgammon",
    still=".table.still:READER",
)
