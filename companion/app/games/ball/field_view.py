"""The field of Pyramid Ball."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, RoundedRectangle, Triangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.app.games.ball.presenter import Field
from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, add_text

FILES, ROWS = "abcdefg", 8
COLOURS = {"first": "R", "second": "B"}
SIZES = {"S": 0.52, "M": 0.68, "L": 0.84}
GOAL_ROWS = (1, 8)


class FieldView(Widget):
    """Shows a Field, the first player near. Event: `on_spot` with a square."""

    picture = ObjectProperty(None, allownone=True)

    __events__ = ("on_spot",)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._ground, self._pieces = InstructionGroup(), InstructionGroup()
        self._drawn_for: object = None
        super().__init__(**kwargs)
        self.canvas.add(self._ground)
        self.canvas.add(self._pieces)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw)
        theme.bind(name=self._redraw)

    def on_spot(self, spot: str) -> None:
        """A square was tapped."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        left, bottom, cell = self._frame()
        return left + (FILES.index(spot[0]) + 0.5) * cell, bottom + (int(spot[1]) - 0.5) * cell

    def on_touch_down(self, touch: MotionEvent) -> bool:
        left, bottom, cell = self._frame()
        column, row = int((touch.x - left) // cell), int((touch.y - bottom) // cell) + 1
        if not (0 <= column < len(FILES) and 1 <= row <= ROWS):
            return bool(super().on_touch_down(touch))
        self.dispatch("on_spot", f"{FILES[column]}{row}")
        return True

    def _frame(self) -> tuple[float, float, float]:
        cell = min(self.width / (len(FILES) + 0.7), self.height / (ROWS + 0.7))
        return self.center_x - cell * len(FILES) / 2, self.center_y - cell * ROWS / 2, cell

    def _draw(self, *_: object) -> None:
        shown: Field | None = self.picture
        if shown is None:
            self._drawn_for = None
            self._ground.clear()
            self._pieces.clear()
            return
        left, bottom, cell = self._frame()
        place = (left, bottom, cell, theme.name)
        if place != self._drawn_for:
            self._drawn_for = place
            self._draw_ground(left, bottom, cell)
        group = self._pieces
        group.clear()
        for spot, tone in shown.frames.items():
            self._mark(group, spot, tone, cell)
        for side, pyramids in shown.pyramids.items():
            for name, spot in pyramids.items():
                self._pyramid(group, side, name, spot, cell)
        self._ball(group, shown.ball, cell)
        for start, end, side in shown.arrows:
            self._arrow(group, start, end, side, cell)

    def _draw_ground(self, left: float, bottom: float, cell: float) -> None:
        group = self._ground
        group.clear()
        edge = cell * 0.32
        group.add(Color(*theme.wood))
        size = (cell * len(FILES) + 2 * edge, cell * ROWS + 2 * edge)
        group.add(RoundedRectangle(pos=(left - edge, bottom - edge), size=size, radius=[cell * 0.2]))
        for row in range(1, ROWS + 1):
            group.add(Color(*(theme.raised if row in GOAL_ROWS else theme.cell)))
            for file in FILES:
                x, y = self.centre_of(f"{file}{row}")
                side = cell - 4
                corner = (x - side / 2, y - side / 2)
                group.add(RoundedRectangle(pos=corner, size=(side, side), radius=[cell * 0.07], segments=4))
            add_text(group, str(row), left - edge / 2, bottom + (row - 0.5) * cell, edge * 0.8, theme.axis)
        for number, file in enumerate(FILES):
            add_text(group, file, left + (number + 0.5) * cell, bottom - edge / 2, edge * 0.8, theme.axis)

    def _mark(self, group: InstructionGroup, spot: str, tone: str, cell: float) -> None:
        x, y = self.centre_of(spot)
        side = cell - 8
        group.add(Color(*getattr(theme, tone)))
        frame = (x - side / 2, y - side / 2, side, side, cell * 0.07)
        group.add(Line(rounded_rectangle=frame, width=max(2, cell * 0.04)))

    def _pyramid(self, group: InstructionGroup, side: str, name: str, spot: str, cell: float) -> None:
        x, y = self.centre_of(spot)
        half = cell * SIZES[name] / 2
        colour = COLOURS[side]
        light, dark = FACES[colour]
        foot, top = y - half, y + half
        for start, end, face in ((x - half, x + half * 0.35, light), (x + half * 0.35, x + half, dark)):
            group.add(Color(*rgb(face)))
            group.add(Triangle(points=(start, foot, x, top, end, foot)))
        group.add(Color(*rgb("#15181f")))
        group.add(Line(points=(x - half, foot, x, top, x + half, foot), close=True, width=1.3, joint="round"))
        add_text(group, name, x - half * 0.08, foot + half * 0.62, cell * 0.27, rgb(FACE_INK[colour]))

    def _ball(self, group: InstructionGroup, spot: str, cell: float) -> None:
        x, y = self.centre_of(spot)
        x, y, r = x + cell * 0.3, y + cell * 0.3, cell * 0.15
        group.add(Color(*rgb("#15181f")))
        group.add(Ellipse(pos=(x - r - 2, y - r - 2), size=(2 * r + 4, 2 * r + 4), segments=DISC_SEGMENTS))
        group.add(Color(*theme.mark))
        group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))

    def _arrow(self, group: InstructionGroup, start: str, end: str, side: str, cell: float) -> None:
        (x0, y0), (x1, y1) = self.centre_of(start), self.centre_of(end)
        group.add(Color(*theme.mark))
        group.add(Line(points=(x0, y0, x1, y1), width=cell * 0.035, cap="round"))
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
        ux, uy, r = (x1 - x0) / length, (y1 - y0) / length, cell * 0.13
        back = (x1 - ux * 2 * r, y1 - uy * 2 * r)
        points = (x1, y1, back[0] - uy * r, back[1] + ux * r, back[0] + uy * r, back[1] - ux * r)
        group.add(Triangle(points=points))
