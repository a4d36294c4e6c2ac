"""What the three doors of the first start show, drawn with the pieces of the games."""

from collections.abc import Sequence

from kivy.graphics import Color, Ellipse, Line, Mesh, RoundedRectangle, Triangle
from kivy.properties import StringProperty

from companion.app.theme import FACES, rgb, theme
from companion.app.widgets.drawing import Drawing

# Pyramids by the left end, the width and the foot of each, in tenths of the picture's side, and their colours.
PYRAMIDS = ((1.6, 2.6, 2.2, "R"), (3.9, 2.0, 2.2, "Y"), (5.6, 2.8, 2.2, "B"), (4.6, 1.6, 1.4, "G"))


class DoorPicture(Drawing):
    """`door` is which: a game looked on (watch), a tablet (play), a camera over a board (board)."""

    door = StringProperty("watch")

    SHOWS = ("door",)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        getattr(self, f"_draw_{self.door}")()

    def _draw_watch(self) -> None:
        self._table()
        self._pyramids()
        self._paint(theme.good)
        self._group.add(Line(points=self._points(3.4, 7.4, 4.4, 6.4, 6.6, 8.8), width=self._unit * 0.22, joint="round"))

    def _draw_play(self) -> None:
        self._box((1.0, 1.0, 8.0, 7.6), theme.ink, 0.7)
        self._box((1.5, 1.5, 7.0, 6.6), theme.cell, 0.4)
        self._pyramids(shift=0.6)
        self._paint(theme.accent)
        self._group.add(Ellipse(pos=self._at(6.6, 5.2), size=(self._unit * 1.8,) * 2))
        self._paint(theme.accent_ink)
        self._group.add(Line(circle=(*self._at(7.5, 6.1), self._unit * 0.55), width=max(1.2, self._unit * 0.09)))

    def _draw_board(self) -> None:
        self._table()
        self._paint((*theme.mark[:3], 0.28))
        beam = self._points(7.6, 8.6, 0.8, 1.4, 9.0, 1.4)
        self._group.add(Triangle(points=beam))
        self._pyramids()
        self._box((6.6, 8.0, 2.2, 1.4), theme.ink, 0.2)
        self._paint(theme.mark)
        self._group.add(Ellipse(pos=self._at(7.2, 8.2), size=(self._unit,) * 2))

    def _table(self) -> None:
        """A board seen flatly from one side."""
        self._paint(theme.wood)
        corners = ((0.4, 1.0), (9.6, 1.0), (8.2, 3.6), (1.8, 3.6))
        vertices = [value for x, y in corners for value in (*self._at(x, y), 0, 0)]
        self._group.add(Mesh(vertices=vertices, indices=(0, 1, 2, 3), mode="triangle_fan"))

    def _pyramids(self, shift: float = 0.0) -> None:
        for left, width, foot, colour in PYRAMIDS:
            height = width * 1.55
            ridge = left + width * 0.66
            tip = (left + width / 2, foot + shift + height)
            for start, end, face in ((left, ridge, 0), (ridge, left + width, 1)):
                self._paint(rgb(FACES[colour][face]))
                self._group.add(Triangle(points=self._points(start, foot + shift, *tip, end, foot + shift)))

    @property
    def _unit(self) -> float:
        return float(min(self.width, self.height)) / 10

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.center_x + (x - 5) * self._unit, self.center_y + (y - 5) * self._unit

    def _points(self, *values: float) -> list[float]:
        pairs = zip(values[::2], values[1::2], strict=True)
        return [value for x, y in pairs for value in self._at(x, y)]

    def _paint(self, colour: Sequence[float]) -> None:
        self._group.add(Color(*colour))

    def _box(self, box: tuple[float, float, float, float], colour: Sequence[float], radius: float) -> None:
        self._paint(colour)
        x, y, width, height = box
        size = (width * self._unit, height * self._unit)
        self._group.add(RoundedRectangle(pos=self._at(x, y), size=size, radius=[radius * self._unit]))
