"""The game's history: a row of marks to drag over, and a step back and forward at its ends."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, RoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS
from companion.referee.drawing.shapes import FACES

# How far marks are apart at least, in sizes of a control.
APART = 0.5


class Scrubber(Widget):
    """`marks` are the tones of the moments so far, or letters of colours, `at` the one looked at (-1: now). Of a long
    game those around the one looked at are shown, as many as a finger can tell apart.

    Event: `on_moment`, number.
    """

    marks = ObjectProperty(())
    at = NumericProperty(-1)

    __events__ = ("on_moment",)

    def __init__(self, **kwargs: object) -> None:
        self._held: range | None = None
        self._redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.bind(pos=self._redraw, size=self._redraw, marks=self._redraw, at=self._redraw)
        theme.bind(name=self._redraw)

    def on_moment(self, number: int) -> None:
        """Handle a chosen moment; the last one means now."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.marks or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if step := self._step(touch.x):
            self._look_at(min(max(self._now + step, 0), len(self.marks) - 1))
            return True
        touch.grab(self)
        # What is shown stays where it is under the finger.
        self._held = self._window
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
        self._held = None
        self._redraw()
        return True

    def place(self, number: int) -> float:
        """Return the x of a moment's mark."""
        shown = self._window
        share = (number - shown.start) / (len(shown) - 1) if len(shown) > 1 else 1.0
        return float(self.x + self._end + self.height * 0.3 + share * self._inner)

    @property
    def _inner(self) -> float:
        """Length of the row of marks, in pixels."""
        return float(self.width - 2 * self._end - self.height * 0.6)

    @property
    def _window(self) -> range:
        """The moments whose marks are shown."""
        if self._held is not None and self._held.stop <= len(self.marks):
            return self._held
        most = max(3, 1 + int(self._inner / (theme.touch * APART)))
        first = min(max(0, self._now - most // 2), max(0, len(self.marks) - most))
        return range(first, min(first + most, len(self.marks)))

    @property
    def _end(self) -> float:
        """Width of the steps at both ends, in pixels; 0 if there is nothing to step to."""
        return float(self.height) if len(self.marks) > 1 else 0.0

    @property
    def _now(self) -> int:
        """The moment on show."""
        return len(self.marks) - 1 if self.at < 0 else int(self.at)

    def _step(self, x: float) -> int:
        """Return the step that a touch at x asks for, 0 for none."""
        return -1 if x < self.x + self._end else 1 if x > self.right - self._end else 0

    def _choose(self, x: float) -> None:
        self._look_at(min(self._window, key=lambda number: abs(self.place(number) - x)))

    def _look_at(self, number: int) -> None:
        self.dispatch("on_moment", -1 if number == len(self.marks) - 1 else number)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        with self.canvas:
            Color(*theme.line)
            left, across = self.x + self._end, self.width - 2 * self._end
            RoundedRectangle(pos=(left, self.center_y - 2), size=(across, 4), radius=[2])
            if not self.marks:
                return
            at = self._now
            if self._end:
                self._draw_step(self.x + self._end / 2, -1, at > 0)
                self._draw_step(self.right - self._end / 2, 1, at < len(self.marks) - 1)
            shown = self._window
            room = across / len(shown)
            for number in shown:
                tone = self.marks[number]
                r = min(self.height * 0.13, max(2.5, room * 0.4))
                r = self.height * 0.24 if number == at else r
                x = self.place(number)
                Color(
                    *(rgb(FACES[tone][0]) if tone in FACES else theme.soft if tone == "plain" else getattr(theme, tone))
                )
                Ellipse(pos=(x - r, self.center_y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS)

    def _draw_step(self, x: float, way: int, possible: bool) -> None:
        """Draw a button to step by one moment, pointing left (-1) or right (1)."""
        side, tip = self.height, self.height * 0.14
        Color(*theme.raised)
        RoundedRectangle(pos=(x - side / 2, self.y), size=(side, side), radius=[10 * theme.unit])
        Color(*theme.ink[:3], 1 if possible else 0.3)
        points = (x - way * tip / 2, self.center_y + tip, x + way * tip / 2, self.center_y)
        Line(points=(*points, x - way * tip / 2, self.center_y - tip), width=max(1.4, 2.4 * theme.unit), cap="round")
