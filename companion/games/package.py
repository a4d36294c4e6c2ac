"""What a game says of itself: its name, and where its parts are.

A game's folder has a module ``game.py`` with a `GamePackage`. What it names is imported only when it is asked for, so
that the rules of a game can be had without the window or the eyes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from companion.games.errors import GameError


class TableOption(NamedTuple):
    """An option that a table needs before it can be read from a picture alone: its name in requests, its choices, and a
    word on it for the command line."""

    name: str
    choices: Sequence[str | int]
    help: str


@dataclass(frozen=True)
class GamePackage:
    """One game.

    Parts are written ``module:name``; a module that begins with a dot is one of the game's own folder. A game that has
    not been taught to lie on a table, or to be shown, lacks those parts.
    """

    name: str
    """What requests and journals call the game."""
    declared_in: str
    """The module that declares it (``__name__``)."""
    engine: str
    """The rules, an instance of `companion.games.engine.Engine`."""
    chances: str = ""
    """The chances of winning, an instance of `companion.games.chances.Chances`."""
    table: str = ""
    """How the game lies on a table, a subclass of `companion.referee.table.TableModule`."""
    places: str = ""
    """What players call the table's places: a function from a place to its name, text or a `Reason`. Without one,
    places are called as the table module writes them."""
    analyst: str = ""
    """What turns were worth, an instance of `companion.referee.analysing.analyst.Analyst`."""
    screen: str = ""
    """How the app plays the game, an instance of `companion.app.games.game.AppGame`."""
    board: str = ""
    """What `companion see` calls such a table."""
    still: str = ""
    """Reads pictures without a game, an instance of `companion.referee.still_tables.TableReader`."""
    table_options: Sequence[TableOption] = ()
    """What `still` must be told of the table."""

    def part(self, kind: str) -> Any:
        """Return the part of that kind. Raises GameError where it cannot be loaded, which for a game of somebody else's
        can have many reasons."""
        module, _, name = str(getattr(self, kind)).partition(":")
        try:
            return getattr(import_module(module, self._folder), name)
        except (ImportError, AttributeError) as error:
            raise GameError("engine.no_part", game=self.name, part=kind, error=str(error)) from error

    def texts(self, code: str) -> Mapping[str, Any]:
        """Return the game's ``sentences`` and ``rules`` in a language. Raises OSError or ValueError if there are none
        that can be read."""
        texts = json.loads(files(self._folder).joinpath("texts", f"{code}.json").read_text(encoding="utf-8"))
        if not isinstance(texts, Mapping) or not texts.keys() >= {"sentences", "rules"}:
            raise ValueError(f"{self.name}: texts need sentences and rules")
        return texts

    @property
    def _folder(self) -> str:
        return self.declared_in.rpartition(".")[0]
