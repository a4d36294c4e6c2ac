"""A building of cubes: from above, and as a picture in depth that can be turned by dragging."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin

from kivy.graphics import Color, InstructionGroup, Line, Quad
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import Drawing
from companion.app.widgets.game_board import GameBoard
from companion.games.blokus3d.screen.building import Building, bounds, square_of
from companion.games.blokus3d.table.drawing import BlokusDrawing
from companion.referee.drawing.shapes import FACES

SLOPE = 0.6
# The edge of the view from above, in squares.
EDGE = 0.26
# How much of the width the view in depth takes beside the one from above.
DEPTH_SHARE = 0.56
# The same of the height, above it.
ABOVE_SHARE = 0.45
Point = tuple[float, float]
# x, y, z, colour, and whether it is only about to be placed.
Cube = tuple[int, int, int, str, bool]


class BuildingView(BoxLayout):
    """Shows a Building in both ways. Events, each with a square such as ``3,4``: `on_spot` and `on_hold`."""

    picture = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)

    __events__ = ("on_spot", "on_hold")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(orientation="vertical", spacing=theme.gap, **kwargs)
        self.depth, self.top_view = DepthView(), GameBoard(BlokusDrawing())
        self.add_widget(self.depth)
        self.add_widget(self.top_view)
        self.bind(picture=self._pass_on, size=self._arrange)
        self.top_view.bind(on_spot=lambda _view, spot: self.dispatch("on_spot", spot))
        self.top_view.bind(on_hold=lambda _view, spot: self.dispatch("on_hold", spot))
        self.bind(touchable=self.top_view.setter("touchable"))

    def on_spot(self, spot: str) -> None:
        """A square was tapped."""

    def on_hold(self, spot: str) -> None:
        """A square was held."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        return self.top_view.centre_of(spot)

    def _pass_on(self, *_: object) -> None:
        self._arrange()
        self.depth.picture = self.picture
        self.top_view.picture = self.picture.from_above() if isinstance(self.picture, Building) else self.picture

    def _arrange(self, *_: object) -> None:
        """One above the other, or beside it: as both are larger."""
        if self.picture is None or not self.picture.grid:
            return
        above = self._worth(1, ABOVE_SHARE) > self._worth(DEPTH_SHARE, 1)
        self.orientation = "vertical" if above else "horizontal"
        self.depth.size_hint = (1, ABOVE_SHARE) if above else (DEPTH_SHARE, 1)
        self.top_view.size_hint = (1, 1 - ABOVE_SHARE) if above else (1 - DEPTH_SHARE, 1)

    def _worth(self, wide: float, high: float) -> float:
        """How large squares get, where the view in depth has that share: those that are touched count more."""
        x0, x1, y0, y1 = bounds(self.picture.grid)
        across, up = x1 - x0 + 1, y1 - y0 + 1
        left, below = (self.width * (1 - wide) or self.width), (self.height * (1 - high) or self.height)
        cell = min(left / (across + 2 * EDGE), below / (up + 2 * EDGE))
        return float(cell + scale_in(self.width * wide, self.height * high, max(across, up)) / 2)


class DepthView(Drawing):
    """The building in depth, drawn from the far cubes to the near ones; `turn` is its angle in radians. One that is not
    `touchable` lets touches through.
    """

    touchable = BooleanProperty(True)
    picture = ObjectProperty(None, allownone=True)
    turn = NumericProperty(0.6)

    SHOWS = ("picture", "turn")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.touchable or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.turn += touch.dx / max(self.width, 1) * pi
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        building: Building | None = self.picture
        if building is None or not building.grid:
            return
        x0, x1, y0, y1 = bounds(building.grid)
        eye = _Eye(self, (x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2, max(x1 - x0, y1 - y0) + 1)
        cubes: list[Cube] = [
            (*square_of(square), z, colour, False)
            for square, column in building.grid.items()
            for z, colour in enumerate(column)
        ]
        cubes += [(x, y, z, building.colour, True) for x, y, z in building.ghost]
        for square in building.grid:
            x, y = square_of(square)
            eye.face(group, [(x, y, 0), (x + 1, y, 0), (x + 1, y + 1, 0), (x, y + 1, 0)], theme.cell, theme.wood)
        for x, y, z, colour, ghost in sorted(cubes, key=lambda c: (eye.depth(c[0] + 0.5, c[1] + 0.5), c[2])):
            eye.cube(group, (x, y, z), colour, ghost)


def scale_in(width: float, height: float, across: int) -> float:
    """How large a square is drawn in depth in so much room, where so many lie beside one another."""
    return min(width / (across * 1.5), height / (across * 1.25 * SLOPE + 4.6 * 0.8))


class _Eye:
    """Where a point of the building is seen."""

    def __init__(self, view: DepthView, x: float, y: float, across: int) -> None:
        self._sin, self._cos = sin(view.turn), cos(view.turn)
        self._x, self._y = x, y
        self._scale = scale_in(view.width, view.height, across)
        # The building's height goes up from the middle of its floor: both together stand in the middle of the view.
        self._left, self._bottom = view.center_x, view.center_y - 4.6 * 0.8 / 2 * self._scale

    def depth(self, x: float, y: float) -> float:
        """Greater is nearer."""
        return -((x - self._x) * self._sin + (y - self._y) * self._cos)

    def at(self, x: float, y: float, z: float) -> Point:
        across = (x - self._x) * self._cos - (y - self._y) * self._sin
        return self._left + across * self._scale, self._bottom + (-self.depth(x, y) * SLOPE + z * 0.8) * self._scale

    def face(
        self,
        group: InstructionGroup,
        corners: Sequence[tuple[float, float, float]],
        fill: Sequence[float],
        edge: Sequence[float],
    ) -> None:
        points = [value for corner in corners for value in self.at(*corner)]
        group.add(Color(*fill))
        group.add(Quad(points=points))
        group.add(Color(*edge))
        group.add(Line(points=points, close=True, width=max(1.0, self._scale * 0.02), joint="round"))

    def cube(self, group: InstructionGroup, at: tuple[int, int, int], colour: str, ghost: bool) -> None:
        x, y, z = at
        light, dark = rgb(FACES[colour][0]), rgb(FACES[colour][1])
        edge = theme.mark if ghost else rgb("#15181f")
        sides = [
            ((0, -1), [(x, y, z), (x + 1, y, z), (x + 1, y, z + 1), (x, y, z + 1)]),
            ((1, 0), [(x + 1, y, z), (x + 1, y + 1, z), (x + 1, y + 1, z + 1), (x + 1, y, z + 1)]),
            ((0, 1), [(x + 1, y + 1, z), (x, y + 1, z), (x, y + 1, z + 1), (x + 1, y + 1, z + 1)]),
            ((-1, 0), [(x, y + 1, z), (x, y, z), (x, y, z + 1), (x, y + 1, z + 1)]),
        ]
        for (nx, ny), corners in sides:
            facing = -(nx * self._sin + ny * self._cos)
            if facing > 0.02:
                shade = 0.5 + 0.5 * abs(atan2(nx * self._cos - ny * self._sin, facing) / pi * 2)
                fill = [d + (v - d) * (1 - shade) * 0.9 for d, v in zip(dark, light, strict=True)]
                self.face(group, corners, fill, edge)
        top = [(x, y, z + 1), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)]
        self.face(group, top, light, edge)
