"""A building of cubes in depth, to be touched and turned, with a small plan beside it."""

from collections.abc import Mapping
from math import pi

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.game_board import GameBoard
from companion.app.widgets.shapes import Fit, fitted, paint
from companion.app.widgets.touched_board import TouchedBoard
from companion.games.blokus3d.screen.building import Building, bounds
from companion.games.blokus3d.table.depth import TURN, CubeFace, building, room, square_at
from companion.games.blokus3d.table.drawing import BlokusDrawing

# Size of the plan, as a share of the shorter side, and share of it beside the building. The rest covers a corner that
# is seldom built on.
PLAN, BESIDE = 0.3, 0.6
# Distance that a finger moves, in controls, before it turns the building.
STILL = 0.15


class BuildingView(Widget):
    """Shows a Building in depth and from above. Events, each with a square such as ``3,4``: `on_spot` and `on_hold`."""

    picture = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)

    __events__ = ("on_spot", "on_hold")

    def __init__(self, **kwargs: object) -> None:
        self.depth, self.top_view = DepthView(), GameBoard(BlokusDrawing())
        super().__init__(**kwargs)
        for view in (self.depth, self.top_view):
            view.bind(on_spot=lambda _view, spot: self.dispatch("on_spot", spot))
            view.bind(on_hold=lambda _view, spot: self.dispatch("on_hold", spot))
            self.bind(touchable=view.setter("touchable"))
            self.add_widget(view)
        self.bind(picture=self._pass_on, pos=self._arrange, size=self._arrange)

    def on_spot(self, spot: str) -> None:
        """Handle a tap on a square."""

    def on_hold(self, spot: str) -> None:
        """Handle a long press on a square."""

    def centre_of(self, spot: str) -> tuple[float, float]:
        return self.top_view.centre_of(spot)

    def _pass_on(self, *_: object) -> None:
        self.depth.picture = self.picture
        self.top_view.picture = self.picture.from_above() if isinstance(self.picture, Building) else self.picture

    def _arrange(self, *_: object) -> None:
        plan = PLAN * min(self.size)
        self.depth.pos, self.depth.size = self.pos, (self.width - BESIDE * plan, self.height)
        self.top_view.pos, self.top_view.size = (self.right - plan, self.top - plan), (plan, plan)


class DepthView(TouchedBoard):
    """Shows a building in depth from `turn` radians. A finger that moves sideways turns it."""

    turn = NumericProperty(TURN)

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.add(self._group)
        self.bind(**dict.fromkeys(("pos", "size", "picture", "turn"), self._redraw))
        theme.bind(name=self._redraw)

    def spot_at(self, x: float, y: float) -> str | None:
        shown = self._shown
        return square_at(self._faces(shown), *self._view(shown).back(x, y)) if shown else None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if super().on_touch_down(touch):
            return True
        if not self.touchable or not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        touch.ud["turns"] = True
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_move(touch))
        if "turns" not in touch.ud and abs(touch.x - touch.ox) > STILL * theme.touch:
            touch.ud["turns"] = True
            touch.ud["hold"].cancel()
        if "turns" in touch.ud:
            self.turn += touch.dx / max(self.width, 1) * pi
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and "turns" in touch.ud:
            touch.ungrab(self)
            return True
        return super().on_touch_up(touch)

    @property
    def _shown(self) -> Building | None:
        """The building; None before there is one."""
        return self.picture if self.picture is not None and self.picture.grid else None

    def _faces(self, shown: Building) -> tuple[CubeFace, ...]:
        return building(shown.grid, shown.ghost, shown.colour, self.turn, shown.frames)

    def _view(self, shown: Building) -> Fit:
        return fitted(room(across(shown.grid)), *self.pos, *self.size)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        if shown := self._shown:
            paint(self._group, [face.shape for face in self._faces(shown)], self._view(shown))


def across(grid: Mapping[str, str]) -> int:
    """Return the longer side of what is built on, in squares."""
    x0, x1, y0, y1 = bounds(grid)
    return max(x1 - x0, y1 - y0) + 1
