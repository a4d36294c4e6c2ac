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
    """Who has one, by what was chosen for a game; "" for nobody."""
    side = more.get(NAME, "")
    return side if isinstance(side, str) and side != NOBODY else ""


def moves_again(made: int) -> bool:
    """Whether all others sit out after who is ahead has made so many turns."""
    return made < TURNS
