"""Jonathan Leistiko's Blockade: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "leistiko-blockade",
    __name__,
    engine=".rules.protocol:ENGINE",
    chances=".rules.chances:CHANCES",
    table=".table.table:HalfBoardTable",
    places=".table.rows:spoken_place",
    analyst=".table.analyst:ANALYST",
    screen=".screen.game:SCREEN",
    board="backgammon",
    still=".table.still:READER",
)
