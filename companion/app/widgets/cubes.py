"""A piece of Blokus 3D as a small picture on a button."""

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Quad
from kivy.uix.widget import Widget

from companion.app.theme import rgb
from companion.referee.drawing.shapes import FACES

# How far a cube's edges to the right, to the back and up go on the screen, in edges.
RIGHT, BACK, UP = (0.87, 0.32), (-0.87, 0.32), (0.0, 0.95)
# The share of the button below which its text stands.
TEXT = 0.34


class CubesPicture:
    """Draws the `cubes` of a button above its text."""

    def __init__(self, button: Widget) -> None:
        self._button, self._group = button, InstructionGroup()
        button.canvas.after.add(self._group)
        button.bind(pos=self.draw, size=self.draw)

    def draw(self, *_: object) -> None:
        """Draw it with one of the next frames."""
        if self not in _waiting:
            _waiting.append(self)
        _go_on()

    def draw_now(self) -> None:
        cubes, colour = self._button.cubes
        self._group.clear()
        if not cubes:
            return
        corners = [_at(x + i, y + j, z + k) for x, y, z in cubes for i in (0, 1) for j in (0, 1) for k in (0, 1)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        button = self._button
        room = button.height * (1 - TEXT) * 0.84
        scale = min(room / (high - low), button.width * 0.84 / (right - left), button.height * 0.2)
        x0 = button.center_x - (left + right) / 2 * scale
        y0 = button.y + button.height * (TEXT + (1 - TEXT) * 0.46) - (low + high) / 2 * scale
        light, dark = (rgb(face) for face in FACES[colour])
        middle = [(a + b) / 2 for a, b in zip(light, dark, strict=True)]
        for x, y, z in sorted(cubes, key=lambda cube: (-cube[0] - cube[1], cube[2])):
            for fill, face in (
                (dark, ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1))),
                (middle, ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
                (light, ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
            ):
                points: list[float] = []
                for i, j, k in face:
                    u, v = _at(x + i, y + j, z + k)
                    points += (x0 + u * scale, y0 + v * scale)
                self._group.add(Color(*fill))
                self._group.add(Quad(points=points))
                self._group.add(Color(*rgb("#15181f")))
                self._group.add(Line(points=points, close=True, width=1))


# A frame has not the time for a whole set of pieces.
PIECES_A_FRAME = 3
_waiting: list[CubesPicture] = []


def _draw_some(_dt: float) -> None:
    for picture in _waiting[:PIECES_A_FRAME]:
        picture.draw_now()
    del _waiting[:PIECES_A_FRAME]
    if _waiting:
        _go_on()


_go_on = Clock.create_trigger(_draw_some, 0)


def _at(x: float, y: float, z: float) -> tuple[float, float]:
    return x * RIGHT[0] + y * BACK[0] + z * UP[0], x * RIGHT[1] + y * BACK[1] + z * UP[1]
