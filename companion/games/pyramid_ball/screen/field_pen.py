"""Draws the things of a field."""

from collections.abc import Sequence

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Triangle

from companion.app.theme import FACE_INK, FACES, rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, add_mark
from companion.games.pyramid_ball.screen.field import Colours

SIZES = {"1": ("S", 0.52), "2": ("M", 0.68), "3": ("L", 0.84)}
Point = tuple[float, float]


class FieldPen:
    """Draws onto a group of instructions, things as large as on squares `cell` pixels wide."""

    def __init__(self, group: InstructionGroup, cell: float, colours: Colours) -> None:
        self._group, self._cell, self._colours = group, cell, colours

    def things(self, things: str, at: Point) -> None:
        """The pyramids on a square, the ball beside the one that carries it."""
        pieces = [things[n : n + 2] for n in range(0, len(things), 2)]
        for number, piece in enumerate(pieces):
            if piece[0] == self._colours.ball and (number or len(pieces) == 1):
                self.ball(at)
            else:
                shift = number * self._cell * 0.12
                self.pyramid(piece, (at[0] + shift, at[1] + shift))

    def pyramid(self, piece: str, at: Point) -> None:
        """The second player's have a bar, for who does not tell colours apart."""
        group = self._group
        letter, size = SIZES[piece[1]]
        (x, y), half = at, self._cell * size / 2
        light, dark = FACES[piece[0]]
        foot, top = y - half, y + half
        for start, end, face in ((x - half, x + half * 0.35, light), (x + half * 0.35, x + half, dark)):
            group.add(Color(*rgb(face)))
            group.add(Triangle(points=(start, foot, x, top, end, foot)))
        group.add(Color(*rgb("#8a909c" if piece[0] == "K" else "#15181f")))
        group.add(Line(points=(x - half, foot, x, top, x + half, foot), close=True, width=1.3, joint="round"))
        ink = rgb(FACE_INK[piece[0]])
        if piece[0] == self._colours.second:
            group.add(Color(*ink))
            bar = (x - half * 0.8, foot + half * 0.14, x + half * 0.8, foot + half * 0.14)
            group.add(Line(points=bar, width=half * 0.07))
        add_mark(group, letter, x - half * 0.08, foot + half * 0.62, self._cell * 0.27, ink)

    def ball(self, at: Point) -> None:
        """A disc with a ring, whatever its colour, for who does not tell colours apart."""
        x, y, r = at[0] + self._cell * 0.3, at[1] + self._cell * 0.3, self._cell * 0.15
        for radius, paint in ((r * 1.2, rgb("#15181f")), (r, theme.mark), (r * 0.6, rgb(FACES[self._colours.ball][0]))):
            self._group.add(Color(*paint))
            self._group.add(Ellipse(pos=(x - radius, y - radius), size=(2 * radius,) * 2, segments=DISC_SEGMENTS))

    def mark(self, at: Point, tone: str) -> None:
        """A frame around a square."""
        side = self._cell - 8
        self._group.add(Color(*getattr(theme, tone)))
        frame = (at[0] - side / 2, at[1] - side / 2, side, side, self._cell * 0.07)
        self._group.add(Line(rounded_rectangle=frame, width=max(2, self._cell * 0.04)))

    def badge(self, at: Point, text: str, tone: str) -> None:
        """A short word in the corner of a square."""
        x, y, r = at[0] - self._cell * 0.32, at[1] + self._cell * 0.32, self._cell * 0.15
        self._group.add(Color(*getattr(theme, tone)))
        self._group.add(Ellipse(pos=(x - r, y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
        add_mark(self._group, text, x, y, r * 1.5, getattr(theme, f"{tone}_ink"))

    def arrow(self, start: Point, end: Point, tone: str) -> None:
        """From one square to another; the head stands before the piece, lest the piece hides it."""
        length = max(((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5, 1)
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        back = min(self._cell * 0.34, length * 0.4)
        tip = (end[0] - ux * back, end[1] - uy * back)
        arrow(self._group, start, tip, self._cell * 0.13, getattr(theme, tone))


def arrow(group: InstructionGroup, start: Point, tip: Point, head: float, colour: Sequence[float]) -> None:
    """A straight arrow with a dark edge; `head` is half as wide as its head."""
    length = max(((tip[0] - start[0]) ** 2 + (tip[1] - start[1]) ** 2) ** 0.5, 1)
    ux, uy = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    back = (tip[0] - ux * 2 * head, tip[1] - uy * 2 * head)
    points = (*tip, back[0] - uy * head, back[1] + ux * head, back[0] + uy * head, back[1] - ux * head)
    for paint, grow in ((rgb("#10131a"), head * 0.18), (colour, 0.0)):
        group.add(Color(*paint))
        group.add(Line(points=(*start, *back), width=head * 0.3 + grow, cap="round"))
        if grow:
            group.add(Line(points=points, width=grow, close=True, joint="round"))
        group.add(Triangle(points=points))
