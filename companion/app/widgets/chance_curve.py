"""The chance of winning after every turn as a curve, with bars under it for luck and for what turns lost."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle
from kivy.input import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.drawing import lettering

# Shares of the height: the curve, and the bars above and below their line.
CURVE, BAR = 0.66, 0.14
# What a bar of full height tells at the least: small bars are drawn larger, but not the smallest.
LEAST_FULL = 0.2


class ChanceCurve(Widget):
    """`curves` are one or more rows of chances, the first of each before the first turn, with a colour of the theme and
    who it is of;
    `luck` and `lost` are by turn, `marked` the turns that are shown by a ring. `at` is the turn looked at, 0 for none;
    a tap chooses one."""

    curves = ObjectProperty(())
    luck = ObjectProperty(())
    lost = ObjectProperty(())
    marked = ObjectProperty(())
    at = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        for name in ("pos", "size", "curves", "luck", "lost", "marked", "at"):
            self.fbind(name, self._redraw)
        theme.bind(name=self._redraw)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        turns = len(self.luck)
        if not turns or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        self.at = min(turns, max(1, round((touch.x - self._left) / self._step)))
        return True

    @property
    def _left(self) -> float:
        return float(self.x + 2.6 * theme.small)

    @property
    def _step(self) -> float:
        return max(1.0, float(self.right - theme.gap - self._left) / max(1, len(self.luck)))

    def _y(self, share: float) -> float:
        height = self.height * CURVE - theme.small
        return float(self.top - theme.small / 2 - height * (1 - share))

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.curves:
            return
        with self.canvas:
            self._grid()
            for number, (chances, tone, name) in enumerate(self.curves):
                self._curve(chances, tone, filled=len(self.curves) == 1)
                if len(self.curves) > 1:
                    at = self._left + (number + 0.5) * (self.right - self._left) / len(self.curves)
                    self._write(name, at, self._y(0.0) - theme.small, tone)
            self._bars()
            self._marks()

    def _grid(self) -> None:
        for share in (0.0, 0.5, 1.0):
            Color(*theme.line)
            Line(points=(self._left, self._y(share), self.right, self._y(share)), width=1)
            self._write(f"{round(100 * share)}", self._left - 1.4 * theme.small, self._y(share))

    def _curve(self, chances: Sequence[float], tone: str, *, filled: bool) -> None:
        points = [(self._left + i * self._step, self._y(share)) for i, share in enumerate(chances)]
        colour = getattr(theme, tone)
        if filled:
            Color(*colour[:3], 0.2)
            floor = self._y(0.0)
            vertices = [value for x, y in points for corner in (y, floor) for value in (x, corner, 0, 0)]
            Mesh(vertices=vertices, indices=list(range(2 * len(points))), mode="triangle_strip")
        Color(*colour)
        Line(points=[value for point in points for value in point], width=1.6 * theme.unit, joint="round")

    def _bars(self) -> None:
        base = self.y + self.height * BAR + theme.small * 0.6
        room = self.height * BAR / max(LEAST_FULL, *map(abs, (*self.luck, *self.lost)))
        Color(*theme.line)
        Line(points=(self._left, base, self.right, base), width=1)
        for number, (luck, lost) in enumerate(zip(self.luck, self.lost, strict=True)):
            x, width = self._left + (number + 0.15) * self._step, self._step * 0.35
            Color(*(theme.good if luck > 0 else theme.soft))
            Rectangle(pos=(x, base + min(0.0, luck) * room), size=(width, abs(luck) * room))
            Color(*theme.bad)
            Rectangle(pos=(x + width, base - lost * room), size=(width, lost * room))

    def _marks(self) -> None:
        chances = self.curves[0][0]
        for turn in dict.fromkeys((*self.marked, *([self.at] if self.at else []))):
            x, y, reach = self._left + turn * self._step, self._y(chances[turn]), 6 * theme.unit
            Color(*(theme.accent if turn == self.at else theme.card))
            Ellipse(pos=(x - reach, y - reach), size=(2 * reach, 2 * reach))
            Color(*theme.bad)
            Line(circle=(x, y, reach), width=1.6 * theme.unit)

    def _write(self, text: str, x: float, y: float, tone: str = "soft") -> None:
        texture = lettering(text, max(7, round(theme.small)))
        Color(*getattr(theme, tone))
        Rectangle(texture=texture, pos=(x - texture.size[0] / 2, y - texture.size[1] / 2), size=texture.size)
