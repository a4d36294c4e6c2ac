"""The chess clock of the game that is on the screen: it runs, waits while a sheet is open, and is heard."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.modalview import ModalView

from companion.app.games.chess_clock import ChessClock, ClockFollower, side_to_move
from companion.app.games.screen import TableScreen

TICK_SECONDS = 0.2


class PlayingClock:
    """`sound` plays a sound by its name, `tell` says that the time of a player has run out."""

    def __init__(self, sound: Callable[[str], None], tell: Callable[[str], None]) -> None:
        self._sound, self._tell = sound, tell
        self._follower: ClockFollower | None = None
        self._screen: TableScreen | None = None
        self._event: Any = None

    def begin(self, folder: Path | None, screen: TableScreen) -> None:
        """Follow the game of `folder` on `screen`, if it has a clock."""
        self.end()
        screen.clock_bar.show((), str, "")
        clock = ChessClock.load(folder) if folder else None
        if clock is None or folder is None:
            return
        self._follower, self._screen = ClockFollower(clock, folder, time.monotonic()), screen
        self._event = Clock.schedule_interval(self._tick, TICK_SECONDS)

    def end(self) -> None:
        """Stop the clock where it is: the game is left."""
        if self._follower:
            self._event.cancel()
            self._follower.tick(None, time.monotonic(), held=True)
            self._follower.save(time.monotonic())
            self._follower = self._screen = None

    def _tick(self, _dt: float) -> None:
        follower, screen = self._follower, self._screen
        if follower is None or screen is None or screen.shown is None:
            return
        held = any(isinstance(child, ModalView) for child in Window.children)
        side, far = side_to_move(screen.shown), screen.shown.far
        shown, due = follower.tick(side, time.monotonic(), held=held, far=far)
        name = screen.presenter.words(screen.shown).name
        screen.clock_bar.show(shown, name, screen.texts("clock.out"))
        for what, whose in due:
            self._sound(what)
            if what == "end":
                self._tell(screen.texts("clock.out.says", player=name(whose)))
