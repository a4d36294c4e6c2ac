"""The turntable from above: colour and height of every column, frames and marks, what is about to be placed."""

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, RoundedRectangle
from kivy.properties import ObjectProperty, StringProperty

from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.views import BoardPicture
from companion.app.widgets.drawing import DISC_SEGMENTS, Drawing, add_mark, add_text
from companion.app.widgets.drawn_button import DrawnButton
from companion.app.widgets.touched_board import TouchedBoard
from companion.games.blokus3d.screen.building import Building, bounds, square_of
from companion.games.blokus3d.screen.entry import BlokusScore
from companion.games.blokus3d.table.squares import edge_name

EDGE = 0.45


class TurntableView(TouchedBoard):
    """Shows a BoardPicture: its grid has the squares of the structure, and others on which something stands."""

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.add(self._group)
        self.bind(pos=self._redraw, size=self._redraw, picture=self._redraw)
        theme.bind(name=self._redraw)

    def centre_of(self, spot: str) -> tuple[float, float]:
        x, y = square_of(spot)
        left, bottom, cell, x0, y0 = self._frame()
        return left + (x - x0 + 0.5) * cell, bottom + (y - y0 + 0.5) * cell

    def spot_at(self, x: float, y: float) -> str | None:
        if self.picture is None:
            return None
        left, bottom, cell, x0, y0 = self._frame()
        spot = f"{int((x - left) // cell) + x0},{int((y - bottom) // cell) + y0}"
        return spot if spot in self.picture.grid else None

    def _frame(self) -> tuple[float, float, float, int, int]:
        x0, x1, y0, y1 = bounds(self.picture.grid)
        across, up = x1 - x0 + 1, y1 - y0 + 1
        cell = min(self.width / (across + 2 * EDGE), self.height / (up + 2 * EDGE))
        return self.center_x - cell * across / 2, self.center_y - cell * up / 2, cell, x0, y0

    def _draw(self, *_: object) -> None:
        group, picture = self._group, self.picture
        group.clear()
        if picture is None or not picture.grid:
            return
        left, bottom, cell, x0, y0 = self._frame()
        right, top = bounds(picture.grid)[1::2]
        for x in range(x0, right + 1):
            add_text(
                group,
                edge_name(x, y0)[0],
                left + (x - x0 + 0.5) * cell,
                bottom - cell * EDGE / 2,
                cell * 0.26,
                theme.ink,
            )
        for y in range(y0, top + 1):
            add_text(
                group,
                edge_name(x0, y)[1:],
                left - cell * EDGE / 2,
                bottom + (y - y0 + 0.5) * cell,
                cell * 0.26,
                theme.ink,
            )
        for spot, column in picture.grid.items():
            draw_column(group, column, self.centre_of(spot), cell)
        if isinstance(picture, Building):
            self._build(group, picture, cell)
        self._mark(group, picture, cell)

    def _build(self, group: InstructionGroup, building: Building, cell: float) -> None:
        """How high one may build, and the cubes that are about to be placed."""
        ghost = {f"{x},{y}": z + 1 for x, y, z in sorted(building.ghost, key=lambda cube: cube[2])}
        for square, most in building.limits.items():
            if square in building.grid and square not in ghost:
                colour, (x, y) = building.grid[square][-1:], self.centre_of(square)
                ink = rgb(FACE_INK[colour]) if colour in FACE_INK else theme.cell_ink
                add_text(
                    group, f"≤{most}", x, y - cell * (0.32 if colour else 0), cell * (0.2 if colour else 0.32), ink
                )
        for square, height in ghost.items():
            (x, y), side = self.centre_of(square), cell * 0.66
            frame = (x - side / 2, y - side / 2, side, side)
            group.add(Color(*rgb(FACES[building.colour][0])))
            group.add(RoundedRectangle(pos=frame[:2], size=frame[2:], radius=[cell * 0.1], segments=4))
            group.add(Color(*theme.mark))
            group.add(Line(rounded_rectangle=(*frame, cell * 0.1), width=3 * theme.unit))
            add_mark(group, f"{building.colour}{height}", x, y, cell * 0.3, rgb(FACE_INK[building.colour]))

    def _mark(self, group: InstructionGroup, picture: BoardPicture, cell: float) -> None:
        for spot, tone in picture.frames.items():
            if spot in picture.grid:
                x, y = self.centre_of(spot)
                side = cell - 8
                group.add(Color(*getattr(theme, tone)))
                frame = (x - side / 2, y - side / 2, side, side, cell * 0.08)
                group.add(Line(rounded_rectangle=frame, width=max(1.5, cell * 0.04)))
        for spot, (text, tone) in picture.badges.items():
            if spot in picture.grid:
                x, y = self.centre_of(spot)
                x, y, side = x + cell * 0.3, y + cell * 0.3, cell * 0.34
                group.add(Color(*getattr(theme, tone)))
                group.add(Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side), segments=DISC_SEGMENTS))
                add_mark(group, text, x, y, side * 0.7, getattr(theme, f"{tone}_ink"))


class ColumnButton(DrawnButton):
    """A button that shows a column as its letters from the board upwards."""

    thing = StringProperty("")

    SHOWS = ("thing",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.height = theme.touch * 1.5

    def _draw(self, *_: object) -> None:
        self._group.clear()
        draw_column(self._group, self.thing, (self.center_x, self.center_y), min(self.size))


class BlokusScoreView(Drawing):
    """Shows a BlokusScore: each colour with its points and the pieces left; who is out, while others play on, is struck
    through.
    """

    score = ObjectProperty(BlokusScore({}, {}, (), {}))

    SHOWS = ("score",)

    def _draw(self, *_: object) -> None:
        group, score = self._group, self.score
        group.clear()
        for number, (player, points) in enumerate(score.points.items()):
            width = self.width / len(score.points)
            x, y = self.x + (number + 0.5) * width, self.center_y
            mark = min(self.height * 0.45, width * 0.4)
            letter = player[0].upper()
            group.add(Color(*rgb(FACES[letter][0])))
            at = (x - mark / 2, y + mark * 0.1 - mark / 4)
            group.add(RoundedRectangle(pos=at, size=(mark, mark), radius=[mark * 0.2]))
            add_mark(group, str(points), x, y + mark * 0.35, mark * 0.5, rgb(FACE_INK[letter]))
            add_text(group, f"{letter} {len(score.left.get(player, ()))}", x, y - mark * 0.6, mark * 0.32, theme.ink)
            if player in score.out and len(score.out) < len(score.points):
                group.add(Color(*theme.ink))
                group.add(Line(points=(x - mark / 2, y - mark / 4, x + mark / 2, y + mark * 0.75), width=2))


def draw_column(group: InstructionGroup, column: str, at: Sequence[float], cell: float) -> None:
    """A column from above: its top's colour, letter and height; an empty square without cubes."""
    x, y = at
    colour = column[-1:]
    group.add(Color(*(rgb(FACES[colour][0]) if colour in FACES else theme.cell)))
    side = cell - 4
    corner = (x - side / 2, y - side / 2)
    group.add(RoundedRectangle(pos=corner, size=(side, side), radius=[cell * 0.08], segments=4))
    if colour in FACES:
        add_mark(group, f"{colour}{len(column)}", x, y, cell * 0.34, rgb(FACE_INK[colour]))
