"""A head start for the weaker player. The rules stay as they are: turns are sat out, or points given at the start."""

from typing import Final, Literal

from companion.app.json_object import JsonObject

HeadStart = Literal["turns", "points", ""]
NAME: Final = "ahead"
NOBODY: Final = "nobody"
# With so many turns in a row somebody begins.
TURNS: Final = 3
# With so many of the six points of the advanced game of Pyramid Ball somebody begins.
POINTS: Final = 2


def ahead(more: JsonObject) -> str:
    """Return the side with a head start, by the choices for a game; "" for none."""
    side = more.get(NAME, "")
    return side if isinstance(side, str) and side != NOBODY else ""


def moves_again(made: int) -> bool:
    """Return True if all other sides still sit out after this many turns of the side ahead."""
    return made < TURNS
