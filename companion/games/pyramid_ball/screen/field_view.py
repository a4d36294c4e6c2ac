"""The field of Pyramid Ball."""

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.properties import NumericProperty

from companion.app.theme import theme
from companion.app.widgets.drawing import add_text
from companion.app.widgets.touched_board import TouchedBoard
from companion.games.pyramid_ball.screen.field import FieldPicture
from companion.games.pyramid_ball.screen.field_pen import FieldPen

FILES, ROWS = "abcdefg", 8
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
        self._pieces.clear()
        pen = FieldPen(self._pieces, cell, shown.colours)
        for spot, tone in shown.frames.items():
            pen.mark(self.centre_of(spot), tone)
        for start, end, tone in shown.arrows:
            pen.arrow(self.centre_of(start), self.centre_of(end), tone)
        moving = {slide.end: slide for slide in shown.slides} if self.along < 1 else {}
        for spot, thing in shown.grid.items():
            resting = thing.replace(moving[spot].thing, "", 1) if spot in moving else thing
            pen.things(resting, self.centre_of(spot))
        for slide in moving.values():
            (x0, y0), (x1, y1) = self.centre_of(slide.start), self.centre_of(slide.end)
            pen.things(slide.thing, (x0 + (x1 - x0) * self.along, y0 + (y1 - y0) * self.along))
        for spot, (text, tone) in shown.badges.items():
            pen.badge(self.centre_of(spot), text, tone)

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
