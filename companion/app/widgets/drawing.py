"""What widgets that draw themselves have in common."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.app.theme import LEAST_TEXT, theme

# Kivy's usual 180 corners a disc are more than can be seen, and most of the work of drawing a board.
DISC_SEGMENTS = 48


class Drawing(Widget):
    """Draws itself anew, into `_group`, when its place, the theme or one of the properties named by SHOWS changes.

    The group is emptied and filled again: one that is thrown away stays for the garbage collector.
    """

    SHOWS: tuple[str, ...] = ()

    def __init__(self, **kwargs: object) -> None:
        self._redraw = Clock.create_trigger(self._draw, -1)
        self._group = InstructionGroup()
        super().__init__(**kwargs)
        self.canvas.add(self._group)
        self.bind(**dict.fromkeys(("pos", "size", *self.SHOWS), self._redraw))
        theme.bind(name=self._redraw)

    def _draw(self, *_: object) -> None:
        raise NotImplementedError


# Letters of fewer pixels belong to a picture that nobody reads, such as a game's emblem.
MINIATURE = 9.0


@lru_cache(maxsize=512)
def lettering(text: str, size: int) -> Any:
    """Return a texture of white letters, to be coloured when drawn."""
    label = CoreLabel(text=text, font_size=size, bold=True)
    label.refresh()
    return label.texture


def add_text(group: InstructionGroup, text: str, x: float, y: float, size: float, colour: Sequence[float]) -> None:
    """Letters `size` pixels high, or as high as the smallest that are read, their middle at x, y; in a picture that is
    too small to be read they stay as small as it is."""
    add_mark(group, text, x, y, max(LEAST_TEXT, size) if size > MINIATURE else size, colour)


def add_mark(group: InstructionGroup, text: str, x: float, y: float, size: float, colour: Sequence[float]) -> None:
    """The same on a thing that is drawn, which has no room for more: `size` as it is."""
    texture = lettering(text, max(7, round(size)))
    group.add(Color(*colour))
    width, height = texture.size
    group.add(Rectangle(texture=texture, pos=(x - width / 2, y - height / 2), size=texture.size))
