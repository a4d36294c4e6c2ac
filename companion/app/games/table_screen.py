"""The screen of a game, whichever it is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from kivy.uix.widget import Widget

from companion.app.widgets.clock_bar import ClockBar
from companion.app.widgets.controls import Page
from companion.app.widgets.odd_button import OddButton
from companion.app.widgets.speaker import SpeakerButton


class Speaking(Protocol):
    """What is to be said aloud about states of a game."""

    def occasion(self, state: Any) -> object:
        """What there is to be said aloud about, another object each time; None for nothing."""

    def spoken(self, state: Any) -> str:
        """A few words about it."""

    def name(self, side: str) -> str:
        """A player's name."""


class TableScreen(Page):
    """`presenter` knows what to say aloud; `speaker` silences it; `rematch` plays again, told who has won; `share`
    makes a picture of how it ended. `report` makes a file of the look at a picture (None: the last one), blurred around
    the board or not; `phone`, where phones can answer, calls `show_code`, which shows how. `board` is what shows the
    game, `shown` the state on show, `clock_bar` where the chess clock is.
    """

    presenter: Speaking
    texts: Any
    shown: Any
    speaker: SpeakerButton
    clock_bar: ClockBar
    rematch: Callable[[Sequence[str]], None]
    report: Callable[[str | None, bool], None]
    phone: OddButton | None = None
    show_code: Callable[[], None]
    share: Callable[[], None]
    board: Widget

    def begin(self, players: Mapping[str, str]) -> None:
        """Make ready for another game, of these players."""
        raise NotImplementedError

    def show(self, state: Any) -> None:
        """Take over a new state of the game."""
        raise NotImplementedError

    def result(self) -> tuple[str, ...]:
        """How the game that is over has ended: a title, who played, scores."""
        raise NotImplementedError

    def close(self) -> None:
        """Close whatever lies over the screen."""
        raise NotImplementedError
