"""A head start for the weaker player. The rules stay as they are: turns are sat out, or points given at the start."""

from typing import Final, Literal

from companion.app.json_object import JsonObject

HeadStart = Literal["turns", "points", ""]
NAME: Final = "ahead"
NOBODY: Final = "nobody"
# Number of turns in a row with which the side ahead begins.
TURNS: Final = 3
# Points with which the side ahead begins, of the six of Pyramid Ball's advanced game.
POINTS: Final = 2


def ahead(more: JsonObject) -> str:
    """Return the side with a head start, from the choices made for a game (`more`); "" for none."""
    side = more.get(NAME, "")
    return side if isinstance(side, str) and side != NOBODY else ""


def moves_again(made: int) -> bool:
    """True if all other sides still sit out after this many turns of the side ahead."""
    return made < TURNS
