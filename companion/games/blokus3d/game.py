"""Blokus 3D: where its parts are."""

from companion.games.package import GamePackage, TableOption

GAME = GamePackage(
    "blokus3d",
    __name__,
    engine=".rules.protocol:ENGINE",
    chances=".rules.chances:CHANCES",
    table=".table.table:Blokus3DTable",
    places=".table.squares:spoken_place",
    analyst=".table.analyst:ANALYST",
    screen=".screen.game:SCREEN",
    board="blokus3d",
    still=".table.still:READER",
    table_options=(
        TableOption("structure", ("tower", "corner", "steps", "pyramid"), "what is built"),
        TableOption("players", (2, 3, 4), "how many play"),
    ),
)
