"""Kristin Looney's Blockade: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "looney-blockade",
    __name__,
    engine=".rules.protocol:ENGINE",
    chances=".rules.chances:CHANCES",
    table=".table.table:LooneyTable",
    analyst=".table.analyst:ANALYST",
    screen=".screen.game:SCREEN",
    board="volcano",
    still=".table.still:READER",
)
