"""A board to be touched: taps and long presses on its places."""

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

HOLD_SECONDS = 0.55


class TouchedBoard(Widget):
    """Shows a `picture`, in its subclasses; one that is not `touchable` lets touches through.

    Events, each with the place's name: `on_spot` (a tap) and `on_hold` (a long press).
    """

    picture = ObjectProperty(None, allownone=True)
    touchable = BooleanProperty(True)

    __events__ = ("on_spot", "on_hold")

    def on_spot(self, spot: str) -> None:
        """Handle a tap on a place."""

    def on_hold(self, spot: str) -> None:
        """Handle a long press on a place."""

    def spot_at(self, x: float, y: float) -> str | None:
        """Return the place under a point of the window, if any."""
        raise NotImplementedError

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.touchable or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        spot = self.spot_at(*touch.pos)
        if spot is None:
            return False
        touch.grab(self)
        touch.ud["spot"] = spot
        touch.ud["hold"] = Clock.schedule_once(lambda _dt: self._take_long_press(touch), HOLD_SECONDS)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        touch.ud["hold"].cancel()
        if not touch.ud.get("held") and self.spot_at(*touch.pos) == touch.ud["spot"]:
            self.dispatch("on_spot", touch.ud["spot"])
        return True

    def _take_long_press(self, touch: MotionEvent) -> None:
        """Take the touch for a long press, once the time is up. That the finger was lifted before is heard late after a
        frame that took long: what has come in meanwhile goes first."""
        touch.ud["hold"] = Clock.schedule_once(lambda _dt: self._still_held(touch), 0)

    def _still_held(self, touch: MotionEvent) -> None:
        if self.spot_at(*touch.pos) == touch.ud["spot"]:
            touch.ud["held"] = True
            self.dispatch("on_hold", touch.ud["spot"])
