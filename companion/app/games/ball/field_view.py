"""The field of Pyramid Ball."""

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, RoundedRectangle, Triangle
from kivy.properties import NumericProperty

from companion.app.games.ball.field import Colours, FieldPicture
from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, add_text
from companion.app.widgets.touched_board import TouchedBoard

FILES, ROWS = "abcdefg", 8
SIZES = {"1": ("S", 0.52), "2": ("M", 0.68), "3": ("L", 0.84)}
GOAL_ROWS = (1, 8)
SLIDE_SECONDS = 0.8


class FieldView(TouchedBoard):
    """Shows a FieldPicture, the first player near. What slides is `along` of its way, 0 to 1."""

    along = NumericProperty(1.0)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._ground, self._pieces = InstructionGroup(), InstructionGroup()
        self._drawn_for: object = None
        self._sliding: Animation | None = None
        self._slides: object = ()
        super().__init__(**kwargs)
        self.canvas.add(self._ground)
        self.canvas.add(self._pieces)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw, along=self._redraw)
        theme.bind(name=self._redraw)

    def on_picture(self, _view: object, picture: FieldPicture | None) -> None:
        """What is new on its way sets out."""
        slides = picture.slides if picture else ()
        if slides == self._slides:
            return
        self._slides = slides
        if self._sliding:
            self._sliding.cancel(self)
            self._sliding = None
        self.along = 1.0
        if slides and self.touchable:
            self.along = 0.0
            self._sliding = Animation(along=1.0, duration=SLIDE_SECONDS, transition="in_out_quad")
            self._sliding.start(self)

    def centre_of(self, spot: str) -> tuple[float, float]:
        left, bottom, cell = self._frame()
        return left + (FILES.index(spot[0]) + 0.5) * cell, bottom + (int(spot[1]) - 0.5) * cell

    def spot_at(self, x: float, y: float) -> str | None:
        left, bottom, cell = self._frame()
        column, row = int((x - left) // cell), int((y - bottom) // cell) + 1
        inside = 0 <= column < len(FILES) and 1 <= row <= ROWS
        return f"{FILES[column]}{row}" if inside else None

    def _frame(self) -> tuple[float, float, float]:
        cell = min(self.width / (len(FILES) + 0.7), self.height / (ROWS + 0.7))
        return self.center_x - cell * len(FILES) / 2, self.center_y - cell * ROWS / 2, cell

    def _draw(self, *_: object) -> None:
        shown: FieldPicture | None = self.picture
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
        moving = {slide.end: slide for slide in shown.slides} if self.along < 1 else {}
        for start, end, tone in shown.arrows:
            self._arrow(group, start, end, tone, cell)
        for spot, thing in shown.grid.items():
            slide = moving.get(spot)
            resting = thing.replace(slide.thing, "", 1) if slide else thing
            self._things(group, resting, self.centre_of(spot), cell, shown.colours)
        for slide in moving.values():
            (x0, y0), (x1, y1) = self.centre_of(slide.start), self.centre_of(slide.end)
            at = (x0 + (x1 - x0) * self.along, y0 + (y1 - y0) * self.along)
            self._things(group, slide.thing, at, cell, shown.colours)
        for spot, (text, tone) in shown.badges.items():
            self._badge(group, spot, text, tone, cell)

    def _things(
        self, group: InstructionGroup, things: str, at: tuple[float, float], cell: float, colours: Colours
    ) -> None:
        """The pyramids on a square, the ball beside the one that carries it."""
        pieces = [things[n : n + 2] for n in range(0, len(things), 2)]
        alone = len(pieces) == 1
        for number, piece in enumerate(pieces):
            if piece[0] == colours.ball and (number or alone):
                self._ball(group, at, cell, colours.ball)
            else:
                at = (at[0] + number * cell * 0.12, at[1] + number * cell * 0.12)
                self._pyramid(group, piece, at, cell, barred=piece[0] == colours.second)

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

    def _badge(self, group: InstructionGroup, spot: str, text: str, tone: str, cell: float) -> None:
        x, y = self.centre_of(spot)
        x, y, r = x - cell * 0.32, y + cell * 0.32, cell * 0.15
        group.add(Color(*getattr(theme, tone)))
        group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
        add_text(group, text, x, y, r * 1.5, getattr(theme, f"{tone}_ink"))

    def _pyramid(
        self, group: InstructionGroup, piece: str, at: tuple[float, float], cell: float, *, barred: bool
    ) -> None:
        """The second player's have a bar, for who does not tell colours apart."""
        letter, size = SIZES[piece[1]]
        (x, y), half = at, cell * size / 2
        light, dark = FACES[piece[0]]
        foot, top = y - half, y + half
        for start, end, face in ((x - half, x + half * 0.35, light), (x + half * 0.35, x + half, dark)):
            group.add(Color(*rgb(face)))
            group.add(Triangle(points=(start, foot, x, top, end, foot)))
        group.add(Color(*rgb("#8a909c" if piece[0] == "K" else "#15181f")))
        group.add(Line(points=(x - half, foot, x, top, x + half, foot), close=True, width=1.3, joint="round"))
        if barred:
            group.add(Color(*rgb(FACE_INK[piece[0]])))
            bar = (x - half * 0.8, foot + half * 0.14, x + half * 0.8, foot + half * 0.14)
            group.add(Line(points=bar, width=half * 0.07))
        add_text(group, letter, x - half * 0.08, foot + half * 0.62, cell * 0.27, rgb(FACE_INK[piece[0]]))

    def _ball(self, group: InstructionGroup, at: tuple[float, float], cell: float, colour: str) -> None:
        """A disc with a ring, whatever its colour, for who does not tell colours apart."""
        x, y, r = at[0] + cell * 0.3, at[1] + cell * 0.3, cell * 0.15
        for radius, paint in ((r + 3, rgb("#15181f")), (r, theme.mark), (r * 0.6, rgb(FACES[colour][0]))):
            group.add(Color(*paint))
            group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius,) * 2, segments=DISC_SEGMENTS))

    def _arrow(self, group: InstructionGroup, start: str, end: str, tone: str, cell: float) -> None:
        (x0, y0), (x1, y1) = self.centre_of(start), self.centre_of(end)
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1)
        ux, uy, r = (x1 - x0) / length, (y1 - y0) / length, cell * 0.13
        # The head stands before the piece, lest the piece hides it.
        x1, y1 = x1 - ux * cell * 0.34, y1 - uy * cell * 0.34
        back = (x1 - ux * 2 * r, y1 - uy * 2 * r)
        points = (x1, y1, back[0] - uy * r, back[1] + ux * r, back[0] + uy * r, back[1] - ux * r)
        group.add(Color(*getattr(theme, tone)))
        group.add(Line(points=(x0, y0, *back), width=cell * 0.04, cap="round"))
        group.add(Triangle(points=points))
