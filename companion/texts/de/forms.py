"""German forms of the values in sentences."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.texts.en.forms import joined, piles, things

COLOURS: Final[Mapping[str, str]] = {
    "R": "rot",
    "Y": "gelb",
    "G": "grün",
    "B": "blau",
    "K": "schwarz",
    "C": "klar",
    "O": "orange",
    "P": "violett",
    "N": "türkis",
    "W": "weiß",
}
SIZES: Final[Mapping[str, str]] = {"1": "Kleine", "2": "Mittlere", "3": "Große"}
# The edges of a picture.
EDGES: Final[Mapping[str, str]] = {"left": "links", "right": "rechts", "top": "oben", "bottom": "unten"}


def _stem(name: str) -> str:
    return COLOURS[name[0]].removesuffix("e")


def piece(name: str) -> str:
    """``G2`` -> ``grüne Mittlere``."""
    return f"{_stem(name)}e {SIZES[name[1]]}"


def piece_in_dative(name: str) -> str:
    """``G2`` -> ``grünen Mittleren``."""
    return f"{_stem(name)}en {SIZES[name[1]]}n"


def in_dative(words: str) -> str:
    """``die Große von Ada`` -> ``der Großen von Ada``."""
    return re.sub(rf"^die ({'|'.join(SIZES.values())})\b", r"der \1n", words)


def plural(n: int) -> int:
    """Return 0 for one, 1 for any other number."""
    return 0 if n == 1 else 1


FORMS: Final[Mapping[str, Callable[..., Any]]] = {
    "and": joined("und"),
    "or": joined("oder"),
    "share": lambda chance: f"{chance:.0%}".replace("%", "\u00a0%"),
    "piece": piece,
    "pyramid": piece,
    "die": lambda name: f"die {piece(name)}",
    "eine": lambda name: f"eine {piece(name)}",
    "einer": lambda name: f"einer {piece_in_dative(name)}",
    "each_and": " und ".join,
    "each_or": " oder ".join,
    "colour": COLOURS.__getitem__,
    "name": lambda colour: COLOURS[colour].capitalize(),
    "sizes": SIZES.__getitem__,
    "dative": in_dative,
    "pile": piles(piece, "nichts"),
    "stack": lambda stack: stack or "nichts",
    "thing": things(piles(piece, "nichts"), COLOURS, "nichts"),
    "or_none": lambda name: name or "keiner",
    "edge": EDGES.__getitem__,
}
