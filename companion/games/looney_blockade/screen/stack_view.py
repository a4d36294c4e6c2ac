"""One stack as a picture on a button."""

from kivy.graphics import Color, Line
from kivy.properties import StringProperty

from companion.app.theme import theme
from companion.app.widgets.drawn_button import DrawnButton
from companion.games.looney_blockade.screen.board_view import Pen
from companion.games.looney_blockade.table.drawing import MARGIN
from companion.referee.pyramids_svg import CELL


class StackButton(DrawnButton):
    """A button that shows a stack."""

    stack = StringProperty("")

    SHOWS = ("stack",)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        if not self.stack:
            # An empty cell is told by a cross: there is nothing to be drawn.
            r = min(self.width, self.height) * 0.16
            self._group.add(Color(*theme.soft))
            for slope in (1, -1):
                x, y = self.center_x, self.center_y
                self._group.add(Line(points=(x - r, y - slope * r, x + r, y + slope * r), width=2.5 * theme.unit))
        scale = min(self.width / CELL, self.height / (CELL * 1.25)) * 0.92
        # The cell a1 of a board drawn so that this cell fills the button.
        x = self.center_x - (MARGIN + CELL / 2) * scale
        y = self.y + 4 - (MARGIN - 2) * scale
        Pen(self._group, x, y, scale).stack("a1", self.stack)
