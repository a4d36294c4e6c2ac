"""The start screen: what can be chosen, and the game that comes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.app.play.opening import GameSetup, Kept
from companion.app.present.games import GAMES, LOONEY
from companion.app.texts import Texts
from companion.games.registry import ENGINES


@dataclass(frozen=True)
class Choice:
    """One thing to choose: `values` are (value, words). `wide` ones are sentences, one below the other."""

    name: str
    title: str
    values: tuple[tuple[Any, str], ...]
    chosen: Any
    says: str = ""
    wide: bool = False


class StartPresenter:
    """Keeps what has been chosen so far."""

    def __init__(self, texts: Texts, kept: Sequence[Kept] = ()) -> None:
        self._t = texts
        self.kept = kept
        self.game = LOONEY
        self._chosen: dict[tuple[str, str], Any] = {}
        self.players: dict[str, str] = {}

    def games(self) -> tuple[tuple[str, str, str], ...]:
        """(name, title, sentence) of each game there is an engine for."""
        return tuple((g, self._t(f"game.{g}"), self._t(f"game.{g}.says")) for g in GAMES if g in ENGINES)

    @property
    def unfinished(self) -> Kept | None:
        """The latest game that was not played to its end."""
        return next((kept for kept in self.kept if not kept.over and kept.events and kept.game in ENGINES), None)

    def resume_words(self, kept: Kept) -> str:
        return self._t("start.resume", game=self._t(f"game.{kept.game}"), when=kept.begun.replace("T", " ")[:16])

    def sides(self) -> tuple[tuple[str, str], ...]:
        """(side, words) of those who may be given a name."""
        count = self.value("count") if "count" in GAMES[self.game].choices else None
        return tuple((side, self._t(f"side.{side}")) for side in GAMES[self.game].sides[:count])

    def value(self, name: str) -> Any:
        """What is chosen, or else usual."""
        info = GAMES[self.game]
        if name == "source":
            usual: Any = info.sources[0]
        elif name in info.rules:
            usual = next(iter(ENGINES[self.game].rulebook.find(name).options or {}))
        else:
            usual = info.choices[name][0]
        return self._chosen.get((self.game, name), usual)

    def choose(self, name: str, value: Any) -> None:
        self._chosen[self.game, name] = value

    def choices(self) -> tuple[Choice, ...]:
        info, t = GAMES[self.game], self._t
        found = []
        if len(info.sources) > 1:
            source = self.value("source")
            values = tuple((value, t(f"source.{value}")) for value in info.sources)
            found.append(Choice("source", t("choice.source"), values, source, t(f"source.{source}.says")))
        for name, allowed in info.choices.items():
            chosen = self.value(name)
            values = tuple((value, t(f"{name}.{value}")) for value in allowed)
            says = t(f"{name}.{chosen}.says") if t.has(f"{name}.{chosen}.says") else ""
            found.append(Choice(name, t(f"choice.{name}"), values, chosen, says))
        for rule in info.rules:
            options = ENGINES[self.game].rulebook.find(rule).options or {}
            values = tuple((value, t(f"option.{rule}.{value}")) for value in options)
            found.append(Choice(rule, f"{t(f'rule.{rule}')} ({rule})", values, self.value(rule), wide=True))
        return tuple(found)

    def setup(self) -> GameSetup:
        """The game that has been chosen."""
        info = GAMES[self.game]
        options = {rule: plain(self.value(rule)) for rule in info.rules if (self.game, rule) in self._chosen}
        more = {name: self.value(name) for name in info.choices if name != "first"}
        sides = {side for side, _ in self.sides()}
        return GameSetup(
            game=self.game,
            options=options,
            players={side: name for side, name in self.players.items() if name and side in sides},
            source=self.value("source"),
            first=self.value("first") if "first" in info.choices else "cool",
            more=more,
        )


def plain(value: str) -> Any:
    """An option's value as engines take it: true, false and numbers as such, words as they are."""
    known: Mapping[str, Any] = {"true": True, "false": False}
    return known.get(value, int(value) if value.isdecimal() else value)
