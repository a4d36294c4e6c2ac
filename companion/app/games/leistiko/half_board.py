"""Half a backgammon board: six rows a side, facing each other."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle, Triangle
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.app.games.leistiko.presenter import HalfBoard
from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, add_text

ROWS = 6
# The wooden edge above and below, in heights of the board.
MARGIN = 0.045
# Light and dark pieces with a ring in the other's colour, told apart without colour by the ring's width.
PIECES = {"first": ("#f4ead7", "#6b4a2b"), "second": ("#3a2618", "#e8c9a0")}
POINTS = ("#b9855a", "#8c5a36")


class HalfBoardView(Widget):
    """Shows a HalfBoard. Event: `on_spot` with ``first 3``; row i of one side lies across from row i of the other."""

    picture = ObjectProperty(None, allownone=True)

    __events__ = ("on_spot",)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._ground = InstructionGroup()
        self._rows = {f"{side} {row}": InstructionGroup() for side in PIECES for row in range(1, ROWS + 1)}
        self._drawn: dict[str, object] = {}
        self._drawn_for: object = None
        super().__init__(**kwargs)
        for group in (self._ground, *self._rows.values()):
            self.canvas.add(group)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw)
        theme.bind(name=self._redraw)

    def on_spot(self, spot: str) -> None:
        """A row was tapped."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        side, number = spot.split()
        x = self.x + self._edge + (int(number) - 0.5) * self._step
        return x, self.y + self.height * (0.25 if side == "first" else 0.75)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        number = int((touch.x - self.x - self._edge) // self._step) + 1
        if 1 <= number <= ROWS:
            self.dispatch("on_spot", f"{'first' if touch.y < self.center_y else 'second'} {number}")
        return True

    @property
    def _edge(self) -> float:
        return float(self.width) * 0.03

    @property
    def _step(self) -> float:
        return (float(self.width) - 2 * self._edge) / ROWS

    def _draw(self, *_: object) -> None:
        """Draw the rows that have changed."""
        board: HalfBoard | None = self.picture
        if board is None:
            self._drawn_for = None
            for group in (self._ground, *self._rows.values()):
                group.clear()
            return
        place = (*self.pos, *self.size, theme.name)
        if place != self._drawn_for:
            self._drawn_for, self._drawn = place, {}
            self._draw_ground()
        for side in ("first", "second"):
            for row in range(1, ROWS + 1):
                spot = f"{side} {row}"
                resting = board.across.get(side, (0,) * ROWS)[row - 1]
                shown = (getattr(board, side)[row - 1], resting, board.frames.get(spot), board.badges.get(spot))
                if self._drawn.get(spot) != shown:
                    self._drawn[spot] = shown
                    self._rows[spot].clear()
                    self._row(self._rows[spot], board, side, row, self.height * MARGIN)

    def _draw_ground(self) -> None:
        group = self._ground
        group.clear()
        group.add(Color(*theme.wood))
        group.add(RoundedRectangle(pos=self.pos, size=self.size, radius=[14 * theme.unit]))
        inner = self.height * MARGIN
        group.add(Color(*theme.cell))
        box = (self.width - 2 * self._edge, self.height - 2 * inner)
        group.add(Rectangle(pos=(self.x + self._edge, self.y + inner), size=box))

    def _row(self, group: InstructionGroup, board: HalfBoard, side: str, row: int, inner: float) -> None:
        up = 1 if side == "first" else -1
        floor = self.y + inner if up > 0 else self.top - inner
        left = self.x + self._edge + (row - 1) * self._step
        tip = floor + up * (self.height / 2 - inner) * 0.88
        group.add(Color(*rgb(POINTS[row % 2])))
        group.add(Triangle(points=(left + 4, floor, left + self._step / 2, tip, left + self._step - 4, floor)))
        spot = f"{side} {row}"
        if tone := board.frames.get(spot):
            group.add(Color(*getattr(theme, tone)))
            bottom = min(floor, floor + up * (self.height / 2 - inner))
            frame = (left + 3, bottom + 3, self._step - 6, self.height / 2 - inner - 6, 8)
            group.add(Line(rounded_rectangle=frame, width=max(2, 3 * theme.unit)))
        count = getattr(board, side)[row - 1]
        self._pieces(group, side, count, left, floor, up)
        resting = board.across.get(side, (0,) * ROWS)[row - 1]
        if resting:
            other = "second" if side == "first" else "first"
            y = floor + up * (self.height / 2 - inner) * 1.12
            self._piece(group, side, left + self._step / 2, y, self._step * 0.2)
            add_text(group, str(resting), left + self._step / 2, y, self._step * 0.2, rgb(PIECES[other][0]))
        middle = left + self._step / 2
        add_text(group, str(row), middle, floor - up * inner / 2, inner * 0.7, theme.axis)
        if spot in board.badges:
            text, badge = board.badges[spot]
            r = self._step * 0.19
            y = floor + up * (self.height / 2 - inner) * 0.86
            group.add(Color(*getattr(theme, badge)))
            group.add(Ellipse(pos=(middle - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
            add_text(group, text, middle, y, r * 1.3, getattr(theme, f"{badge}_ink"))

    def _pieces(self, group: InstructionGroup, side: str, count: int, left: float, floor: float, up: int) -> None:
        room = self.height / 2 * 0.66
        r = min(self._step * 0.36, self.height * 0.062)
        gap = min(2 * r, room / max(count, 1))
        for level in range(count):
            self._piece(group, side, left + self._step / 2, floor + up * (r + 4 + level * gap), r)
        if count:
            y = floor + up * (r + 4 + (count - 1) * gap)
            add_text(group, str(count), left + self._step / 2, y, r * 1.05, rgb(PIECES[side][1]))

    def _piece(self, group: InstructionGroup, side: str, x: float, y: float, r: float) -> None:
        face, ring = PIECES[side]
        group.add(Color(*rgb("#15181f")))
        group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
        group.add(Color(*rgb(face)))
        group.add(Ellipse(pos=(x - r + 1.5, y - r + 1.5), size=(2 * r - 3, 2 * r - 3), segments=DISC_SEGMENTS))
        group.add(Color(*rgb(ring)))
        group.add(Line(circle=(x, y, r * 0.74, 0, 360, DISC_SEGMENTS), width=1.2 if side == "first" else 2.4))
