"""Advances a turn that is shown by itself."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.games.pyramid_ball.screen.following import Following


class FollowingClock:
    """Advances a running turn and calls `show` after every step."""

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show
        self._due: Any = None
        self._turn: Following | None = None
        self._seconds = 0.0

    def follow(self, turn: Following | None) -> None:
        """Advance this turn while it runs."""
        running = turn is not None and turn.running
        seconds = turn.seconds if turn else 0.0
        if turn is self._turn and running == (self._due is not None) and seconds == self._seconds:
            return
        self.stop()
        self._turn, self._seconds = turn, seconds
        if running:
            self._due = Clock.schedule_interval(self._step, seconds)

    def stop(self) -> None:
        if self._due:
            self._due.cancel()
        self._due = None

    def _step(self, _dt: float) -> None:
        if self._turn:
            self._turn.forward()
            self._show()
