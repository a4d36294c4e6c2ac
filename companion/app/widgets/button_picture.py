"""A small picture of shapes on a button, above its text."""

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.app.widgets.filling import work_through
from companion.app.widgets.shapes import fitted, paint
from companion.referee.drawing.shapes import Box, Polygon

# The share of the button below which its text stands, and how much of the rest the picture fills.
TEXT, FILLED = 0.34, 0.84
# The least size of what is drawn: single pieces are not larger than others.
LEAST = 3.3


class ButtonPicture:
    """Draws the polygons `shapes` of a button."""

    def __init__(self, button: Widget) -> None:
        self._button, self._group = button, InstructionGroup()
        button.canvas.after.add(self._group)
        button.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: object) -> None:
        """Draw it with one of the next frames."""
        if self not in _waiting:
            _waiting.append(self)
        _go_on()

    def draw_now(self) -> None:
        button = self._button
        self._group.clear()
        points = [point for shape in button.shapes if isinstance(shape, Polygon) for point in shape.points]
        if not points:
            return
        xs, ys = zip(*points, strict=True)
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        seen = Box(min(xs), min(ys), width, height)
        x, y = seen.centre
        seen = Box(x - max(width, LEAST) / 2, y - max(height, LEAST) / 2, max(width, LEAST), max(height, LEAST))
        high = button.height * (1 - TEXT)
        size = (button.width * FILLED, high * FILLED)
        left, bottom = button.center_x - size[0] / 2, button.y + button.height * TEXT + high * 0.46 - size[1] / 2
        paint(self._group, button.shapes, fitted(seen, left, bottom, *size))


_waiting: list[ButtonPicture] = []


def _draw_some(_dt: float) -> None:
    if work_through(_waiting.pop(0).draw_now for _ in range(len(_waiting))):
        _go_on()


_go_on = Clock.create_trigger(_draw_some, 0)
