"""A button with a picture instead of words."""

from kivy.clock import Clock
from kivy.graphics import InstructionGroup

from companion.app.widgets.controls import Press


class DrawnButton(Press):
    """Draws its picture anew, into `_group`, when its place or one of the properties named by SHOWS changes."""

    SHOWS: tuple[str, ...] = ()

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.after.add(self._group)
        self.bind(**dict.fromkeys(("pos", "size", *self.SHOWS), self._redraw))

    def _draw(self, *_: object) -> None:
        raise NotImplementedError
