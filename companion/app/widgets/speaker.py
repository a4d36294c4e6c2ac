"""The button that mutes the app."""

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Mesh
from kivy.properties import BooleanProperty

from companion.app.theme import theme
from companion.app.widgets.controls import Press


class SpeakerButton(Press):
    """A loudspeaker, crossed out while `quiet`."""

    quiet = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(name="quiet", size_hint_x=None, **kwargs)
        self._resize()
        theme.bind(touch=self._resize)
        self.canvas.after.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw, quiet=self._redraw)

    def _resize(self, *_: object) -> None:
        self.width = theme.touch

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        unit = min(self.width, self.height) / 10
        x, y = self.center_x - 2.6 * unit, self.center_y
        group.add(Color(*theme.ink))
        corners = ((0, -0.8), (1, -0.8), (2.6, -2), (2.6, 2), (1, 0.8), (0, 0.8))
        vertices = [value for dx, dy in corners for value in (x + dx * unit, y + dy * unit, 0, 0)]
        group.add(Mesh(vertices=vertices, indices=(0, 1, 4, 5, 1, 2, 3, 4), mode="triangle_fan"))
        line = max(1.4, unit * 0.28)
        if self.quiet:
            left, size = x + 3.4 * unit, unit * 1.1
            for slope in (1, -1):
                points = (left, y - slope * size, left + 2 * size, y + slope * size)
                group.add(Line(points=points, width=line, cap="round"))
        else:
            for radius in (1.3, 2.5):
                group.add(Line(circle=(x + 2.8 * unit, y, radius * unit, 45, 135), width=line, cap="round"))
