"""Pieces of other colours that replace the usual ones (BK-19)."""

from collections.abc import Mapping
from typing import Any, Final

from companion.games.errors import GameError, printable

# Colours that can be replaced: the players' four, and the caps. Clear ones stay.
USUAL: Final = "RYGBK"
# Colours that can replace others: all that pyramids come in but clear.
KNOWN: Final = "RYGBKOPNW"


def read_colours(told: Any) -> Mapping[str, str]:
    """Parse {"R": "O"}: replaced letters, each with its replacement. Raises GameError."""
    if not isinstance(told, Mapping) or not all(
        isinstance(usual, str) and usual in tuple(USUAL) and isinstance(other, str) and other in tuple(KNOWN)
        for usual, other in told.items()
    ):
        raise GameError("looney.colours", "BK-19", got=printable(told))
    if twice := double(told):
        raise GameError("looney.colours.twice", "BK-19", letter=twice)
    return {usual: other for usual, other in told.items() if usual != other}


def double(told: Mapping[str, str]) -> str:
    """Return a colour that two kinds of pieces would have, "" if there is none."""
    all_of_them = [told.get(usual, usual) for usual in USUAL]
    return next((colour for colour in all_of_them if all_of_them.count(colour) > 1), "")
