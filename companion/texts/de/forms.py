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
    "colour": COLOURS.__getitem__,
}
