"""English forms of the values in sentences."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

COLOURS: Final[Mapping[str, str]] = {
    "R": "red",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "K": "black",
    "C": "clear",
    "O": "orange",
    "P": "purple",
    "N": "cyan",
    "W": "white",
}
SIZES: Final[Mapping[str, str]] = {"1": "small", "2": "medium", "3": "large"}


def piece(name: str) -> str:
    """``G2`` -> ``green medium``, as engines and the command line call it."""
    return f"{COLOURS[name[0]]} {SIZES[name[1]]}"


def pyramid(name: str) -> str:
    """``G2`` -> ``medium green``, as it is called in the app and on pages."""
    return f"{SIZES[name[1]]} {COLOURS[name[0]]}"


def piles(word: Callable[[str], str], nothing: str) -> Callable[[str], str]:
    """Word a pile of pyramids from bottom to top; anything else stays as written."""

    def pile(thing: str) -> str:
        pieces = [thing[i : i + 2] for i in range(0, len(thing), 2)]
        if not all(len(piece) == 2 and piece[0] in COLOURS and piece[1] in SIZES for piece in pieces):
            return thing
        runs = [(word(piece), len(list(run))) for piece, run in groupby(pieces)]
        return ", ".join(name if n == 1 else f"{n} × {name}" for name, n in runs) or nothing

    return pile


def things(pile: Callable[[str], str], colours: Mapping[str, str], nothing: str) -> Callable[[object], str]:
    """Word a thing. Letters alone are a column of cubes from the board up; with digits they are pyramids; digits alone
    count pieces."""

    def thing(lying: object) -> str:
        told = str(lying)
        if told and set(told) <= {*"BYRG"}:
            return ", ".join(colours[letter] for letter in told)
        return pile(told) if told else nothing

    return thing


def joined(word: str) -> Callable[[Sequence[str]], str]:
    """Join items by commas, the last one by `word`; none make an empty text."""

    def join(items: Sequence[str]) -> str:
        return f" {word} ".join(", ".join(part) for part in (items[:-1], items[-1:]) if part)

    return join


def plural(n: int) -> int:
    """Return which of the two forms a number takes: 0 for one, 1 for any other number."""
    return 0 if n == 1 else 1


FORMS: Final[Mapping[str, Callable[..., Any]]] = {
    "and": joined("and"),
    "or": joined("or"),
    "share": "{:.0%}".format,
    "piece": piece,
    "pyramid": pyramid,
    "each_and": " and ".join,
    "and_the": " and the ".join,
    "each_or": " or ".join,
    "colour": COLOURS.__getitem__,
    "player": lambda side: f"the {side} player",
    "sizes": lambda size: f"{SIZES[size]}s",
    "pile": piles(piece, "nothing"),
    "stack": lambda stack: stack or "nothing",
    "thing": things(piles(pyramid, "nothing"), COLOURS, "nothing"),
    "or_none": lambda name: name or "none",
    "edge": str,  # other languages need more
}
