"""A line above whatever is on the screen, for what concerns no screen of its own."""

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.controls import load

SECONDS = 20.0


class NoticeBar(Label):
    """Shown along the window's upper edge until it is tapped, or for a while; `screens` give it its room, so that it
    covers nothing."""

    def __init__(self, screens: Widget, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._screens = screens
        self._end = Clock.create_trigger(lambda _dt: self.put_away(), SECONDS)
        Window.bind(size=lambda *_: self._place())
        self.bind(height=lambda *_: self._place())

    def say(self, words: str) -> None:
        """Show the line, on top of everything."""
        self.put_away()
        self.text = words
        Window.add_widget(self)
        self._place()
        self._end()

    def put_away(self) -> None:
        self._end.cancel()
        if self.parent:
            Window.remove_widget(self)
        self._place()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        self.put_away()
        return True

    def _place(self) -> None:
        self.width = Window.width
        self.pos = (0, Window.height - self.height)
        theme.covered = self.height if self.parent else 0.0
        self._screens.size_hint_y = 1 - theme.covered / Window.height


load(__file__)
