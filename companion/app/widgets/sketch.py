"""Base of drawn pictures: a room measured in units, with pyramids standing in it."""

from collections.abc import Iterable, Sequence

from kivy.graphics import Color, Mesh, RoundedRectangle, Triangle

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import Drawing
from companion.referee.drawing.shapes import FACES

# A pyramid: left end, width, foot, letter of the colour.
Pyramid = tuple[float, float, float, str]


class Sketch(Drawing):
    """A drawing `ROOM` (width, height) units large, scaled to fit its widget."""

    ROOM: tuple[float, float] = (10.0, 10.0)

    def _table(self, corners: Sequence[tuple[float, float]]) -> None:
        """Draw a board seen flatly from one side."""
        self._paint(theme.wood)
        vertices = [value for x, y in corners for value in (*self._at(x, y), 0, 0)]
        self._group.add(Mesh(vertices=vertices, indices=(0, 1, 2, 3), mode="triangle_fan"))

    def _pyramids(self, pyramids: Iterable[Pyramid]) -> None:
        for left, width, foot, colour in pyramids:
            height = width * 1.55
            ridge = left + width * 0.66
            tip = (left + width / 2, foot + height)
            for start, end, face in ((left, ridge, 0), (ridge, left + width, 1)):
                self._paint(rgb(FACES[colour][face]))
                self._group.add(Triangle(points=self._points(start, foot, *tip, end, foot)))

    @property
    def _unit(self) -> float:
        return float(min(self.width / self.ROOM[0], self.height / self.ROOM[1]))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        across, up = self.ROOM
        return self.center_x + (x - across / 2) * self._unit, self.center_y + (y - up / 2) * self._unit

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
