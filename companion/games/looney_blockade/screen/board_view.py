"""The Volcano board, drawn large: every stack from the side, as high as it is, with its colours' letters."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, RoundedRectangle, Triangle

from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.views import BoardPicture
from companion.app.widgets.drawing import DISC_SEGMENTS, add_mark
from companion.app.widgets.touched_board import TouchedBoard
from companion.games.looney_blockade.table.drawing import FILES, MARGIN, RANKS, SIDE
from companion.referee.pyramids_svg import CELL, FOOT, HALF_WIDTH, HEIGHT, RISE

PIP_SEGMENTS = 12
# How many stacks are drawn in one frame.
MOST_CELLS = 8
# Of a part of the board, in cells: the smallest, the smallest that is not shown by itself, and what is seen beside it.
LEAST_PART, MOST_PART, BESIDE = 2, 4, 0.3


class LooneyBoardView(TouchedBoard):
    """Shows a BoardPicture."""

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._go_on = Clock.create_trigger(self._draw, 0)
        self._ground, self._frames, self._marks = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._cells = {file + rank: InstructionGroup() for rank in RANKS for file in FILES}
        self._drawn: dict[str, str] = {}
        self._drawn_for: object = None
        super().__init__(**kwargs)
        for group in (self._ground, self._frames, *self._cells.values(), self._marks):
            self.canvas.add(group)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw)
        theme.bind(name=self._redraw)

    def centre_of(self, cell: str) -> tuple[float, float]:
        """Where a cell's middle is, in window pixels."""
        x, y, scale = self._frame()
        column, row = FILES.index(cell[0]), RANKS.index(cell[1])
        return x + (MARGIN + (column + 0.5) * CELL) * scale, y + (SIDE - MARGIN - (row + 0.5) * CELL) * scale

    def spot_at(self, x: float, y: float) -> str | None:
        """The cell under a point of the window, if any."""
        left, bottom, scale = self._frame()
        column = ((x - left) / scale - MARGIN) / CELL
        row = (SIDE - (y - bottom) / scale - MARGIN) / CELL
        if not (0 <= column < 5 and 0 <= row < 5):
            return None
        return FILES[int(column)] + RANKS[int(row)]

    def _frame(self) -> tuple[float, float, float]:
        """The board's lower left corner and the pixels that one unit of the drawing takes."""
        side = min(self.width, self.height)
        left, top, shown = self._part()
        scale = side / shown
        return self.center_x - side / 2 - left * scale, self.center_y + side / 2 - (SIDE - top) * scale, scale

    def _part(self) -> tuple[float, float, float]:
        """Left and upper edge, and the side, of the part of the drawing that is shown."""
        focus = self.picture.focus if self.picture else ()
        if not focus:
            return 0.0, 0.0, SIDE
        columns, rows = [FILES.index(cell[0]) for cell in focus], [RANKS.index(cell[1]) for cell in focus]
        across = max(max(columns) - min(columns), max(rows) - min(rows), LEAST_PART - 1) + 1
        if across >= MOST_PART:
            return 0.0, 0.0, SIDE
        left, top = (min(max(0, (min(at) + max(at) + 1 - across) // 2), len(FILES) - across) for at in (columns, rows))
        return MARGIN + (left - BESIDE) * CELL, MARGIN + (top - BESIDE) * CELL, (across + 2 * BESIDE) * CELL

    def _draw(self, *_: object) -> None:
        """Draw what has changed, a whole board in several frames."""
        picture: BoardPicture | None = self.picture
        if picture is None or self.width < 10:
            self._drawn_for = None
            for group in (self._ground, self._frames, *self._cells.values(), self._marks):
                group.clear()
            return
        frame = self._frame()
        place = (*frame, theme.name)
        if place != self._drawn_for:
            self._drawn_for = place
            self._drawn = {}
            self._ground.clear()
            Pen(self._ground, *frame).board()
        drawn = 0
        for cell, group in self._cells.items():
            stack = picture.grid.get(cell, "")
            if self._drawn.get(cell) == stack:
                continue
            if drawn == MOST_CELLS:
                self._go_on()
                break
            group.clear()
            Pen(group, *frame).stack(cell, stack)
            self._drawn[cell] = stack
            drawn += 1
        self._frames.clear()
        for cell, tone in picture.frames.items():
            Pen(self._frames, *frame).frame(cell, tone)
        self._marks.clear()
        pen = Pen(self._marks, *frame)
        for start, end, tone in picture.arrows:
            pen.arrow(start, end, tone)
        if len(picture.arrows) > 1:
            for number, (start, end, tone) in enumerate(picture.arrows, 1):
                pen.arrow_number(start, end, tone, number)
        for cell, (text, tone) in picture.badges.items():
            pen.badge(cell, text, tone)


class Pen:
    """Draws onto a group of instructions, in the units of the game's `table.drawing`, y downwards."""

    def __init__(self, group: InstructionGroup, x: float, y: float, scale: float) -> None:
        self._group, self._x, self._y, self._scale = group, x, y, scale

    def board(self) -> None:
        self._colour(theme.wood)
        self._rounded(0, 0, SIDE, SIDE, 14)
        for row, rank in enumerate(RANKS):
            middle = MARGIN + (row + 0.5) * CELL
            self._text(rank, MARGIN / 2, middle, 17, theme.axis)
            self._text(FILES[row], middle, SIDE - MARGIN / 2, 17, theme.axis)
            for column in range(len(FILES)):
                x, y = MARGIN + column * CELL, MARGIN + row * CELL
                self._colour(theme.cell)
                self._rounded(x + 2, y + 2, CELL - 4, CELL - 4, 9)

    def frame(self, cell: str, tone: str) -> None:
        s = self._scale
        x, y = self._middle(cell)
        self._colour(getattr(theme, tone))
        left, bottom = self._at(x - CELL / 2 + 4, y + CELL / 2 - 4)
        size = (CELL - 8) * s
        self._group.add(Line(rounded_rectangle=(left, bottom, size, size, 8 * s), width=max(1.5, 2.4 * s)))

    def stack(self, cell: str, stack: str) -> None:
        x, foot = self._middle(cell)[0], self._middle(cell)[1] + CELL / 2 - FOOT
        apex = 0.0
        for level in range(0, len(stack), 2):
            piece = stack[level : level + 2]
            apex = max(apex + RISE, HEIGHT[piece[1]])
            top = level + 2 == len(stack)
            self.pyramid(x, foot - apex + HEIGHT[piece[1]], piece, top, level == 0 or stack[level - 2] != piece[0])

    def pyramid(self, x: float, foot: float, piece: str, top: bool, named: bool) -> None:
        colour, size = piece[0], piece[1]
        half, height = HALF_WIDTH[size], HEIGHT[size]
        edge = x + half * 0.35
        for start, end, face in ((x - half, edge, FACES[colour][0]), (edge, x + half, FACES[colour][1])):
            self._colour(rgb(face))
            corners = (*self._at(start, foot), *self._at(x, foot - height), *self._at(end, foot))
            self._group.add(Triangle(points=corners))
        self._colour(rgb("#8a909c" if colour == "K" else "#15181f"))
        outline = (*self._at(x - half, foot), *self._at(x, foot - height), *self._at(x + half, foot))
        self._group.add(Line(points=outline, width=max(1.0, 0.9 * self._scale), close=True, joint="round"))
        ink = rgb(FACE_INK[colour])
        self._colour(ink)
        for i in range(int(size)):
            px, py = self._at(x - half * 0.55 + 7.5 * i, foot - 4.2)
            r = 2.3 * self._scale
            self._group.add(Ellipse(pos=(px - r, py - r), size=(2 * r, 2 * r), segments=PIP_SEGMENTS))
        if top:
            self._text(colour, x - 2, foot - {"1": 15, "2": 18, "3": 22}[size], {"1": 17, "2": 21, "3": 25}[size], ink)
        elif named:
            self._text(colour, x + half * 0.5, foot - 4.6, 9.5, ink)

    def badge(self, cell: str, text: str, tone: str) -> None:
        x, y = self._middle(cell)
        x, y = x + 31, y - 31
        self._colour(getattr(theme, tone))
        left, bottom = self._at(x - 16, y + 16)
        self._group.add(Ellipse(pos=(left, bottom), size=(32 * self._scale,) * 2, segments=DISC_SEGMENTS))
        self._text(text, x, y, 24, getattr(theme, f"{tone}_ink"))

    def arrow(self, start: str, end: str, tone: str) -> None:
        (x0, y0), (x1, y1) = self._middle(start), self._middle(end)
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1.0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        x0, y0, x1, y1 = x0 + 14 * ux, y0 + 14 * uy, x1 - 10 * ux, y1 - 10 * uy
        bend = ((x0 + x1) / 2 - uy * length * 0.14, (y0 + y1) / 2 + ux * length * 0.14)
        points: list[float] = []
        for i in range(17):
            t = i / 16
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            points += self._at(u * x0 + v * bend[0] + w * x1, u * y0 + v * bend[1] + w * y1)
        tx, ty = x1 - bend[0], y1 - bend[1]
        norm = max((tx * tx + ty * ty) ** 0.5, 1.0)
        tx, ty = tx / norm, ty / norm
        tip = self._at(x1 + 6 * tx, y1 + 6 * ty)
        left = self._at(x1 - 13 * tx - 10 * ty, y1 - 13 * ty + 10 * tx)
        right = self._at(x1 - 13 * tx + 10 * ty, y1 - 13 * ty - 10 * tx)
        for grow, colour in ((2.2, rgb("#10131a")), (0.0, getattr(theme, tone))):
            self._colour(colour)
            self._group.add(Line(points=points, width=(3.0 + grow) * self._scale, cap="round", joint="round"))
            if grow:
                self._group.add(Line(points=(*tip, *left, *right), width=grow * self._scale, close=True, joint="round"))
            self._group.add(Triangle(points=(*tip, *left, *right)))

    def arrow_number(self, start: str, end: str, tone: str, number: int) -> None:
        """Which hop of several it is, on the arrow's middle."""
        (x0, y0), (x1, y1) = self._middle(start), self._middle(end)
        x, y = (x0 + x1) / 2 - (y1 - y0) * 0.07, (y0 + y1) / 2 + (x1 - x0) * 0.07
        for radius, colour in ((13.0, rgb("#10131a")), (11.0, getattr(theme, tone))):
            self._colour(colour)
            left, bottom = self._at(x - radius, y + radius)
            size = (2 * radius * self._scale,) * 2
            self._group.add(Ellipse(pos=(left, bottom), size=size, segments=DISC_SEGMENTS))
        self._text(str(number), x, y, 17, getattr(theme, f"{tone}_ink"))

    def _middle(self, cell: str) -> tuple[float, float]:
        return MARGIN + (FILES.index(cell[0]) + 0.5) * CELL, MARGIN + (RANKS.index(cell[1]) + 0.5) * CELL

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._x + x * self._scale, self._y + (SIDE - y) * self._scale

    def _colour(self, colour: Sequence[float]) -> None:
        self._group.add(Color(*colour))

    def _rounded(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        s = self._scale
        self._group.add(
            RoundedRectangle(pos=self._at(x, y + height), size=(width * s, height * s), radius=[radius * s])
        )

    def _text(self, text: str, x: float, y: float, size: float, colour: Sequence[float]) -> None:
        add_mark(self._group, text, *self._at(x, y), size * self._scale, colour)
