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
    """What must be said of a table before it can be read from a picture alone: its name in requests, what it can be,
    and a word on it for the command line."""

    name: str
    choices: Sequence[str | int]
    help: str


@dataclass(frozen=True)
class GamePackage:
    """One game.

    `declared_in` is the module that declares it (``__name__``). Parts are written ``module:name``, a module that begins
    with a dot being one of the game's own folder:

    - `engine`: the rules, an instance of `companion.games.engine.Engine`;
    - `chances`: who is likely to win, an instance of `companion.games.chances.Chances`;
    - `table`: how it lies on a table, a subclass of `companion.referee.table.TableModule`;
    - `analyst`: what its turns were worth, an instance of `companion.referee.analysing.analyst.Analyst`;
    - `screen`: how the app plays it, an instance of `companion.app.games.game_ui.GameUi`;
    - `still`: reads pictures without a game, an instance of `companion.referee.still_tables.TableReader`; `board` is
      what `companion see` calls such a table, `table_options` what it must be told.

    A game that has not been taught to lie on a table, or to be shown, lacks those parts. Its sentences and rules are
    in the folder's ``texts``, a file a language (`companion.texts.language`).
    """

    name: str
    declared_in: str
    engine: str
    chances: str = ""
    table: str = ""
    analyst: str = ""
    screen: str = ""
    board: str = ""
    still: str = ""
    table_options: Sequence[TableOption] = ()

    def part(self, kind: str) -> Any:
        """The part of that kind. Raises GameError where it cannot be loaded, which for a game of somebody else's can
        have many reasons."""
        module, _, name = str(getattr(self, kind)).partition(":")
        try:
            return getattr(import_module(module, self._folder), name)
        except (ImportError, AttributeError) as error:
            raise GameError("engine.no_part", game=self.name, part=kind, error=str(error)) from error

    def texts(self, code: str) -> Mapping[str, Any]:
        """Its ``sentences`` and ``rules`` in a language; in English, where it has none in that. Raises OSError or
        ValueError where there are none that can be read."""
        folder = files(self._folder).joinpath("texts")
        own = folder.joinpath(f"{code}.json")
        texts = json.loads((own if own.is_file() else folder.joinpath("en.json")).read_text(encoding="utf-8"))
        if not isinstance(texts, Mapping) or not texts.keys() >= {"sentences", "rules"}:
            raise ValueError(f"{self.name}: texts need sentences and rules")
        return texts

    @property
    def _folder(self) -> str:
        return self.declared_in.rpartition(".")[0]
