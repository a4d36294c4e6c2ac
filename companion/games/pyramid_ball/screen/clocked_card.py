"""Shows the programming timer in place of the words, with its sounds."""

import time
from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.games.pyramid_ball.screen.timer import ProgrammingTimer
from companion.games.pyramid_ball.screen.timer_view import TimerView

TICK = 0.1


class ClockedCard:
    """Shows the clock on `card` in the place of the words `said` while the timer runs, so that the field stays visible.
    Calls `play_sound` with the name of a sound that is due, `changed` with each new state of the timer."""

    def __init__(
        self,
        card: Widget,
        said: Widget,
        play_sound: Callable[[str], None],
        changed: Callable[[str], None] = lambda _state: None,
    ) -> None:
        self.timer = ProgrammingTimer(time.monotonic)
        self.view = TimerView()
        # Keep a reference: a widget off the screen would be collected.
        self._card, self._said = card, said.__self__
        self._play_sound, self._changed = play_sound, changed
        self._ticking: Any = None

    def begin(self) -> None:
        self.close()
        self.timer.stop()
        self._ticking = Clock.schedule_interval(self.tick, TICK)

    def close(self) -> None:
        if self._ticking:
            self._ticking.cancel()
            self._ticking = None

    def finish(self) -> None:
        """End the minute, perhaps early."""
        if self.timer.running and self.timer.finish():
            self._play_sound("end")

    def tick(self, _dt: float = 0.0) -> None:
        running = self.timer.running
        self._place(self.view if running else self._said, self._said if running else self.view)
        state, before = self.timer.state, self.view.state
        self.view.state, self.view.over = state, self.timer.over
        self.view.seconds = self.timer.left if running else -1
        if state != before:
            self._changed(state)
        if sound := self.timer.sound():
            self._play_sound(sound)

    def _place(self, shown: Widget, other: Widget) -> None:
        if shown.parent is None:
            self._card.remove_widget(other)
            self._card.add_widget(shown)
