"""The game's history as a row of marks to drag over."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, RoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.drawing import DISC_SEGMENTS


class Scrubber(Widget):
    """`marks` are the tones of the moments so far, `at` the one looked at (-1: now). Event: `on_moment`, number."""

    marks = ObjectProperty(())
    at = NumericProperty(-1)

    __events__ = ("on_moment",)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.bind(pos=self._redraw, size=self._redraw, marks=self._redraw, at=self._redraw)
        theme.bind(name=self._redraw)

    def on_moment(self, number: int) -> None:
        """A moment was chosen; the last one means now."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.marks or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self._choose(touch.x)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._choose(touch.x)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def place(self, number: int) -> float:
        """The x of a moment's mark."""
        inner = self.width - self.height * 0.6
        share = number / (len(self.marks) - 1) if len(self.marks) > 1 else 1.0
        return float(self.x + self.height * 0.3 + share * inner)

    def _choose(self, x: float) -> None:
        nearest = min(range(len(self.marks)), key=lambda number: abs(self.place(number) - x))
        self.dispatch("on_moment", -1 if nearest == len(self.marks) - 1 else nearest)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*theme.line)
            RoundedRectangle(pos=(self.x, self.center_y - 2), size=(self.width, 4), radius=[2])
            if not self.marks:
                return
            at = len(self.marks) - 1 if self.at < 0 else int(self.at)
            room = self.width / len(self.marks)
            for number, tone in enumerate(self.marks):
                r = min(self.height * 0.13, max(2.5, room * 0.4))
                r = self.height * 0.24 if number == at else r
                x = self.place(number)
                Color(*(theme.soft if tone == "plain" else getattr(theme, tone)))
                Ellipse(pos=(x - r, self.center_y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS)
