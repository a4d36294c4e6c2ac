"""What the page about a game says, in one language."""

from collections.abc import Mapping
from typing import Any

from companion.texts.language import language


class Wording:
    """The page in a language; `players` are names by side."""

    def __init__(
        self, code: str = "en", game: str = "looney-blockade", players: Mapping[str, str] | None = None
    ) -> None:
        self._language = language(code)
        self._players = players or {}
        self.language = self._language.code
        self.game = self._language.text(f"game.{game}")

    def text(self, key: str, **values: Any) -> str:
        """One of the texts ``page.{key}``, its {names} filled in."""
        return self._language.text(f"page.{key}", **values)

    def sentence(self, words: str) -> str:
        """A reason or a note as a sentence."""
        return words[:1].upper() + words[1:].rstrip(".") + "."

    def reading(self, reading: Mapping[str, Any]) -> str:
        """One explanation of an unsure look."""
        return str(reading["words"])

    def colour(self, colour: str) -> str:
        return self._language.text(f"colour.{colour}")

    def side(self, side: str) -> str:
        """Who plays a side."""
        return self._players.get(side) or self._language.text(f"side.{side}")
