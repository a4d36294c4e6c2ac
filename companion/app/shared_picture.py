"""A picture of a game to be sent to others: the board, who played, how it ended."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.controls import load

# In pixels; what phones show whole.
SIZE = (1080, 1350)
# In how many frames the letters of a new widget are there.
FRAMES = 3


class SharedPicture(BoxLayout):
    """`title` says how it ended, `lines` who played and the scores, `foot` what this is."""

    board = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    lines = ListProperty()
    foot = StringProperty("")


def write_picture(
    board: Widget, words: Sequence[str], foot: str, path: Path, done: Callable[[OSError | None], object]
) -> None:
    """Write a PNG of a board, with the first of `words` as its title and the others below, as soon as it is laid out.
    `done` is told what went wrong.
    """
    title, *lines = words
    texture = board.export_as_image().texture
    # What is drawn off the screen begins at the foot.
    texture.flip_vertical()
    card = SharedPicture(size=SIZE, board=texture, title=title, lines=lines, foot=foot)
    left = FRAMES

    def write(_dt: float) -> Any:
        nonlocal left
        left -= 1
        if left:
            return None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # The writer of pictures knows no errors of the disk.
            path.touch()
            card.export_to_png(str(path))
        except OSError as error:
            done(error)
        else:
            done(None)
        return False

    Clock.schedule_interval(write, 0)


load(__file__)
