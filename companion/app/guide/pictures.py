"""What the guide's steps show that have no camera's picture."""

from kivy.graphics import Ellipse, Line, Triangle
from kivy.properties import StringProperty

from companion.app.theme import theme
from companion.app.widgets.drawing import add_text
from companion.app.widgets.sketch import Sketch

# The board as the players have it before them, and what stands on it: the tall stacks in its corners.
BOARD = ((5.0, 2.0), (13.0, 2.0), (11.9, 5.2), (6.1, 5.2))
STACKS = (
    (6.2, 1.0, 4.6, "G"),
    (10.7, 1.0, 4.6, "R"),
    (7.6, 0.8, 4.2, "B"),
    (9.2, 0.8, 4.2, "B"),
    (7.2, 0.9, 3.4, "R"),
    (9.6, 0.9, 3.4, "Y"),
    (5.6, 1.2, 2.5, "Y"),
    (11.2, 1.2, 2.5, "B"),
    (8.4, 1.0, 2.6, "G"),
)
DIE = 1.1


class GuidePicture(Sketch):
    """`shows` is which: where camera, board and tablet stand (camera), a dice tower (tower), a tablet that sounds
    (sound).
    """

    shows = StringProperty("camera")

    SHOWS = ("shows",)
    ROOM = (16.0, 10.0)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        self._box((0.0, 0.0, *self.ROOM), theme.card, 0.3)
        if self.shows:
            getattr(self, f"_draw_{self.shows}")()

    def _draw_camera(self) -> None:
        self._box((0.6, 0.8, 14.8, 0.5), theme.line, 0.2)
        self._tablet(1.0, 1.3, 3.2, 2.6)
        self._table(BOARD)
        self._paint((*theme.mark[:3], 0.25))
        for corner, following in zip(BOARD, (*BOARD[1:], BOARD[0]), strict=True):
            self._group.add(Triangle(points=self._points(9.0, 9.0, *corner, *following)))
        self._pyramids(STACKS)
        self._paint(theme.soft)
        self._group.add(Line(points=self._points(14.4, 1.3, 14.4, 8.9, 9.9, 8.9), width=max(1.5, self._unit * 0.1)))
        self._box((8.0, 8.6, 2.0, 1.1), theme.ink, 0.2)
        self._paint(theme.mark)
        self._group.add(Ellipse(pos=self._at(8.6, 8.35), size=(self._unit * 0.8,) * 2))
        self._flag(5.0, 2.0, "a1")

    def _draw_tower(self) -> None:
        self._box((0.6, 0.8, 14.8, 0.5), theme.line, 0.2)
        self._box((6.2, 1.3, 3.2, 7.4), theme.wood, 0.2)
        self._box((6.6, 7.6, 2.4, 0.8), theme.raised, 0.2)
        self._box((6.8, 1.3, 2.0, 1.6), theme.raised, 0.2)
        for left, value in ((9.9, 5), (11.6, 4)):
            self._die(left, 1.3, value)
        self._paint(theme.mark)
        self._group.add(Line(points=self._points(7.8, 9.6, 7.8, 8.2), width=max(1.5, self._unit * 0.12)))
        self._group.add(Triangle(points=self._points(7.3, 8.4, 8.3, 8.4, 7.8, 7.7)))
        self._tablet(1.0, 1.3, 3.2, 2.6)
        self._paint(theme.soft)
        self._group.add(Line(points=self._points(4.2, 1.6, 6.2, 1.6), width=max(1.5, self._unit * 0.1)))

    def _draw_sound(self) -> None:
        self._tablet(3.6, 1.6, 7.0, 6.6)
        x, y = 5.4, 4.9
        self._paint(theme.ink)
        self._box((x, y - 0.5, 0.8, 1.0), theme.ink, 0.1)
        self._group.add(Triangle(points=self._points(x + 0.3, y, x + 1.9, y - 1.4, x + 1.9, y + 1.4)))
        self._paint(theme.accent)
        for radius in (1.4, 2.3, 3.2):
            arc = (*self._at(x + 2.2, y), radius * self._unit, 50, 130)
            self._group.add(Line(circle=arc, width=max(1.5, self._unit * 0.14), cap="round"))

    def _tablet(self, x: float, y: float, width: float, height: float) -> None:
        self._box((x, y, width, height), theme.ink, 0.3)
        self._box((x + 0.25, y + 0.25, width - 0.5, height - 0.5), theme.cell, 0.2)

    def _die(self, x: float, y: float, value: int) -> None:
        self._box((x, y, DIE, DIE), theme.accent, 0.2)
        self._paint(theme.accent_ink)
        corners = ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72), *(((0.5, 0.5),) if value == 5 else ()))
        for across, up in corners:
            left, bottom = self._at(x + DIE * across - 0.1, y + DIE * up - 0.1)
            self._group.add(Ellipse(pos=(left, bottom), size=(self._unit * 0.2,) * 2))

    def _flag(self, x: float, y: float, name: str) -> None:
        """Draw a flag at a point, with its name on it."""
        width = max(1.5, self._unit * 0.08)
        self._paint(theme.ink)
        self._group.add(Line(points=self._points(x, y, x, y + 2.4), width=width))
        self._box((x - 1.5, y + 1.5, 1.5, 0.9), theme.mark, 0.15)
        add_text(self._group, name, *self._at(x - 0.75, y + 1.95), self._unit * 0.6, theme.mark_ink)
