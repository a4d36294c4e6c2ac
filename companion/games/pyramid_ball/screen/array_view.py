"""A program as it is laid out on the table: nine pyramids seen from above, and what lies beside them."""

from collections.abc import Mapping
from dataclasses import dataclass

from kivy.graphics import Color, Line, Rectangle, Triangle
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import Drawing, add_mark, add_text
from companion.app.widgets.game_board import GameBoard
from companion.games.pyramid_ball.rules.board import SIZES
from companion.games.pyramid_ball.table.drawing import BallDrawing
from companion.referee.drawing.shapes import FACE_INK, FACES

WAYS: Mapping[str, tuple[float, float]] = {"F": (0, 1), "B": (0, -1), "L": (-1, 0), "R": (1, 0)}
# Width of a pyramid of each size, in columns.
WIDTHS: Mapping[str, float] = {"S": 0.42, "M": 0.56, "L": 0.7}


@dataclass(frozen=True)
class ArrayPicture:
    """`program`: the commands of each size, row 1 first. `marker`: the command under the marker ("M2"). `specials`:
    sizes of the special pyramids laid out."""

    program: Mapping[str, str]
    marker: str = ""
    specials: str = ""
    colour: str = "G"


class ArrayView(Drawing):
    """Shows an ArrayPicture, its player at the lower edge."""

    picture = ObjectProperty(None, allownone=True)

    SHOWS = ("picture",)

    def _draw(self, *_: object) -> None:
        group, shown = self._group, self.picture
        group.clear()
        if shown is None:
            return
        rows = max(len(word) for word in shown.program.values())
        step = min(self.width / 5.4, self.height / (rows + 1.6))
        left, top = self.center_x - step * 1.5, self.center_y + step * (rows - 0.6) / 2
        for column, size in enumerate(SIZES):
            x = left + (column + 0.5) * step
            add_text(group, size, x, top + step * 0.95, theme.body, theme.ink)
            for row, way in enumerate(shown.program[size]):
                y = top + step * 0.4 - row * step
                self._pyramid(x, y, WIDTHS[size] * step, way, shown.colour)
                if shown.marker == f"{size}{row + 1}":
                    self._pyramid(x + step * 0.42, y - step * 0.28, WIDTHS["S"] * step * 0.8, ".", "K")
        for row in range(rows):
            add_text(group, str(row + 1), left - step * 0.25, top + step * 0.4 - row * step, theme.body, theme.soft)
        if "M" in shown.specials:
            self._pyramid(left + 1.5 * step, top + step * 0.4, WIDTHS["M"] * step * 0.8, ".", "R")
        if "L" in shown.specials:
            self._pyramid(left + 3.45 * step, top + step * 0.4, WIDTHS["L"] * step, ".", "R")

    def _pyramid(self, x: float, y: float, side: float, way: str, colour: str) -> None:
        """Draw a pyramid from above, lying with its tip ahead or standing."""
        group, half = self._group, side / 2
        light, dark = (rgb(face) for face in FACES[colour])
        if way not in WAYS:
            group.add(Color(*light))
            group.add(Rectangle(pos=(x - half, y - half), size=(side, side)))
            group.add(Color(*dark))
            for dx in (-half, half):
                group.add(Line(points=(x - dx, y - half, x + dx, y + half), width=max(1.2, side * 0.03)))
            group.add(Line(rectangle=(x - half, y - half, side, side), width=max(1.2, side * 0.03)))
            if colour == "K":
                add_mark(group, "•", x, y, side * 0.7, rgb(FACE_INK[colour]))
            return
        ux, uy = WAYS[way]
        long = side * 0.62
        points = (
            x + ux * long,
            y + uy * long,
            x - ux * long - uy * half,
            y - uy * long + ux * half,
            x - ux * long + uy * half,
            y - uy * long - ux * half,
        )
        group.add(Color(*light))
        group.add(Triangle(points=points))
        group.add(Color(*dark))
        group.add(Line(points=points, close=True, width=max(1.2, side * 0.03)))


class PlateView(BoxLayout):
    """Shows the field or a program, depending on the picture."""

    picture = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self._field, self._array = GameBoard(BallDrawing(), touchable=False), ArrayView()

    def on_picture(self, *_: object) -> None:
        shown = self._array if isinstance(self.picture, ArrayPicture) else self._field
        shown.picture = self.picture
        if shown.parent is None:
            self.clear_widgets()
            self.add_widget(shown)
