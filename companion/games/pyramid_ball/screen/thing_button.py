"""What may lie on a square, as a picture on a button."""

from kivy.properties import ObjectProperty, StringProperty

from companion.app.theme import theme
from companion.app.widgets.drawn_button import DrawnButton
from companion.games.pyramid_ball.screen.field import USUAL
from companion.games.pyramid_ball.screen.field_pen import FieldPen


class ThingButton(DrawnButton):
    """A button that shows what lies on a square."""

    thing = StringProperty("")
    colours = ObjectProperty(USUAL)

    SHOWS = ("thing",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.height = theme.touch * 1.5

    def _draw(self, *_: object) -> None:
        self._group.clear()
        FieldPen(self._group, min(self.size), self.colours).things(self.thing, (self.center_x, self.center_y))
