"""The app on a window that is painted only when somebody looks."""

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.core.window import Window

from companion.app.driver import Driver
from companion.referee.errors import RefereeError
from tests.app.size import SIZE


class UnseenDriver(Driver):
    """Paints what it takes a picture of and what a test leaves on the window. Without a graphics card painting a frame
    costs four times as much as all else in it.
    """

    _seen = False
    _touched: tuple[float, float] | None = None

    def start(self) -> None:
        Window.bind(on_draw=self._hides, on_flip=self._hides)
        super().start()
        # A test before may have left the window turned, or its turning back may still be under way.
        while tuple(Window.size) != SIZE:
            Window.size = SIZE
            self.frames(3)

    def stop(self) -> None:
        self._seen = True
        self.frames(1)
        Window.unbind(on_draw=self._hides, on_flip=self._hides)
        super().stop()

    def until(self, true: Callable[[], object], seconds: float = 300.0) -> None:
        """The same; where it takes too long, the error says what is on the screen and what each thread does."""
        try:
            super().until(true, seconds)
        except RefereeError as error:
            board = getattr(self.screen, "board", None)
            error.add_note(
                f"{self.screen}, over it {Window.children}, last touched at {self._touched} of {Window.size}"
            )
            error.add_note(f"board {board and (board.pos, board.size, board.touchable, board.parent)}")
            error.add_note(f"texts {self.texts()}")
            error.add_note(f"shown {getattr(self.screen, 'shown', None)}")
            for frame in sys._current_frames().values():
                error.add_note("".join(traceback.format_stack(frame)[-8:]))
            raise

    def touch(self, x: float, y: float) -> None:
        self._touched = (x, y)
        super().touch(x, y)

    def picture(self, path: Path) -> Path:
        self._seen = True
        try:
            return super().picture(path)
        finally:
            self._seen = False

    def _hides(self, _window: Any) -> bool:
        """Who answers with yes is the last to hear of it."""
        return not self._seen
