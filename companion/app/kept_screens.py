"""Keeps screens that take several frames to make, and shows them again."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.screenmanager import NoTransition, ScreenManager

from companion.app import garbage
from companion.app.theme import theme

# Time until a newly opened screen is whole and the screen before it is cleared away.
SETTLED_SECONDS = 1.0


class KeptScreens:
    """The screens of a window: one is on show, some are kept to be shown again."""

    def __init__(self) -> None:
        self.manager = ScreenManager(transition=NoTransition())
        self._kept: dict[str, tuple[tuple[Any, ...], Any]] = {}
        self._settle = Clock.create_trigger(self._keep, SETTLED_SECONDS)
        self._unsettled = False

    def get(self, name: str, language: str, make: Callable[[], object]) -> Any:
        """Return the screen made earlier under this name; a new one if language, theme or sizes have changed."""
        looks = (language, theme.unit, theme.text_scale, theme.name)
        kept = self._kept.get(name)
        if kept is None or kept[0] != looks:
            kept = self._kept[name] = (looks, make())
            self._unsettled = True
        return kept[1]

    def show(self, screen: Any) -> None:
        """Show a screen in place of the one on show, which is closed."""
        for old in list(self.manager.screens):
            getattr(old, "close", lambda: None)()
            if not self._stays(old):
                garbage.clear_away_soon()
        self.manager.switch_to(screen)
        self._settle()

    def _stays(self, screen: object) -> bool:
        return any(screen is kept for _, kept in self._kept.values())

    def _keep(self, _dt: float) -> None:
        """Exempt new kept screens from garbage collection, unless a screen on show is not kept."""
        if self._unsettled and self._stays(self.manager.current_screen):
            self._unsettled = False
            garbage.keep_new_screens()
