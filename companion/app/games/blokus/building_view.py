"""A building of cubes: from above, and as a picture in depth that can be turned by dragging."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin
from typing import Any

from kivy.graphics import Color, InstructionGroup, Line, Quad, RoundedRectangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games.blokus.presenter import Building
from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.widgets.drawing import Drawing, add_text

SLOPE = 0.6
# How much of the width the view in depth takes beside the one from above.
DEPTH_SHARE = 0.56
Point = tuple[float, float]
# x, y, z, colour, and whether it is only about to be placed.
Cube = tuple[int, int, int, str, bool]


class BuildingView(BoxLayout):
    """Shows a Building in both ways. Event: `on_spot` with a square such as ``3,4``."""

    picture = ObjectProperty(None, allownone=True)

    __events__ = ("on_spot",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(orientation="vertical", spacing=theme.gap, **kwargs)
        self.depth, self.top_view = DepthView(), TopView()
        self.add_widget(self.depth)
        self.add_widget(self.top_view)
        self.bind(picture=self._pass_on, size=self._arrange)
        self.top_view.bind(on_spot=lambda _view, spot: self.dispatch("on_spot", spot))

    def on_spot(self, spot: str) -> None:
        """A square was tapped."""

    def centre_of(self, spot: str) -> Point:
        return self.top_view.centre_of(spot)

    def _pass_on(self, *_: object) -> None:
        self.depth.picture = self.top_view.picture = self.picture

    def _arrange(self, *_: object) -> None:
        above = self.height > self.width * 1.3
        self.orientation = "vertical" if above else "horizontal"
        self.depth.size_hint_x, self.top_view.size_hint_x = (1, 1) if above else (DEPTH_SHARE, 1 - DEPTH_SHARE)


def square_of(name: str) -> tuple[int, int]:
    """``3,4`` -> (3, 4)."""
    x, y = name.split(",")
    return int(x), int(y)


def bounds(columns: Any) -> tuple[int, int, int, int]:
    """Least and greatest x, least and greatest y."""
    squares = [square_of(square) for square in columns]
    return (
        min(x for x, _ in squares),
        max(x for x, _ in squares),
        min(y for _, y in squares),
        max(y for _, y in squares),
    )


class TopView(Drawing):
    """The squares from above: colour and letter of the cube on top, and its height."""

    picture = ObjectProperty(None, allownone=True)

    __events__ = ("on_spot",)

    SHOWS = ("picture",)

    def on_spot(self, spot: str) -> None:
        """A square was tapped."""

    def centre_of(self, spot: str) -> Point:
        x, y = square_of(spot)
        left, bottom, cell, x0, y0 = self._frame()
        return left + (x - x0 + 0.5) * cell, bottom + (y - y0 + 0.5) * cell

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.picture is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        left, bottom, cell, x0, y0 = self._frame()
        spot = f"{int((touch.x - left) // cell) + x0},{int((touch.y - bottom) // cell) + y0}"
        if spot in self.picture.columns:
            self.dispatch("on_spot", spot)
        return True

    def _frame(self) -> tuple[float, float, float, int, int]:
        x0, x1, y0, y1 = bounds(self.picture.columns)
        cell = min(self.width / (x1 - x0 + 1), self.height / (y1 - y0 + 1))
        left = self.center_x - cell * (x1 - x0 + 1) / 2
        return left, self.center_y - cell * (y1 - y0 + 1) / 2, cell, x0, y0

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        building: Building | None = self.picture
        if building is None:
            return
        cell = self._frame()[2]
        ghost = {f"{x},{y}": z + 1 for x, y, z in sorted(building.ghost, key=lambda cube: cube[2])}
        for square, column in building.columns.items():
            x, y = self.centre_of(square)
            colour = column[-1:] or ""
            group.add(Color(*(rgb(FACES[colour][0]) if colour else theme.cell)))
            side = cell - 4
            group.add(RoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[cell * 0.08]))
            if colour:
                add_text(group, f"{colour}{len(column)}", x, y, cell * 0.34, rgb(FACE_INK[colour]))
            if square in building.limits and square not in ghost:
                ink = rgb(FACE_INK[colour]) if colour else theme.cell_ink
                low = cell * (0.32 if colour else 0)
                add_text(group, f"≤{building.limits[square]}", x, y - low, cell * 0.2, ink)
            if square in ghost:
                group.add(Color(*rgb(FACES[building.colour][0])))
                box = cell * 0.66
                group.add(RoundedRectangle(pos=(x - box / 2, y - box / 2), size=(box, box), radius=[cell * 0.1]))
                group.add(Color(*theme.mark))
                group.add(
                    Line(rounded_rectangle=(x - box / 2, y - box / 2, box, box, cell * 0.1), width=3 * theme.unit)
                )
                ink = rgb(FACE_INK[building.colour])
                add_text(group, f"{building.colour}{ghost[square]}", x, y, cell * 0.3, ink)
            if square in building.tapped:
                group.add(Color(*theme.ink))
                frame = (x - side / 2, y - side / 2, side, side, cell * 0.08)
                group.add(Line(rounded_rectangle=frame, width=3 * theme.unit))


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
        if building is None:
            return
        x0, x1, y0, y1 = bounds(building.columns)
        eye = _Eye(self, (x0 + x1 + 1) / 2, (y0 + y1 + 1) / 2, max(x1 - x0, y1 - y0) + 1)
        cubes: list[Cube] = [
            (*square_of(square), z, colour, False)
            for square, column in building.columns.items()
            for z, colour in enumerate(column)
        ]
        cubes += [(x, y, z, building.colour, True) for x, y, z in building.ghost]
        for square in building.columns:
            x, y = square_of(square)
            eye.face(group, [(x, y, 0), (x + 1, y, 0), (x + 1, y + 1, 0), (x, y + 1, 0)], theme.cell, theme.wood)
        for x, y, z, colour, ghost in sorted(cubes, key=lambda c: (eye.depth(c[0] + 0.5, c[1] + 0.5), c[2])):
            eye.cube(group, (x, y, z), colour, ghost)


class _Eye:
    """Where a point of the building is seen."""

    def __init__(self, view: DepthView, x: float, y: float, across: int) -> None:
        self._sin, self._cos = sin(view.turn), cos(view.turn)
        self._x, self._y = x, y
        self._scale = min(view.width / (across * 1.5), view.height / (across * 1.25 * SLOPE + 4.6 * 0.8))
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
