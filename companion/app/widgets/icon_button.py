"""Buttons with a drawn icon that take no room while they are of no use."""

from kivy.graphics import Color, Line

from companion.app.theme import theme
from companion.app.widgets.drawn_button import DrawnButton

# Lines of an icon, in tenths of the button.
Strokes = tuple[tuple[float, ...], ...]
BACK: Strokes = ((3, 0, -3, 0), (-0.4, 2.6, -3, 0, -0.4, -2.6))
FLAG: Strokes = ((-1.8, -3, -1.8, 2.6, 2.2, 2.6, 1.2, 1, 2.2, -0.6, -1.8, -0.6),)
BOOK: Strokes = ((-3, -2.2, 0, -1.4, 3, -2.2, 3, 2.2, 0, 3, -3, 2.2, -3, -2.2), (0, -1.4, 0, 3))
PHONE: Strokes = ((-1.7, -3, 1.7, -3, 1.7, 3, -1.7, 3, -1.7, -3), (-0.5, -2.1, 0.5, -2.1))
PHOTO: Strokes = (
    (-3.2, -2.2, 3.2, -2.2, 3.2, 1.8, 1.4, 1.8, 0.8, 2.7, -0.8, 2.7, -1.4, 1.8, -3.2, 1.8, -3.2, -2.2),
    (1.3, -0.2, 0.9, 0.8, 0, 1.1, -0.9, 0.8, -1.3, -0.2, -0.9, -1.2, 0, -1.5, 0.9, -1.2, 1.3, -0.2),
)
DRAWING: Strokes = (
    (-2.8, -2.8, 2.8, -2.8, 2.8, 2.8, -2.8, 2.8, -2.8, -2.8),
    *((at, -2.8, at, 2.8) for at in (-0.93, 0.93)),
    *((-2.8, at, 2.8, at) for at in (-0.93, 0.93)),
)


class IconButton(DrawnButton):
    """A button that shows `strokes`; it takes no room while it is not needed."""

    def __init__(self, name: str, strokes: Strokes, **kwargs: object) -> None:
        self._strokes = strokes
        super().__init__(name=name, size_hint_x=None, width=0, opacity=0, disabled=True, **kwargs)
        theme.bind(touch=self._resize)

    def draw(self, strokes: Strokes) -> None:
        """Show another icon."""
        self._strokes = strokes
        self._redraw()

    def need(self, needed: bool) -> None:
        self.opacity, self.disabled = float(needed), not needed
        self._resize()

    def _resize(self, *_: object) -> None:
        self.width = 0 if self.disabled else theme.touch

    def _draw(self, *_: object) -> None:
        group, unit = self._group, min(self.width, self.height) / 10
        group.clear()
        group.add(Color(*theme.ink))
        middle = (self.center_x, self.center_y)
        for stroke in self._strokes:
            points = [middle[n % 2] + at * unit for n, at in enumerate(stroke)]
            group.add(Line(points=points, width=max(1.4, unit * 0.28), cap="round", joint="round"))
