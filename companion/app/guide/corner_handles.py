"""The board's corners over the camera's picture, to be dragged to where they are, under a magnifier."""

from collections.abc import Sequence
from math import dist
from typing import Any

from kivy.graphics import Color, Ellipse, Line
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, ObjectProperty

from companion.app.theme import theme
from companion.app.views import Spot
from companion.app.widgets.drawing import Drawing, add_text

ZOOM = 4.0
# The magnifier's radius and its distance from the finger, in sizes of a control.
GLASS, AWAY = 1.25, 1.9


class CornerHandles(Drawing):
    """`corners` are four spots, called by `names`; there is nothing where they are None. A finger takes hold of the
    nearest one; where it comes down far from all of them the nearest jumps to it. `texture` is what is magnified.
    """

    corners = ObjectProperty(None, allownone=True)
    names = ObjectProperty(("", "", "", ""))
    texture = ObjectProperty(None, allownone=True)
    held = NumericProperty(-1)

    SHOWS = ("corners", "names", "held")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.corners is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        self.held = min(range(len(self.corners)), key=lambda number: dist(self.place(number), touch.pos))
        x, y = self.place(self.held)
        near = dist((x, y), touch.pos) < theme.touch
        # So that a handle does not jump under a finger which came down beside its middle.
        touch.ud["aside"] = (x - touch.x, y - touch.y) if near else (0.0, 0.0)
        self._move(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self._move(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.held = -1
        return True

    def place(self, number: int) -> tuple[float, float]:
        """Return a corner's place, pixels of the window."""
        across, down = self.corners[number]
        return self.x + across * self.width, self.top - down * self.height

    def _move(self, touch: MotionEvent) -> None:
        aside = touch.ud["aside"]
        across = min(max((touch.x + aside[0] - self.x) / self.width, 0.0), 1.0)
        down = min(max((self.top - touch.y - aside[1]) / self.height, 0.0), 1.0)
        moved: list[Spot] = list(self.corners)
        moved[int(self.held)] = (round(across, 4), round(down, 4))
        self.corners = tuple(moved)

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        if self.corners is None or self.width < 2:
            return
        places = [self.place(number) for number in range(len(self.corners))]
        line = [value for place in places for value in place]
        for colour, width in (((0, 0, 0, 0.7), 3.5), (theme.mark, 1.8)):
            group.add(Color(*colour))
            group.add(Line(points=line, close=True, width=max(1.2, width * theme.unit), joint="round"))
        for number, place in enumerate(places):
            self._handle(place, self.names[number], held=number == self.held)
        if self.held >= 0 and self.texture is not None:
            self._glass(places[int(self.held)], self.texture)

    def _handle(self, place: tuple[float, float], name: str, *, held: bool) -> None:
        group, radius = self._group, theme.touch * 0.32
        x, y = place
        group.add(Color(0, 0, 0, 0.25 if held else 0.55))
        group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius)))
        group.add(Color(*theme.mark))
        group.add(Line(circle=(x, y, radius), width=max(1.2, 2.2 * theme.unit)))
        if not held:
            add_text(group, name, x, y, theme.small, (1, 1, 1, 1))

    def _glass(self, place: tuple[float, float], texture: Any) -> None:
        """Magnify the surroundings of a corner, above it if there is room, else below."""
        group, radius = self._group, theme.touch * GLASS
        x, y = place
        up = 1 if y + theme.touch * AWAY + radius < self.top + radius / 2 else -1
        middle = (min(max(x, self.x + radius), self.right - radius), y + up * theme.touch * AWAY)
        # In pixels of the texture, y upwards.
        scale = texture.width / self.width
        side = 2 * radius * scale / ZOOM
        left = min(max((x - self.x) * scale - side / 2, 0.0), texture.width - side)
        low = min(max((y - self.y) * scale - side / 2, 0.0), texture.height - side)
        group.add(Color(1, 1, 1, 1))
        pos, size = (middle[0] - radius, middle[1] - radius), (2 * radius, 2 * radius)
        group.add(Ellipse(texture=texture.get_region(left, low, side, side), pos=pos, size=size))
        group.add(Color(*theme.mark))
        group.add(Line(circle=(*middle, radius), width=max(1.5, 3 * theme.unit)))
        at = _inside(((x - self.x) * scale - left, (y - self.y) * scale - low), side)
        cross = (pos[0] + at[0] * 2 * radius, pos[1] + at[1] * 2 * radius)
        for dx, dy in ((1, 0), (0, 1)):
            arm = radius * 0.3
            ends = (cross[0] - dx * arm, cross[1] - dy * arm, cross[0] + dx * arm, cross[1] + dy * arm)
            group.add(Line(points=ends, width=max(1.0, 1.4 * theme.unit)))


def _inside(at: Sequence[float], side: float) -> tuple[float, float]:
    """A point of a square as shares of its side."""
    return at[0] / side, at[1] / side
