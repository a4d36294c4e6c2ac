"""Paints shapes (`companion.referee.drawing.shapes`) onto Kivy's canvas."""

from collections.abc import Sequence
from typing import NamedTuple

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Mesh, RoundedRectangle, Triangle

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, add_mark, add_text
from companion.referee.drawing.shapes import Box, Circle, Point, Polygon, Shape, Shapes

# Small discs need fewer corners.
SMALL_DISC, SMALL_DISC_SEGMENTS = 4.0, 12
# No line is thinner, in pixels.
LEAST_LINE = 1.0


class Fit(NamedTuple):
    """Where shapes are seen: the window's pixel of their origin, and how many pixels their unit takes."""

    x: float
    y: float
    scale: float

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y - y * self.scale

    def back(self, x: float, y: float) -> Point:
        """Return the point of the shapes that is seen at a pixel."""
        return (x - self.x) / self.scale, (self.y - y) / self.scale

    def moved(self, x: float, y: float) -> "Fit":
        """Return the view of shapes whose origin is at x, y of these."""
        return Fit(*self.at(x, y), self.scale)


def fitted(view: Box, x: float, y: float, width: float, height: float) -> Fit:
    """Return the view in which a part of the plane fills a rectangle of the window, in its middle."""
    scale = min(width / view.width, height / view.height)
    across, down = view.centre
    return Fit(x + width / 2 - across * scale, y + height / 2 + down * scale, scale)


def paint(group: InstructionGroup, shapes: Shapes, view: Fit) -> None:
    """Add shapes to a group, the first lowest."""
    for shape in shapes:
        if isinstance(shape, Polygon):
            _polygon(group, shape, view)
        elif isinstance(shape, Circle):
            _circle(group, shape, view)
        elif isinstance(shape, Box):
            _box(group, shape, view)
        else:
            add = add_text if shape.legible else add_mark
            add(group, shape.text, *view.at(shape.x, shape.y), shape.size * view.scale, colour(shape.fill))


def colour(name: str) -> Sequence[float]:
    """Return the colour of a role of the theme, or of its own."""
    return rgb(name) if name.startswith("#") else getattr(theme, name)


def _polygon(group: InstructionGroup, shape: Polygon, view: Fit) -> None:
    points = [value for point in shape.points for value in view.at(*point)]
    if shape.fill:
        group.add(Color(*colour(shape.fill)))
        if len(shape.points) == 3:
            group.add(Triangle(points=points))
        else:
            pairs = zip(points[::2], points[1::2], strict=True)
            vertices = [value for x, y in pairs for value in (x, y, 0, 0)]
            group.add(Mesh(vertices=vertices, indices=range(len(shape.points)), mode="triangle_fan"))
    if shape.line:
        _line(group, shape, view, shape.width, points=points, close=shape.closed, joint="round", cap="round")


def _circle(group: InstructionGroup, shape: Circle, view: Fit) -> None:
    x, y = view.at(shape.x, shape.y)
    radius = shape.radius * view.scale
    segments = DISC_SEGMENTS if radius > SMALL_DISC else SMALL_DISC_SEGMENTS
    if shape.fill:
        group.add(Color(*colour(shape.fill)))
        group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius), segments=segments))
    if shape.line:
        _line(group, shape, view, shape.line_width, circle=(x, y, radius, 0, 360, segments))


def _box(group: InstructionGroup, shape: Box, view: Fit) -> None:
    x, y = view.at(shape.x, shape.y + shape.height)
    width, height, radius = shape.width * view.scale, shape.height * view.scale, shape.radius * view.scale
    if shape.fill:
        group.add(Color(*colour(shape.fill)))
        group.add(RoundedRectangle(pos=(x, y), size=(width, height), radius=[radius], segments=6))
    if shape.line:
        _line(group, shape, view, shape.line_width, rounded_rectangle=(x, y, width, height, radius))


def _line(group: InstructionGroup, shape: Shape, view: Fit, width: float, **line: object) -> None:
    """Kivy takes half of a line's width."""
    group.add(Color(*colour(shape.line)))  # type: ignore[union-attr]
    group.add(Line(width=max(LEAST_LINE, width * view.scale / 2), **line))
