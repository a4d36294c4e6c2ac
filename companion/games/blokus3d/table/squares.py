"""Players' names for the squares of the turntable."""

import re

from companion.games.blokus3d.rules.model import read_square

_SQUARE = re.compile(r"[0-9],[0-9]")


def edge_name(x: int, y: int) -> str:
    """Return a square's letter, to the right, and its number, away: ``e8``."""
    return f"{'abcdefghij'[x]}{y + 1}"


def spoken_place(place: str) -> str:
    """Return what players call a square, ``4,7`` -> ``e8``; anything else as it is."""
    return edge_name(*read_square(place)) if _SQUARE.fullmatch(place) else place
