"""Bars side by side with a line at their mean."""

from kivy.clock import Clock
from kivy.graphics import Color, Line, Rectangle, RoundedRectangle
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.drawing import lettering


class BarChart(Widget):
    """`values` are (label, count) pairs; `spreads` are how far above and below each count its whisker reaches."""

    values = ObjectProperty(())
    spreads = ObjectProperty(())

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(**kwargs)
        self.bind(pos=self._redraw, size=self._redraw, values=self._redraw, spreads=self._redraw)
        theme.bind(name=self._redraw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.values:
            return
        text = theme.small
        floor, room = self.y + 1.5 * text, self.height - 3.2 * text
        spreads = self.spreads or (0.0,) * len(self.values)
        most = max(1, *(count + spread for (_, count), spread in zip(self.values, spreads, strict=True)))
        step = self.width / len(self.values)
        mean = sum(count for _, count in self.values) / len(self.values)
        with self.canvas:
            for number, (label, count) in enumerate(self.values):
                x, height = self.x + number * step, max(0.0, room * count / most)
                Color(*theme.accent)
                RoundedRectangle(pos=(x + step * 0.14, floor), size=(step * 0.72, height), radius=[4 * theme.unit])
                self._write(label, x + step / 2, floor - text * 0.8)
                reach = room * spreads[number] / most
                self._write(str(count), x + step / 2, floor + height + reach + text * 0.8)
                self._whisker(x + step / 2, floor + height, reach, step * 0.12)
            Color(*theme.warn)
            Line(points=(self.x, floor + room * mean / most, self.right, floor + room * mean / most), width=1.2)

    def _whisker(self, x: float, y: float, reach: float, half: float) -> None:
        if reach <= 0:
            return
        Color(*theme.ink)
        for points in (
            (x, y - reach, x, y + reach),
            (x - half, y - reach, x + half, y - reach),
            (x - half, y + reach, x + half, y + reach),
        ):
            Line(points=points, width=max(1.0, 1.4 * theme.unit))

    def _write(self, text: str, x: float, y: float) -> None:
        texture = lettering(text, max(7, round(theme.small)))
        Color(*theme.ink)
        Rectangle(texture=texture, pos=(x - texture.size[0] / 2, y - texture.size[1] / 2), size=texture.size)
