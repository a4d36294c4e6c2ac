"""A head start for the weaker player. The rules stay as they are: only turns are sat out, or points given at the start."""

from typing import Final, Literal

from companion.app.json_object import JsonObject

HeadStart = Literal["turns", "points", ""]
NAME: Final = "ahead"
NOBODY: Final = "nobody"
# So many of their first turns all others sit out.
TURNS: Final = 2
# With so many of the six points of the advanced game of Pyramid Ball somebody begins.
POINTS: Final = 2


def ahead(more: JsonObject) -> str:
    """Who has one, by what was chosen for a game; "" for nobody."""
    side = more.get(NAME, "")
    return side if isinstance(side, str) and side != NOBODY else ""


def moves_again(made: int, *, begins: bool) -> bool:
    """Whether all others sit out after who is ahead has made so many turns; `begins` tells whether the first turn of the
    game is his anyway."""
    return made + (not begins) <= TURNS
