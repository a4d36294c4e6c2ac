"""One die, drawn big; empty before it is rolled."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.theme import SLOW, rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, lettering
from companion.referee.drawing.shapes import DIE_PIPS, FACE_INK, FACES

# How many other faces a die shows before it comes to rest.
FACES_SHOWN = 3
# White dice are drawn like clear pieces.
WHITE = "C"


class DieView(Widget):
    """`colour` is a letter of the pieces' colours, `value` 1..6, or 0 for a die not rolled yet."""

    colour = StringProperty("B")
    value = NumericProperty(0)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._tumbled = 0
        super().__init__(**kwargs)
        self.bind(pos=self._redraw, size=self._redraw, colour=self._redraw, value=self._rolled)

    def _rolled(self, *_: object) -> None:
        """Let a die that shows something new tumble first."""
        self._tumbled = FACES_SHOWN if self.value and self.get_root_window() else 0
        self._redraw()
        if self._tumbled:
            Clock.schedule_interval(self._tumble, SLOW / FACES_SHOWN)

    def _tumble(self, _dt: float) -> bool:
        self._tumbled = max(0, self._tumbled - 1)
        self._redraw()
        return self._tumbled > 0

    @property
    def _shown(self) -> int:
        """The value to be drawn."""
        return (int(self.value) + 2 * self._tumbled - 1) % 6 + 1 if self.value else 0

    def _draw(self, *_: object) -> None:
        side = min(self.width, self.height)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        face, edge = FACES[self.colour]
        self.canvas.clear()
        with self.canvas:
            Color(*rgb(edge)[:3], 1 if self.value else 0.0)
            RoundedRectangle(pos=(x, y), size=(side, side), radius=[side * 0.2])
            rim = side * 0.045
            Color(*rgb(face)[:3], 1 if self.value else 0.28)
            RoundedRectangle(pos=(x + rim, y + rim), size=(side - 2 * rim,) * 2, radius=[side * 0.17])
            if not self.value:
                Color(*rgb(edge if self.colour == WHITE else face))
                Line(rounded_rectangle=(x + rim, y + rim, side - 2 * rim, side - 2 * rim, side * 0.17), width=1.6)
            Color(*rgb(FACE_INK[self.colour]))
            spread, r = side * 0.25, side * 0.088
            for px, py in DIE_PIPS.get(self._shown, ()):
                cx, cy = self.center_x + px * spread, self.center_y - py * spread
                Ellipse(pos=(cx - r, cy - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS)
            if self.colour != WHITE:
                self._name(side)

    def _name(self, side: float) -> None:
        """Draw the colour's letter, for those who cannot tell colours apart: large on an empty die, else at its upper
        edge."""
        texture = lettering(self.colour, max(7, round(side * (0.2 if self.value else 0.5))))
        width, height = texture.size
        Color(*(rgb(FACE_INK[self.colour]) if self.value else theme.ink))
        y = self.center_y + (side * 0.38 if self.value else 0)
        Rectangle(texture=texture, pos=(self.center_x - width / 2, y - height / 2), size=texture.size)
