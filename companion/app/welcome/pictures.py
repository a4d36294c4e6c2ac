"""Pictures for the three choices of the first start (the "doors"), drawn with the pieces of the games."""

from kivy.graphics import Ellipse, Line, Triangle
from kivy.properties import StringProperty

from companion.app.theme import theme
from companion.app.widgets.sketch import Sketch

PYRAMIDS = ((1.6, 2.6, 2.2, "R"), (3.9, 2.0, 2.2, "Y"), (5.6, 2.8, 2.2, "B"), (4.6, 1.6, 1.4, "G"))
BOARD = ((0.4, 1.0), (9.6, 1.0), (8.2, 3.6), (1.8, 3.6))


class DoorPicture(Sketch):
    """The picture of one door: a simulated game (watch), a tablet (play), a camera over a board (board)."""

    door = StringProperty("watch")

    SHOWS = ("door",)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        getattr(self, f"_draw_{self.door}")()

    def _draw_watch(self) -> None:
        self._table(BOARD)
        self._pyramids(PYRAMIDS)
        self._paint(theme.good)
        self._group.add(Line(points=self._points(3.4, 7.4, 4.4, 6.4, 6.6, 8.8), width=self._unit * 0.22, joint="round"))

    def _draw_play(self) -> None:
        self._box((1.0, 1.0, 8.0, 7.6), theme.ink, 0.7)
        self._box((1.5, 1.5, 7.0, 6.6), theme.cell, 0.4)
        self._pyramids(PYRAMIDS, shift=0.6)
        self._paint(theme.accent)
        self._group.add(Ellipse(pos=self._at(6.6, 5.2), size=(self._unit * 1.8,) * 2))
        self._paint(theme.accent_ink)
        self._group.add(Line(circle=(*self._at(7.5, 6.1), self._unit * 0.55), width=max(1.2, self._unit * 0.09)))

    def _draw_board(self) -> None:
        self._table(BOARD)
        self._paint((*theme.mark[:3], 0.28))
        self._group.add(Triangle(points=self._points(7.6, 8.6, 0.8, 1.4, 9.0, 1.4)))
        self._pyramids(PYRAMIDS)
        self._box((6.6, 8.0, 2.2, 1.4), theme.ink, 0.2)
        self._paint(theme.mark)
        self._group.add(Ellipse(pos=self._at(7.2, 8.2), size=(self._unit,) * 2))
