"""How German words what its sentences are filled in with."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.texts.en.forms import joined

COLOURS: Final[Mapping[str, str]] = {
    "R": "rot",
    "Y": "gelb",
    "G": "grün",
    "B": "blau",
    "K": "schwarz",
    "C": "klar",
}
SIZES: Final[Mapping[str, str]] = {"1": "Kleine", "2": "Mittlere", "3": "Große"}
# The pyramids of Pyramid Ball, and what each does as a special one (in the accusative).
PYRAMIDS: Final[Mapping[str, str]] = {"S": "kleine", "M": "mittlere", "L": "große"}
SPECIALS: Final[Mapping[str, str]] = {"S": "Sprint", "M": "schnellen Pass", "L": "Sturm"}
# The players and structures of Blokus 3D.
SEATS: Final[Mapping[str, str]] = {"blue": "Blau", "yellow": "Gelb", "red": "Rot", "green": "Grün"}
STRUCTURES: Final[Mapping[str, str]] = {"tower": "Turm", "corner": "Ecke", "steps": "Stufen", "pyramid": "Pyramide"}


def piece(name: str) -> str:
    """``G2`` -> ``grüne Mittlere``."""
    return f"{COLOURS[name[0]]}e {SIZES[name[1]]}"


def plural(n: int) -> int:
    """One, or any other number."""
    return 0 if n == 1 else 1


FORMS: Final[Mapping[str, Callable[..., Any]]] = {
    "and": joined("und"),
    "or": joined("oder"),
    "piece": piece,
    "each_and": " und ".join,
    "each_or": " oder ".join,
    "clauses": "; ".join,
    "colour": COLOURS.__getitem__,
    "place": str,
    "seat": SEATS.__getitem__,
    "size": PYRAMIDS.__getitem__,
    "special": SPECIALS.__getitem__,
    "structure": STRUCTURES.__getitem__,
}
