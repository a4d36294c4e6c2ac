"""Words of the page about a game, in one language."""

from collections.abc import Mapping
from typing import Any

from companion.games.reason import Reason, because
from companion.referee.verdict import Offer
from companion.texts.language import Language, capital, stopped
from companion.texts.names import tidy_names


class ReportWords:
    """The page of a game in a language; `players` are names by side."""

    def __init__(self, language: Language, game: str, players: Mapping[str, str] | None = None) -> None:
        self._language, self._players = language.of_game(game), tidy_names(players)
        self.language = language.code
        self.game = language.text(f"game.{game}")

    def text(self, key: str, **values: Any) -> str:
        """Return one of the page's texts, its {names} filled in."""
        return self._language.text(f"referee.page.{key}", **values)

    def say(self, reason: Reason) -> str:
        """Return a reason as part of a sentence."""
        return self._language.say(reason)

    def sentence(self, reason: Reason) -> str:
        """Return a reason as a sentence."""
        return stopped(self.capital(self.say(reason)))

    def capital(self, said: str) -> str:
        """Return a sentence with a capital at its start, unless it starts with a player's name."""
        return said if said.startswith(tuple(self._players.values())) else capital(said)

    def reading(self, reading: Offer) -> str:
        """Return the words of one explanation of an unsure look."""
        return self.say(reading.words) + (f" [{reading.told_apart}]" if reading.apart else "")

    def side(self, side: str) -> str:
        """Return the name of a side's player; the side's own if the player has none."""
        return self._players.get(side) or self._side(side)

    def side_with_name(self, side: str) -> str:
        """Return ``Anna (Cool)``, or ``Cool`` where nobody is named."""
        called, shown = self._side(side), self.side(side)
        return called if shown == called else f"{shown} ({called})"

    def _side(self, side: str) -> str:
        return capital(self.say(because("referee.side", side=side)))
