"""Half a backgammon board: six rows a side, facing each other."""

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle, Triangle

from companion.app.theme import rgb, theme
from companion.app.views import BoardPicture
from companion.app.widgets.drawing import DISC_SEGMENTS, add_mark, add_text
from companion.app.widgets.touched_board import TouchedBoard

ROWS = 6
# The place of checkers that leap off, and how wide its tray is, in widths of the board.
OFF = "off"
TRAY = 0.1
# The wooden edge above and below, in heights of the board.
MARGIN = 0.045
# Light and dark pieces with a ring in the other's colour, told apart without colour by the ring's width.
PIECES = {"first": ("#f4ead7", "#6b4a2b"), "second": ("#3a2618", "#e8c9a0")}
POINTS = ("#b9855a", "#8c5a36")


class HalfBoardView(TouchedBoard):
    """Shows how many pieces lie on each spot (``first.3``); row i of one side lies across from row i of the other.
    Those that rest there on their way off are on ``resting.first.3``."""

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._ground, self._arrows = InstructionGroup(), InstructionGroup()
        self._rows = {f"{side}.{row}": InstructionGroup() for side in PIECES for row in range(1, ROWS + 1)}
        self._drawn: dict[str, object] = {}
        self._drawn_for: object = None
        super().__init__(**kwargs)
        for group in (self._ground, *self._rows.values(), self._arrows):
            self.canvas.add(group)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw, touchable=self._redraw)
        theme.bind(name=self._redraw)

    def centre_of(self, spot: str) -> tuple[float, float]:
        if spot == OFF:
            return self.right - self._tray / 2, self.center_y
        side, number = spot.split(".")
        x = self.x + self._edge + (int(number) - 0.5) * self._step
        return x, self.y + self.height * (0.25 if side == "first" else 0.75)

    def spot_at(self, x: float, y: float) -> str | None:
        if self._tray and self.right - self._tray <= x <= self.right:
            return OFF
        number = int((x - self.x - self._edge) // self._step) + 1
        return f"{'first' if y < self.center_y else 'second'}.{number}" if 1 <= number <= ROWS else None

    @property
    def _edge(self) -> float:
        return float(self.width) * 0.03

    @property
    def _step(self) -> float:
        return (float(self.width) - 2 * self._edge - self._tray) / ROWS

    @property
    def _tray(self) -> float:
        """How wide the tray is into which checkers leap; a board that only shows something has none."""
        return float(self.width) * TRAY if self.touchable else 0.0

    def _draw(self, *_: object) -> None:
        """Draw the rows that have changed."""
        board: BoardPicture | None = self.picture
        if board is None:
            self._drawn_for = None
            for group in (self._ground, *self._rows.values(), self._arrows):
                group.clear()
            return
        place = (*self.pos, *self.size, theme.name, self.touchable)
        if place != self._drawn_for:
            self._drawn_for, self._drawn = place, {}
            self._draw_ground()
        for side in ("first", "second"):
            for row in range(1, ROWS + 1):
                spot = f"{side}.{row}"
                shown = (
                    _count(board, spot),
                    _resting(board, side, row),
                    board.frames.get(spot),
                    board.badges.get(spot),
                )
                if self._drawn.get(spot) != shown:
                    self._drawn[spot] = shown
                    self._rows[spot].clear()
                    self._row(self._rows[spot], board, side, row, self.height * MARGIN)

        self._arrows.clear()
        if self._tray:
            self._draw_tray(self._arrows, board)
        for start, end, arrow_tone in board.arrows:
            self._arrow(self.centre_of(start), self.centre_of(end), getattr(theme, arrow_tone))

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], colour: tuple[float, ...]) -> None:
        (x0, y0), (x1, y1) = start, end
        size = self._step * 0.16 * (1 if x1 > x0 else -1)
        self._arrows.add(Color(*colour))
        self._arrows.add(Line(points=(x0, y0, x1 - size, y1), width=max(2, 3 * theme.unit)))
        self._arrows.add(Triangle(points=(x1, y1, x1 - size * 1.6, y1 + size * 0.8, x1 - size * 1.6, y1 - size * 0.8)))

    def _draw_ground(self) -> None:
        group = self._ground
        group.clear()
        group.add(Color(*theme.wood))
        group.add(RoundedRectangle(pos=self.pos, size=self.size, radius=[14 * theme.unit]))
        inner = self.height * MARGIN
        group.add(Color(*theme.cell))
        box = (self.width - 2 * self._edge - self._tray, self.height - 2 * inner)
        group.add(Rectangle(pos=(self.x + self._edge, self.y + inner), size=box))

    def _draw_tray(self, group: InstructionGroup, board: BoardPicture) -> None:
        """Beside the board: where checkers go that leap off, and what that costs."""
        x, y = self.centre_of(OFF)
        wide = self._tray - self._edge
        tone = board.frames.get(OFF)
        group.add(Color(*(getattr(theme, tone) if tone else theme.axis)))
        frame = (x - wide / 2, self.y + self.height * 0.25, wide, self.height * 0.5, 8)
        group.add(Line(rounded_rectangle=frame, width=max(1.5, 2 * theme.unit)))
        size = wide * 0.3
        group.add(Triangle(points=(x + size, y - wide, x - size, y - wide + size, x - size, y - wide - size)))
        if OFF in board.badges:
            text, badge = board.badges[OFF]
            r = wide * 0.46
            group.add(Color(*getattr(theme, badge)))
            group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
            add_mark(group, text, x, y, r * 1.3, getattr(theme, f"{badge}_ink"))

    def _row(self, group: InstructionGroup, board: BoardPicture, side: str, row: int, inner: float) -> None:
        up = 1 if side == "first" else -1
        floor = self.y + inner if up > 0 else self.top - inner
        left = self.x + self._edge + (row - 1) * self._step
        tip = floor + up * (self.height / 2 - inner) * 0.88
        group.add(Color(*rgb(POINTS[row % 2])))
        group.add(Triangle(points=(left + 4, floor, left + self._step / 2, tip, left + self._step - 4, floor)))
        spot = f"{side}.{row}"
        if tone := board.frames.get(spot):
            group.add(Color(*getattr(theme, tone)))
            bottom = min(floor, floor + up * (self.height / 2 - inner))
            frame = (left + 3, bottom + 3, self._step - 6, self.height / 2 - inner - 6, 8)
            group.add(Line(rounded_rectangle=frame, width=max(2, 3 * theme.unit)))
        self._pieces(group, side, _count(board, spot), left, floor, up)
        if resting := _resting(board, side, row):
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
            add_mark(group, text, middle, y, r * 1.3, getattr(theme, f"{badge}_ink"))

    def _pieces(self, group: InstructionGroup, side: str, count: int, left: float, floor: float, up: int) -> None:
        room = self.height / 2 * 0.66
        r = min(self._step * 0.36, self.height * 0.062)
        gap = min(2 * r, room / max(count, 1))
        for level in range(count):
            self._piece(group, side, left + self._step / 2, floor + up * (r + 4 + level * gap), r)
        if count:
            y = floor + up * (r + 4 + (count - 1) * gap)
            add_mark(group, str(count), left + self._step / 2, y, r * 1.05, rgb(PIECES[side][1]))

    def _piece(self, group: InstructionGroup, side: str, x: float, y: float, r: float) -> None:
        face, ring = PIECES[side]
        group.add(Color(*rgb("#15181f")))
        group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
        group.add(Color(*rgb(face)))
        group.add(Ellipse(pos=(x - r + 1.5, y - r + 1.5), size=(2 * r - 3, 2 * r - 3), segments=DISC_SEGMENTS))
        group.add(Color(*rgb(ring)))
        group.add(Line(circle=(x, y, r * 0.74, 0, 360, DISC_SEGMENTS), width=1.2 if side == "first" else 2.4))


def _count(board: BoardPicture, spot: str) -> int:
    return int(board.grid.get(spot) or 0)


def _resting(board: BoardPicture, side: str, row: int) -> int:
    return _count(board, f"resting.{side}.{row}")
