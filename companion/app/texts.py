"""All that the app says, in the languages it speaks."""

import json
from collections.abc import Mapping
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "de": "Deutsch"}
CATALOGUE: Final[Mapping[str, Mapping[str, str]]] = json.loads(
    files("companion.app").joinpath("catalogue.json").read_text(encoding="utf-8")
)


def translated(words: str, language: str) -> str:
    """A message of a lower layer in another language."""
    return words


class Texts:
    """The catalogue in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"

    def __call__(self, key: str, **values: Any) -> str:
        """The text for `key`, its {names} filled in. Raises KeyError for a key that the catalogue does not have."""
        text = CATALOGUE[key][self.language]
        return text.format(**values) if values else text

    def has(self, key: str) -> bool:
        return key in CATALOGUE

    def piece(self, piece: str) -> str:
        """``G2`` -> ``medium green``."""
        return self("piece", size=self(f"size.{piece[1]}"), colour=self(f"adjective.{piece[0]}"))

    def stack(self, stack: str) -> str:
        """``C3B2B2`` -> ``large clear, 2 × medium blue``."""
        runs = [(piece, len(list(run))) for piece, run in groupby(stack[i : i + 2] for i in range(0, len(stack), 2))]
        words = [self("piles", n=n, piece=self.piece(piece)) if n > 1 else self.piece(piece) for piece, n in runs]
        return ", ".join(words) or self("piles.none")

    def reason(self, words: str) -> str:
        """What the engines, the referee or a device says, as a sentence in this language as far as it is known."""
        said = translated(words, self.language)
        return said[:1].upper() + said[1:].rstrip(".") + ("." if said else "")

    def moves(self, moves: tuple[Mapping[str, Any], ...]) -> str:
        """Hops in words, the points in brackets where more than one."""
        words = []
        for move in moves:
            cost = f" ({move['cost']})" if move.get("cost", 1) != 1 else ""
            cap = self("cap", piece=self.piece(move["cap"])) if move.get("cap") else ""
            words.append(f"{self.piece(move['piece'])} {move['from']}–{move['to']}{cost}{cap}")
        return "; ".join(words)

    def dice(self, roll: Mapping[str, int]) -> str:
        """``blue 4, green 5``."""
        return ", ".join(f"{self(f'colour.{colour}')} {value}" for colour, value in roll.items())
