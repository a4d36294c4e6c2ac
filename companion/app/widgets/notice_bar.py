"""A line over whatever is on the screen, for what concerns no screen of its own."""

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input.motionevent import MotionEvent
from kivy.uix.label import Label

from companion.app.widgets.controls import load

SECONDS = 20.0


class NoticeBar(Label):
    """Shown along the window's upper edge until it is tapped, or for a while."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._end = Clock.create_trigger(lambda _dt: self.put_away(), SECONDS)
        Window.bind(size=lambda *_: self._place())
        self.bind(height=lambda *_: self._place())

    def say(self, words: str) -> None:
        """Show the line, on top of everything."""
        self.put_away()
        self.text = words
        self._place()
        Window.add_widget(self)
        self._end()

    def put_away(self) -> None:
        self._end.cancel()
        if self.parent:
            Window.remove_widget(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        self.put_away()
        return True

    def _place(self) -> None:
        self.width = Window.width
        self.pos = (0, Window.height - self.height)


load(__file__)
