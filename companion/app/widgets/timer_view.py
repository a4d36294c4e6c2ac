"""The minute in which programs are laid out: a ring that empties, and large digits."""

from math import ceil
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.present.timer import SECONDS
from companion.app.theme import theme
from companion.app.widgets.board_view import lettering

SEGMENTS = 120
TONES = {"running": "accent", "last": "warn", "grace": "bad", "over": "bad"}


class TimerView(Widget):
    """`seconds` are left (below 0: nothing is shown), `state` is one of ProgrammingTimer's."""

    seconds: Any = NumericProperty(-1)
    state: Any = StringProperty("idle")

    def __init__(self, **kwargs: Any) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw, seconds=self._redraw, state=self._redraw)
        theme.bind(name=self._redraw)

    def _draw(self, *_: Any) -> None:
        group = self._group
        group.clear()
        radius = min(self.width, self.height) * 0.46
        if self.seconds < 0 or radius <= 0:
            return
        tone = getattr(theme, TONES.get(self.state, "soft"))
        group.add(Color(*theme.line))
        group.add(Line(circle=(*self.center, radius * 0.95, 0, 360, SEGMENTS), width=radius * 0.03))
        group.add(Color(*tone))
        angle = 360 * self.seconds / SECONDS
        group.add(Line(circle=(*self.center, radius * 0.95, 0, angle, SEGMENTS), width=radius * 0.05))
        texture = lettering(str(ceil(self.seconds)), max(7, round(radius)))
        width, height = texture.size
        where = (self.center_x - width / 2, self.center_y - height / 2)
        group.add(Rectangle(texture=texture, pos=where, size=texture.size))
