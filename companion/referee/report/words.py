"""What the page about a game says, in one language."""

from collections.abc import Mapping
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.verdict import Offer
from companion.texts.language import Language, capital
from companion.texts.names import tidy_names


class ReportWords:
    """The page of a game in a language; `players` are names by side."""

    def __init__(self, language: Language, game: str, players: Mapping[str, str] | None = None) -> None:
        self._language, self._players = language, tidy_names(players)
        self.language = language.code
        self.game = language.text(f"game.{game}")

    def text(self, key: str, **values: Any) -> str:
        """One of the page's texts, its {names} filled in."""
        return self._language.text(f"referee.page.{key}", **values)

    def say(self, reason: Reason) -> str:
        """A reason as part of a sentence."""
        return self._language.say(reason)

    def sentence(self, reason: Reason) -> str:
        """A reason as a sentence."""
        said = self.say(reason)
        return capital(said.rstrip(".")) + "."

    def reading(self, reading: Offer) -> str:
        """One explanation of an unsure look."""
        return self.say(reading.words) + (f" [{reading.told_apart}]" if reading.apart else "")

    def side(self, side: str) -> str:
        """Who plays a side."""
        said = self._players.get(side) or self.say(because("referee.side", side=side))
        return capital(said)

    def side_with_name(self, side: str) -> str:
        """``Anna (Cool)``; ``Cool`` where nobody is named."""
        called = capital(self.say(because("referee.side", side=side)))
        shown = self.side(side)
        return called if shown == called else f"{shown} ({called})"
