"""Descriptions of games: their names, and where their parts are.

A game's folder has a module ``game.py`` with a `GamePackage`. Parts are imported when they are asked for, so that rules
can be used without Kivy or OpenCV.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

from companion.games.errors import GameError


class TableOption(NamedTuple):
    """An option without which a table cannot be read from a picture. `help`: for the command line."""

    name: str
    choices: Sequence[str | int]
    help: str


@dataclass(frozen=True)
class GamePackage:
    """One game.

    Parts are written ``module:name``; a leading dot stands for the game's own folder. Parts that a game lacks are "".
    """

    name: str
    """The game's name in requests and journals."""
    declared_in: str
    """The module that declares it (``__name__``)."""
    engine: str
    """The rules, an instance of `companion.games.engine.Engine`."""
    chances: str = ""
    """The chances of winning, an instance of `companion.games.chances.Chances`."""
    table: str = ""
    """The table module, a subclass of `companion.referee.table.TableModule`."""
    places: str = ""
    """A function from a place of the table to what players call it, text or a `Reason`. Without one, places keep their
    names."""
    analyst: str = ""
    """Tells what turns were worth, an instance of `companion.referee.analysing.analyst.Analyst`."""
    screen: str = ""
    """The game in the app, an instance of `companion.app.games.game.AppGame`."""
    board: str = ""
    """The table's name for `companion see`."""
    still: str = ""
    """Reads pictures without a game, an instance of `companion.referee.still_tables.TableReader`."""
    table_options: Sequence[TableOption] = ()
    """Options that `still` needs."""

    def part(self, kind: str) -> Any:
        """Return the part of that kind. Raises GameError if it cannot be loaded."""
        module, _, name = str(getattr(self, kind)).partition(":")
        try:
            return getattr(import_module(module, self._folder), name)
        except (ImportError, AttributeError) as error:
            raise GameError("engine.no_part", game=self.name, part=kind, error=str(error)) from error

    def texts(self, code: str) -> Mapping[str, Any]:
        """Return the game's ``sentences`` and ``rules`` in a language. Raises OSError or ValueError if they cannot be
        read."""
        texts = json.loads(files(self._folder).joinpath("texts", f"{code}.json").read_text(encoding="utf-8"))
        if not isinstance(texts, Mapping) or not texts.keys() >= {"sentences", "rules"}:
            raise ValueError(f"{self.name}: texts need sentences and rules")
        return texts

    @property
    def _folder(self) -> str:
        return self.declared_in.rpartition(".")[0]
