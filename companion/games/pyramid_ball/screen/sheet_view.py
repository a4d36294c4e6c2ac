"""Draws the programs over the picture in which they were read."""

from kivy.graphics import Color, Ellipse, InstructionGroup, Line
from kivy.uix.widget import Widget

from companion.app.theme import rgb, theme
from companion.app.widgets.camera_picture import CameraPicture
from companion.app.widgets.drawing import DISC_SEGMENTS, Drawing, add_mark
from companion.app.widgets.shapes import Fit, colour, paint
from companion.games.pyramid_ball.screen.program_shown import Mark, ShownSheet
from companion.referee.drawing.board import arrow

# Distance from a command at which a tap still means it, in touches.
REACH = 0.75
SMALLEST = 13.0


class Marks(Drawing):
    """Draws `marks` over itself."""

    def __init__(self, **kwargs: object) -> None:
        self.marks: tuple[Mark, ...] = ()
        super().__init__(**kwargs)

    def at(self, mark: Mark) -> tuple[float, float]:
        return self.x + mark.x * self.width, self.y + (1 - mark.y) * self.height

    def draw(self) -> None:
        self._redraw()

    def _draw(self, *_: object) -> None:
        self._group.clear()
        size = max(SMALLEST, min(self.size) * 0.022)
        for mark in self.marks:
            self._mark(self._group, mark, size)

    def _mark(self, group: InstructionGroup, mark: Mark, size: float) -> None:
        x, y = self.at(mark)
        tone = "warn" if mark.unsure else "mark"
        if mark.passed:
            group.add(Color(*rgb("#10131a")))
            group.add(Line(circle=(x, y, size * 1.5), width=size * 0.22))
            group.add(Color(*theme.mark))
            group.add(Line(circle=(x, y, size * 1.5), width=size * 0.12))
        if mark.way is None:
            for radius, fill in ((size * 0.55, rgb("#10131a")), (size * 0.42, colour(tone))):
                group.add(Color(*fill))
                group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius,) * 2, segments=DISC_SEGMENTS))
        else:
            dx, dy = mark.way[0] * size * 1.25, mark.way[1] * size * 1.25
            paint(group, arrow((-dx, -dy), (dx, dy), tone, size * 0.05), Fit(x, y, 1.0))
        if mark.unsure:
            x, y, r = x + size * 1.1, y + size * 1.1, size * 0.72
            group.add(Color(*theme.warn))
            group.add(Ellipse(pos=(x - r, y - r), size=(2 * r,) * 2, segments=DISC_SEGMENTS))
            add_mark(group, "?", x, y, r * 1.7, theme.warn_ink)


class SheetView(Widget):
    """Shows a ShownSheet, as large as fits. Event: `on_spot` with a command such as "first M2"."""

    __events__ = ("on_spot",)

    def __init__(self, **kwargs: object) -> None:
        self._picture, self._marks = CameraPicture(), Marks()
        self._number: int | None = None
        super().__init__(**kwargs)
        self.add_widget(self._picture)
        self.add_widget(self._marks)
        self._picture.bind(on_release=self._tapped)
        self.bind(pos=self._place, size=self._place)

    def on_spot(self, spot: str) -> None:
        """Handle a tap on a command."""

    def show_sheet(self, sheet: ShownSheet) -> None:
        picture = sheet.picture
        if picture and picture.number != self._number:
            self._number = picture.number
            self._picture.show(picture)
        self._marks.marks = sheet.marks
        self._place()

    def centre_of(self, spot: str) -> tuple[float, float]:
        """Return where a command is. Raises StopIteration if it is not on the picture."""
        return self._marks.at(next(mark for mark in self._marks.marks if mark.spot == spot))

    def _tapped(self, picture: CameraPicture) -> None:
        x, y = picture.last_touch.pos
        near = sorted((self._apart(mark, x, y), mark.spot) for mark in self._marks.marks)
        if near and near[0][0] <= theme.touch * REACH:
            self.dispatch("on_spot", near[0][1])

    def _apart(self, mark: Mark, x: float, y: float) -> float:
        at = self._marks.at(mark)
        return float(((at[0] - x) ** 2 + (at[1] - y) ** 2) ** 0.5)

    def _place(self, *_: object) -> None:
        """Make the picture as large as fits, in the middle."""
        width, height = self.size
        if self._picture.texture:
            wide, high = self._picture.texture.size
            scale = min(self.width / wide, self.height / high)
            width, height = wide * scale, high * scale
        corner = (self.center_x - width / 2, self.center_y - height / 2)
        for widget in (self._picture, self._marks):
            widget.pos, widget.size = corner, (width, height)
        self._marks.draw()
