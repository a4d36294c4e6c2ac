"""What a game brings to the app. Nothing of Kivy is loaded before a screen is asked for."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from companion.app.games.head_start import HeadStart
from companion.app.intents import AnyIntent, Send
from companion.app.json_object import JsonObject
from companion.app.judge.worker import PlayedGame
from companion.app.texts.texts import Texts
from companion.games.engine import Json
from companion.referee.errors import RefereeError
from companion.referee.keeping.journal import Contents, Journal

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.app.games.refereed_presenter import RefereedPresenter
    from companion.app.games.table_screen import TableScreen
    from companion.app.lesson.lesson import Lesson

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


class Around(NamedTuple):
    """What a screen is put into: the players' language, where intents go, how it is left, and what plays a sound."""

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


class GameUi(ABC):
    """One game as the app plays it.

    `sides` are who may be given a name, `sources` from what it can be fed, `against` those with which the computer can
    play some of the sides; `choices` are name to values, the first
    being usual; `rules` are the ids of the rulings that are options; `rolls` tells whether there are dice,
    `clocked` whether players move in turn, so that a chess clock may run, `head_start` what somebody may be
    given for one.
    """

    game: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    sources: ClassVar[tuple[str, ...]] = ("touch",)
    against: ClassVar[tuple[str, ...]] = ("touch",)
    choices: ClassVar[Mapping[str, tuple[Choosable, ...]]] = {}
    rules: tuple[str, ...] = ()
    rolls: ClassVar[bool] = True
    clocked: ClassVar[bool] = True
    head_start: ClassVar[HeadStart] = "turns"

    def fed_from(self, source: str) -> "GameUi":
        """This game as it is played from `source`, in games that are played in more than one way."""
        return self

    def options(self, chosen: JsonObject, more: JsonObject) -> JsonObject:
        """The options that the journal keeps: `chosen` are the rulings, `more` the other choices."""
        return chosen

    def lived(self, contents: Contents) -> Contents:
        """What a journal of any version holds, as this one would write it. Raises RefereeError where it makes no
        sense."""
        return contents

    @abstractmethod
    def open(self, opened: Opened) -> PlayedGame:
        """The game where it was left. Raises RefereeError where it cannot be gone on with."""

    def presenter(self, texts: Texts) -> "RefereedPresenter[Any]":
        """The game in these words, without its screen."""
        raise NotImplementedError

    @abstractmethod
    def screen(self, around: Around) -> "TableScreen":
        """A screen that shows this game."""

    def emblem(self) -> "Widget | None":
        """A picture of the game in the middle of one, to choose it by."""
        return None

    def lesson(self) -> "Lesson | None":
        """How to play, in pictures to be tapped through."""
        return None

    @abstractmethod
    def scenes(self, driver: ScreenPlayer) -> Iterator[str]:
        """Play up to what is worth a picture; the name of each is given when it is on the screen."""

    @abstractmethod
    def position(self, contents: Contents) -> Json | None:
        """The position that a journal ends with, as its engine writes it; None where the game has not begun."""

    def opening(self, contents: Contents) -> str:
        """How the game of a journal began, in a word or two that need no language; "" for nothing to be told."""
        return ""

    def position_text(self, position: Json) -> str:
        """A position as one line."""
        return json.dumps({"game": self.game, **position}, separators=(",", ":"))

    @abstractmethod
    def page(self, texts: Texts, contents: Contents, title: str) -> str:
        """A kept game as a page of HTML that needs nothing else."""
