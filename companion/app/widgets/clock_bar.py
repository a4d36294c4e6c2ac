"""The chess clock on a game's screen: each side's time, the one that runs in the accent's colour."""

from collections.abc import Callable, Sequence

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label

from companion.app.games.chess_clock import SideTime
from companion.app.theme import theme
from companion.app.widgets.lettering import in_a_line

HIGH = 0.72


class ClockFace(Label):
    """One side's name and time. A flag that has fallen is framed and told in words, not by its colour alone."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(bold=True, **kwargs)

    def show(self, reading: SideTime, name: str, out: str) -> None:
        ground, ink = (theme.accent, theme.accent_ink) if reading.runs else (theme.raised, theme.ink)
        if reading.flag:
            ground, ink = theme.bad, theme.bad_ink
        self.text = f"{name}  {out if reading.flag else reading.words}"
        self.color = ink
        self.font_size = in_a_line(self.text, theme.body, self.width - theme.gap)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*ground)
            RoundedRectangle(pos=self.pos, size=self.size, radius=[8 * theme.unit])
            if reading.runs:
                Color(*theme.ink)
                Line(rounded_rectangle=(*self.pos, *self.size, 8 * theme.unit), width=1.4)


class ClockBar(BoxLayout):
    """A face a side; takes no room where no clock is played with."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(size_hint_y=None, height=0, spacing=theme.gap * 0.6, **kwargs)
        self.readings: Sequence[SideTime] = ()

    def show(self, readings: Sequence[SideTime], name: Callable[[str], str], out: str) -> None:
        self.readings = readings
        self.height = theme.touch * HIGH if readings else 0
        while len(self.children) > len(readings):
            self.remove_widget(self.children[0])
        while len(self.children) < len(readings):
            self.add_widget(ClockFace())
        for face, reading in zip(reversed(self.children), readings, strict=True):
            face.show(reading, name(reading.side), out)
