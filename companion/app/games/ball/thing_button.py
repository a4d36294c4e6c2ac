"""What may lie on a square, as a picture on a button."""

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.properties import ObjectProperty, StringProperty

from companion.app.games.ball.field import USUAL
from companion.app.games.ball.field_pen import FieldPen
from companion.app.theme import theme
from companion.app.widgets.controls import Press


class ThingButton(Press):
    """A button that shows what lies on a square."""

    thing = StringProperty("")
    colours = ObjectProperty(USUAL)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.height = theme.touch * 1.5
        self.canvas.after.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw, thing=self._redraw)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        FieldPen(self._group, min(self.size), self.colours).things(self.thing, (self.center_x, self.center_y))
