"""The app on a window that is painted only when somebody looks."""

from pathlib import Path
from typing import Any

from kivy.core.window import Window

from companion.app.driver import Driver
from tests.app.size import SIZE


class UnseenDriver(Driver):
    """Paints what it takes a picture of and what a test leaves on the window. Without a graphics card painting a frame
    costs four times as much as all else in it.
    """

    _seen = False

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

    def picture(self, path: Path) -> Path:
        self._seen = True
        try:
            return super().picture(path)
        finally:
            self._seen = False

    def _hides(self, _window: Any) -> bool:
        """Who answers with yes is the last to hear of it."""
        return not self._seen
