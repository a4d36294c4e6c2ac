"""All controls from the keyboard: Tab goes from one to the next, Enter or the space bar presses it.

On a board the arrows go from place to place, Enter taps one, with Shift as a finger that stays.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from kivy.core.window import Window
from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.modalview import ModalView
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.app.theme import theme
from companion.app.widgets.touched_board import TouchedBoard

TAB, SPACE, PRESSES = 9, 32, (13, 271)
ARROWS: Final = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
STEP = 4.0
# Controls whose middles differ in height by less share a line.
LINE = 20.0


class KeyboardWalk:
    """Goes from control to control. `say` speaks the words of the one reached; `named` returns the words of a control
    that has only an icon, by its name."""

    def __init__(self, say: Callable[[str], None], named: Callable[[str], str]) -> None:
        self._say, self._named = say, named
        self.at: Widget | None = None
        # On a board: the place that is gone to.
        self.spot: str | None = None
        self._frame = InstructionGroup()
        Window.bind(on_key_down=self._key, on_touch_down=self.leave)

    def close(self) -> None:
        Window.unbind(on_key_down=self._key, on_touch_down=self.leave)
        self.leave()

    def leave(self, *_: object) -> None:
        """Forget the control reached: another screen comes, or a finger or the mouse is used instead."""
        self.at = self.spot = None
        self._show()

    def _key(self, _window: object, key: int, _scan: object, _text: object, modifiers: list[str]) -> bool:
        typing = next((widget for widget in _topmost() if isinstance(widget, TextInput) and widget.focus), None)
        if (typing and key != TAB) or not (key in (TAB, SPACE) or key in PRESSES or key in ARROWS):
            return False
        if key == TAB:
            if typing:
                typing.focus, self.at = False, typing
            self._go(-1 if "shift" in modifiers else 1)
        elif self.at is None or self.at not in _controls():
            return False
        elif key in ARROWS and isinstance(self.at, TouchedBoard):
            self._step(self.at, *ARROWS[key])
        elif key in PRESSES or key == SPACE:
            self._press(self.at, long="shift" in modifiers)
        self._show()
        return True

    def _go(self, by: int) -> None:
        there = _controls()
        if not there:
            self.at = None
            return
        now = there.index(self.at) + by if self.at in there else 0 if by > 0 else -1
        self.at, self.spot = there[now % len(there)], None
        self._say(self.words_of(self.at))

    def words_of(self, control: Any) -> str:
        """Return what a control says: its own words, those of what is to be typed there, of its icon, or within it."""
        own = getattr(control, "text", "") or getattr(control, "hint_text", "")
        inside = (part.text for part in control.walk(restrict=True) if isinstance(part, Label) and part.text)
        return own or self._named(getattr(control, "name", "")) or ". ".join(inside)

    def _step(self, board: TouchedBoard, right: int, up: int) -> None:
        """Go to the next place that way."""
        x, y = board.to_local(*board.centre_of(self.spot)) if self.spot else board.center
        here = self.spot
        while board.collide_point(x, y):
            spot = board.spot_at(x, y)
            if spot and spot != here:
                self.spot = spot
                self._say(spot)
                return
            x, y = x + right * STEP, y + up * STEP

    def _press(self, control: Any, *, long: bool) -> None:
        if isinstance(control, TextInput):
            control.focus = True
        elif not isinstance(control, TouchedBoard):
            control.trigger_action(0)
        elif self.spot:
            control.dispatch("on_hold" if long else "on_spot", self.spot)

    def _show(self) -> None:
        """Draw a frame around the place where the keyboard is."""
        Window.canvas.after.remove(self._frame)
        self._frame.clear()
        if self.at is None or not self.at.get_root_window():
            return
        (x, y), (width, height) = self.at.to_window(*self.at.pos), self.at.size
        if self.spot:
            side = theme.touch
            left, bottom = self.at.centre_of(self.spot)
            x, y, width, height = left - side / 2, bottom - side / 2, side, side
        self._frame.add(Color(*theme.mark))
        self._frame.add(Line(rounded_rectangle=(x + 2, y + 2, width - 4, height - 4, theme.gap), width=3))
        Window.canvas.after.add(self._frame)


def _topmost() -> Iterator[Widget]:
    """Return what lies on top: a sheet, or else the screen."""
    top = next((child for child in Window.children if isinstance(child, ModalView)), None)
    for root in [top] if top else list(Window.children):
        yield from root.walk()


def _controls() -> list[Widget]:
    """Return what can be pressed, in reading order: line by line."""
    found = [widget for widget in _topmost() if _can_be_pressed(widget)]
    middles = {widget: widget.to_window(*widget.center) for widget in found}
    return sorted(found, key=lambda widget: (-round(middles[widget][1] / LINE), middles[widget][0]))


def _can_be_pressed(widget: Widget) -> bool:
    seen = widget.get_root_window() and widget.width > 1 and widget.height > 1 and widget.opacity > 0
    if isinstance(widget, TouchedBoard):
        return bool(seen and widget.touchable)
    return bool(seen and isinstance(widget, ButtonBehavior | TextInput) and not widget.disabled)
