"""A picture of a game to be sent to others: the board, who played, how it ended."""

from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.widgets.controls import load
from companion.referee.keeping.whole_file import write_whole

# Width and height in pixels; phones show it whole.
SIZE = (1080, 1350)
# Frames after which the text of a new widget has been drawn.
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
    `done` is then called, with the error if there was one.
    """
    title, *lines = words
    texture = board.export_as_image().texture
    # A texture drawn off the screen is upside down.
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
            # Kivy's own writing of files reports no full disk.
            data = BytesIO()
            card.export_as_image().save(data, fmt="png")
            write_whole(path, data.getvalue())
        except OSError as error:
            done(error)
        else:
            done(None)
        return False

    Clock.schedule_interval(write, 0)


load(__file__)
