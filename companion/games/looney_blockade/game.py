"""Kristin Looney's Blockade: where its parts are."""

from companion.games.package import GamePackage

GAME = GamePackage(
    "looney-blockade",
    __name__,
    engine=".protocol:ENGINE",
    table="companion.referee.tables.looney.table:LooneyTable",
    board="volcano",
    still="companion.referee.tables.looney.still:READER",
)
