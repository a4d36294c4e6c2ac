"""The screen of Pyramid Ball by touch: that of the other games with the programming timer and turns to follow."""

from collections.abc import Callable, Mapping

from companion.app.games.ball.clocked_card import ClockedCard
from companion.app.games.ball.field_view import FieldView
from companion.app.games.ball.following_clock import FollowingClock
from companion.app.games.ball.presenter import BallPresenter
from companion.app.games.engine_screen import PlayScreen
from companion.app.games.engine_table import EngineState
from companion.app.intents import Send
from companion.app.views import Action


class BallScreen(PlayScreen):
    """`play_sound` is called with the name of a sound that is due."""

    presenter: BallPresenter

    def __init__(
        self,
        presenter: BallPresenter,
        send: Send,
        leave: Callable[[], None],
        play_sound: Callable[[str], None],
        **kwargs: object,
    ) -> None:
        super().__init__(presenter, FieldView(), send, leave, **kwargs)
        self.clock = ClockedCard(self.ids.card, self.ids.words, play_sound, self._clock_changed)
        self._following = FollowingClock(self._again)

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.clock.begin()

    def show(self, state: EngineState) -> None:
        self.presenter.clock = self.clock.timer.state
        super().show(state)
        if state.phase != "think" or self.presenter.following:
            self.clock.timer.stop()
        self.clock.tick()
        self._following.follow(self.presenter.following)

    def act(self, action: Action) -> None:
        if action.name == "timer":
            self.clock.timer.start()
            self.clock.tick()
        else:
            super().act(action)

    def close(self) -> None:
        super().close()
        self.clock.close()
        self._following.stop()

    def _clock_changed(self, _state: str) -> None:
        if self.shown and self.shown.phase == "think":
            self.show(self.shown)

    def _again(self) -> None:
        if self.shown:
            self.show(self.shown)
