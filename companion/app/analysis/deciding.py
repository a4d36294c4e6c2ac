"""The turns that decided a game, shown as soon as they are known while its end is on the screen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.app.analysis import desk
from companion.app.analysis.desk import AnalysisProgress
from companion.app.background import Ask
from companion.app.games.screen import TableScreen
from companion.app.views import Action
from companion.referee.analysing.analyst import ANALYSTS
from companion.referee.analysing.words import AnalysisWords
from companion.texts.language import language

LOOK_SECONDS = 0.5


class DecidingTurns:
    """Has a game that is over analysed. `open_turn` shows one of its turns."""

    def __init__(self, ask: Ask, open_turn: Callable[[int], None]) -> None:
        self._ask, self._open_turn = ask, open_turn
        self._folder: Path | None = None
        self._screen: TableScreen | None = None
        self._look_on = Clock.create_trigger(self._look, LOOK_SECONDS)

    def follow(self, screen: TableScreen, state: Any, folder: Path | None) -> None:
        """Begin at the end of a game; stop where a turn is taken back."""
        if state.phase != "won" or screen.presenter.own.words.game not in ANALYSTS:
            self.stop()
        elif folder and folder != self._folder:
            self._folder, self._screen = folder, screen
            self._ask(partial(desk.begin, folder), partial(self._take, folder), lambda _trouble: None)

    def stop(self) -> None:
        """Stop the analysis; one that is done is kept."""
        if folder := self._folder:
            self.leave()
            self._ask(partial(desk.stop, folder), lambda _progress: None, lambda _trouble: None)

    def leave(self) -> None:
        """Show nothing more; the analysis goes on."""
        if self._screen:
            self._screen.show_deciding(())
        self._folder = self._screen = None
        self._look_on.cancel()

    def _look(self, _dt: float) -> None:
        if folder := self._folder:
            self._ask(partial(desk.progress, folder), partial(self._take, folder), lambda _trouble: None)

    def _take(self, folder: Path, progress: AnalysisProgress) -> None:
        if folder != self._folder or self._screen is None:
            return
        if not progress.over:
            self._look_on()
        elif progress.analysis:
            t, analysis = self._screen.texts, progress.analysis
            words = AnalysisWords(language(t.language).for_players, analysis, progress.players)
            self._screen.show_deciding(
                tuple(
                    Action(
                        f"turn {turn.number}",
                        words.heading(turn, "turn.short"),
                        here=partial(self._open_turn, turn.number),
                    )
                    for turn in analysis.deciding
                )
            )
