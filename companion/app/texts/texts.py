"""What the app says, in one language: its texts, reasons, rules, pieces and moves."""

from collections.abc import Mapping
from copy import copy
from itertools import groupby
from types import MappingProxyType
from typing import Any

from companion.app.json_object import JsonObject
from companion.games.reason import Reason
from companion.games.registry import ENGINES
from companion.games.rulebook import Rule
from companion.texts.language import language as language_of
from companion.texts.language import sentence


class Texts:
    """The app's words in one language."""

    _instead: Mapping[str, str] = MappingProxyType({})

    def __init__(self, language: str = "en") -> None:
        self._language = language_of(language).for_players
        self.language = self._language.code

    def of_game(self, game: str) -> "Texts":
        """Return the texts at a table of a game."""
        other = copy(self)
        other._language = self._language.of_game(game)
        return other

    def with_colours(self, instead: Mapping[str, str]) -> "Texts":
        """Return the texts for a table on which pieces of other colours stand in for some, by their letters."""
        other = copy(self)
        other._language = self._language.with_colours(instead)
        other._instead = instead
        return other

    def __call__(self, key: str, **values: Any) -> str:
        """Return the text for `key`, its {names} filled in. Raises KeyError for a key that the language does not
        have."""
        return self._language.text(key, **values)

    def has(self, key: str) -> bool:
        return self._language.has(key)

    def rule(self, game: str, rule_id: str) -> Rule:
        """Return a rule of a game. Raises GameError for an id that its book does not have."""
        return self._language.rules[ENGINES[game].rulebook.find(rule_id)]

    def rule_title(self, game: str, rule_id: str) -> str:
        """Return a rule's title, "" if the book has no such rule."""
        return self.rule(game, rule_id).title if rule_id in ENGINES[game].rulebook.ids else ""

    def without_ids(self, words: str) -> str:
        """Return words without the ids of rules that they cite."""
        return self._language.without_ids(words)

    def place(self, place: str) -> str:
        """``4,7`` -> ``e8``: a place as it is called at the table."""
        return self._language.place(place)

    def piece(self, piece: str) -> str:
        """``G2`` -> ``medium green``."""
        return self("piece", piece=piece)

    def stack(self, stack: str) -> str:
        """``C3B2B2`` -> ``large clear, 2 × medium blue``."""
        runs = [(piece, len(list(run))) for piece, run in groupby(stack[i : i + 2] for i in range(0, len(stack), 2))]
        words = [self("piles", n=n, piece=piece) if n > 1 else self.piece(piece) for piece, n in runs]
        return ", ".join(words) or self("piles.none")

    def side(self, side: str) -> str:
        """Return the name of a side of any game; what is none, as it is."""
        return self(f"side.{side}") if self.has(f"side.{side}") else side

    def reason(self, words: str | Reason) -> str:
        """Return a reason, or words in the players' language, as a sentence."""
        return sentence(self._language.say(words) if isinstance(words, Reason) else words)

    def moves(self, moves: tuple[JsonObject, ...]) -> str:
        """Hops in words, the points in brackets where more than one."""
        words = []
        for move in moves:
            cost = f" ({move['cost']})" if move.get("cost", 1) != 1 else ""
            cap = self("cap", piece=move["cap"]) if move.get("cap") else ""
            words.append(f"{self.piece(move['piece'])} {move['from']}–{move['to']}{cost}{cap}")
        return "; ".join(words)

    def dice(self, roll: Mapping[str, int]) -> str:
        """``blue 4, green 5``."""
        return ", ".join(f"{self.colour(colour)} {value}" for colour, value in roll.items())

    def colour(self, letter: str) -> str:
        """Return the colour of the pieces of that letter."""
        return self(f"colour.{self._instead.get(letter, letter)}")
