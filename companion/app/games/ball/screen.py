"""The screen of Pyramid Ball: that of the other games with the programming timer."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from kivy.clock import Clock

from companion.app.games.ball.field_view import FieldView
from companion.app.games.ball.presenter import BallPresenter
from companion.app.games.ball.timer import ProgrammingTimer
from companion.app.games.ball.timer_view import TimerView
from companion.app.games.engine_screen import PlayScreen
from companion.app.games.engine_table import EngineState
from companion.app.intents import Send
from companion.app.views import Action

TICK = 0.1


class BallScreen(PlayScreen):
    """`play_sound` is called with the name of a sound that is due."""

    def __init__(
        self,
        presenter: BallPresenter,
        send: Send,
        leave: Callable[[], None],
        play_sound: Callable[[str], None],
        **kwargs: object,
    ) -> None:
        self.timer = ProgrammingTimer(time.monotonic)
        self._play_sound = play_sound
        super().__init__(presenter, FieldView(), send, leave, **kwargs)
        # A widget that is off the screen lives only as long as somebody holds it.
        self._said = self.ids.words.__self__
        self.clock = TimerView()
        self._ticking: Any = None

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.timer.stop()
        self._ticking = Clock.schedule_interval(self._tick, TICK)

    def show(self, state: EngineState) -> None:
        super().show(state)
        thinking = state.phase == "think" and getattr(self.presenter, "step", None) is None
        if not thinking:
            self.timer.stop()
        self._tick(0)

    def act(self, action: Action) -> None:
        if action.name == "timer":
            self.timer.start()
            self._tick(0)
        else:
            super().act(action)

    def close(self) -> None:
        super().close()
        if self._ticking:
            self._ticking.cancel()

    def _tick(self, _dt: float) -> None:
        running = self.timer.running
        self._place_clock(running)
        self.clock.state = self.timer.state
        self.clock.seconds = self.timer.left if running else -1
        if sound := self.timer.sound():
            self._play_sound(sound)

    def _place_clock(self, running: bool) -> None:
        """The clock stands in the place of what is said, so that the field stays in sight."""
        shown = self.clock if running else self._said
        if shown.parent is None:
            card = self.ids.card
            card.remove_widget(self._said if running else self.clock)
            card.add_widget(shown)
