"""Jonathan Leistiko's Blockade: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "leistiko-blockade",
    __name__,
    engine=".protocol:ENGINE",
    table="companion.referee.tables.leistiko.table:HalfBoardTable",
    board="backgammon",
    still="companion.referee.tables.leistiko.still:READER",
)
