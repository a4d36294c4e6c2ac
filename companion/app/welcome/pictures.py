"""Pictures for the three choices of the first start (the "doors"): scenes of the games, and a camera over a board."""

from kivy.graphics import Ellipse, Line, Triangle
from kivy.uix.gridlayout import GridLayout
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.games.registry import GAMES
from companion.app.theme import theme
from companion.app.widgets.sketch import Sketch

PYRAMIDS = ((1.6, 2.0, 2.2, "R"), (3.9, 1.4, 2.2, "Y"), (5.6, 2.2, 2.2, "B"), (4.6, 1.0, 1.4, "G"))
BOARD = ((0.0, 0.4), (10.0, 0.4), (8.5, 3.0), (1.5, 3.0))
TICK = ((7.25, 1.55), (7.9, 0.95), (9.15, 2.3))


def door_picture(door: str) -> Widget:
    """Return the picture of a door: a game that is refereed (watch), all games (play), a camera (board)."""
    if door == "board":
        return CameraScene()
    emblems = (emblem for game in GAMES.values() if (emblem := game.emblem()))
    if door == "play":
        grid = GridLayout(cols=2, spacing=theme.gap)
        for emblem in emblems:
            grid.add_widget(emblem)
        return grid
    scene = RelativeLayout()
    for part in (next(emblems), TickScene()):
        scene.add_widget(part)
    return scene


class TickScene(Sketch):
    """A tick in the lower right corner: it was allowed."""

    def _draw(self, *_: object) -> None:
        self._group.clear()
        self._paint(theme.good)
        self._group.add(Ellipse(pos=self._at(6.4, -0.1), size=(self._unit * 3.5,) * 2))
        self._paint(theme.good_ink)
        points = self._points(*(value for point in TICK for value in point))
        self._group.add(Line(points=points, width=self._unit * 0.22, joint="round", cap="round"))


class CameraScene(Sketch):
    """A camera over a board."""

    def _draw(self, *_: object) -> None:
        self._group.clear()
        self._table(BOARD)
        self._paint((*theme.mark[:3], 0.28))
        self._group.add(Triangle(points=self._points(5.0, 9.0, 0.6, 0.8, 9.4, 0.8)))
        self._pyramids(PYRAMIDS)
        self._box((3.7, 8.2, 2.6, 1.7), theme.ink, 0.25)
        self._paint(theme.mark)
        self._group.add(Ellipse(pos=self._at(4.4, 8.45), size=(self._unit * 1.2,) * 2))
