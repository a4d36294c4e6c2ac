"""Things that the app gives a game: its folder, what surrounds its screen, and who plays on that."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.app.games.far_table import FarGame
from companion.app.games.given_hints import GivenHints
from companion.app.games.opponents import Opponents
from companion.app.games.table import PlayedTable
from companion.app.intents import AnyIntent, Send
from companion.app.json_object import JsonObject
from companion.app.texts.texts import Texts
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import Contents, Journal

Choosable = str | int


@dataclass(frozen=True)
class Opened:
    """A game's folder with its journal, open for going on, and what it holds so far."""

    journal: Journal
    contents: Contents
    folder: Path
    hints: bool


def played(contents: Contents) -> None:
    """Raises RefereeError where a journal is not of a game that was played in the app."""
    if "begun" not in contents.header:
        raise RefereeError("table.elsewhere", game=str(contents.header["game"]))


class NewTable(NamedTuple):
    """A table that is being opened, and what its companions are told."""

    table: PlayedTable[Any]
    hints: GivenHints
    header: JsonObject
    """The header of its journal."""
    opponents: Opponents
    far: FarGame | None
    """The other table, if one plays with it."""


class Around(NamedTuple):
    """Surroundings of a screen: the players' language, where intents go, how it is left, and what plays a sound."""

    texts: Texts
    send: Send
    leave: Callable[[], None]
    play_sound: Callable[[str], None]


class ScreenPlayer(Protocol):
    """Plays on the screen, as `companion.app.driver.Driver` does."""

    @property
    def screen(self) -> Any: ...

    def begin(self, game: str, source: str = "touch", **setup: Any) -> None:
        """Start a game, see `companion.app.games.opening.GameSetup`; it is on the screen."""

    def press(self, name: str) -> None: ...

    def tap(self, spot: str) -> None:
        """Touch a spot of the board."""

    def hold(self, spot: str) -> None:
        """Keep a finger on a spot of the board."""

    def send(self, intent: AnyIntent) -> None: ...

    def until(self, true: Callable[[], object]) -> None:
        """Wait until it is true."""
