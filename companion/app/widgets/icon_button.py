"""Buttons with an icon and no words that take no room while they are of no use."""

from kivy.properties import BooleanProperty

from companion.app.theme import SMALLEST_TOUCH, TOUCH, theme
from companion.app.widgets.controls import Press
from companion.app.widgets.icons import ICONS


class IconButton(Press):
    """A button that shows the icon for `shows`, as wide as a finger needs, however large letters are; it takes no room
    while it is not `needed`."""

    def __init__(self, name: str, shows: str = "", *, needed: bool = False, **kwargs: object) -> None:
        super().__init__(name=name, size_hint_x=None, **kwargs)
        self.icon, self.arrangement = ICONS[shows or name], "alone"
        self.need(needed)
        theme.bind(touch=self._resize)

    def need(self, needed: bool) -> None:
        self.opacity, self.disabled = float(needed), not needed
        self._resize()

    def _resize(self, *_: object) -> None:
        self.width = 0 if self.disabled else max(SMALLEST_TOUCH, TOUCH * theme.unit)


class SpeakerButton(IconButton):
    """The button that mutes the app: a loudspeaker, crossed out while `quiet`."""

    quiet = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__("quiet", "loud", needed=True, **kwargs)

    def on_quiet(self, *_: object) -> None:
        self.icon = ICONS["quiet" if self.quiet else "loud"]
