"""A building of cubes: from above, and as a picture in depth that can be turned by dragging."""

from collections.abc import Mapping
from math import pi

from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.theme import theme
from companion.app.widgets.drawing import Drawing
from companion.app.widgets.game_board import GameBoard
from companion.app.widgets.shapes import fitted, paint
from companion.games.blokus3d.screen.building import Building, bounds
from companion.games.blokus3d.table.depth import TURN, building, room
from companion.games.blokus3d.table.drawing import BlokusDrawing

# The most of the room that the view from above gets; it needs no more than fingers do.
MOST_PLAN = 0.5


class BuildingView(BoxLayout):
    """Shows a Building in depth and from above. Events, each with a square such as ``3,4``: `on_spot` and `on_hold`."""

    picture = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)

    __events__ = ("on_spot", "on_hold")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(orientation="vertical", spacing=theme.gap, **kwargs)
        self.depth, self.top_view = DepthView(), GameBoard(BlokusDrawing())
        self.add_widget(self.depth)
        self.add_widget(self.top_view)
        self.bind(picture=self._pass_on, size=self._arrange)
        self.top_view.bind(on_spot=lambda _view, spot: self.dispatch("on_spot", spot))
        self.top_view.bind(on_hold=lambda _view, spot: self.dispatch("on_hold", spot))
        self.bind(touchable=self.top_view.setter("touchable"))

    def on_spot(self, spot: str) -> None:
        """Handle a tap on a square."""

    def on_hold(self, spot: str) -> None:
        """Handle a long press on a square."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        return self.top_view.centre_of(spot)

    def _pass_on(self, *_: object) -> None:
        self._arrange()
        self.depth.picture = self.picture
        self.top_view.picture = self.picture.from_above() if isinstance(self.picture, Building) else self.picture

    def _arrange(self, *_: object) -> None:
        """Make the building as large as it gets, with the view from above beside or below it, its squares as large as
        fingers need them."""
        if self.picture is None or not self.picture.grid:
            return
        board, (width, height) = self.top_view.drawing.board(self.picture.grid), self.size
        beside, below = (
            min(side / board.cell * theme.touch / max(of, 1), MOST_PLAN)
            for side, of in ((board.view.width, width), (board.view.height, height))
        )
        under = self._scale(width, height * (1 - below)) > self._scale(width * (1 - beside), height)
        self.orientation = "vertical" if under else "horizontal"
        self.depth.size_hint = (1, 1 - below) if under else (1 - beside, 1)
        self.top_view.size_hint = (1, below) if under else (beside, 1)

    def _scale(self, width: float, height: float) -> float:
        return fitted(room(across(self.picture.grid)), 0, 0, width, height).scale


class DepthView(Drawing):
    """Shows a building in depth, `turn` radians around. A view that is not `touchable` lets touches through."""

    touchable = BooleanProperty(True)
    picture = ObjectProperty(None, allownone=True)
    turn = NumericProperty(TURN)

    SHOWS = ("picture", "turn")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.touchable or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        self.turn += touch.dx / max(self.width, 1) * pi
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        return True

    def _draw(self, *_: object) -> None:
        self._group.clear()
        shown: Building | None = self.picture
        if shown is not None and shown.grid:
            shapes = building(shown.grid, shown.ghost, shown.colour, self.turn)
            paint(self._group, shapes, fitted(room(across(shown.grid)), *self.pos, *self.size))


def across(grid: Mapping[str, str]) -> int:
    """Return the longer side of what is built on, in squares."""
    x0, x1, y0, y1 = bounds(grid)
    return max(x1 - x0, y1 - y0) + 1
