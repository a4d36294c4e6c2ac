"""An address as a code that phones read."""

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.controls import load

# Light squares around the code that readers want (ISO/IEC 18004).
QUIET = 4
WHITE, BLACK = (1, 1, 1, 1), (0, 0, 0, 1)


class QrCode(Widget):
    """`text` is what it says; it takes no room while that is empty."""

    text = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        super().__init__(size_hint_y=None, **kwargs)
        self.bind(pos=self._redraw, size=self._redraw, text=self._resize)
        self._resize()

    def _resize(self, *_: object) -> None:
        self.height = theme.touch * 1.9 if self.text else 0
        self._redraw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self.text:
            return
        # Only where there is a code to draw: loading it costs a start of the app some time.
        import segno  # noqa: PLC0415

        rows = tuple(segno.make(self.text, micro=False).matrix)
        square = min(self.width, self.height) / (len(rows) + 2 * QUIET)
        if square > 2:  # all of one size, for codes that hold much
            square = int(square)
        side = square * (len(rows) + 2 * QUIET)
        left, top = self.center_x - side / 2, self.center_y + side / 2
        with self.canvas:
            Color(*WHITE)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(*BLACK)
            for down, row in enumerate(rows):
                for across, dark in enumerate(row):
                    if dark:
                        x, y = left + (QUIET + across) * square, top - (QUIET + down + 1) * square
                        Rectangle(pos=(x, y), size=(square, square))


class LargeCode(BoxLayout):
    """A code as large as there is room, `text`, with what it says in letters below."""

    text = StringProperty("")


load(__file__)
