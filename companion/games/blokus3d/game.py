"""Blokus 3D: where its parts are."""

from companion.games.blokus3d.structures import PLAYERS, STRUCTURES
from companion.games.package import GamePackage, TableOption

GAME = GamePackage(
    "blokus3d",
    __name__,
    engine=".protocol:ENGINE",
    table="companion.referee.tables.blokus.table:Blokus3DTable",
    board="blokus3d",
    still="companion.referee.tables.blokus.still:READER",
    table_options=(
        TableOption("structure", tuple(STRUCTURES), "what is built"),
        TableOption("players", PLAYERS, "how many play"),
    ),
)
