"""The score of Pyramid Ball and the special pyramids that are left, as pictures."""

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle
from kivy.properties import ObjectProperty

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import Drawing, add_mark, add_text
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.field import USUAL
from companion.games.pyramid_ball.screen.state import BallScore
from companion.referee.drawing.shapes import FACE_INK, FACES

TARGET = {"basic": 1, "advanced": 6}


class BallScoreView(Drawing):
    """Shows a BallScore: for each side its colour, a block for each point, and its specials."""

    score = ObjectProperty(BallScore())
    colours = ObjectProperty(USUAL)

    SHOWS = ("score", "colours")

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        position = self.score.position
        if position is None:
            return
        target = TARGET[position["mode"]]
        low = self.height < theme.touch * 1.4
        across, down = (2, 1) if low else (1, 2)
        for number, side in enumerate(PLAYERS):
            width, height = self.width / across, self.height / down
            x = self.x + (number % across) * width
            y = self.top - (number // across + 0.5) * height
            mark = min(height * 0.62, width / (target + 6))
            self._chip(group, x + mark * 0.6, y, mark, self.colours.of(side))
            for n in range(target):
                scored = n < position["score"][number]
                self._block(group, x + mark * (1.9 + n * 1.08), y, mark * 0.86, scored=scored)
            for n, size in enumerate(position["specials"][side]):
                self._special(group, x + mark * (2.6 + (target + n) * 1.08), y, mark * 0.86, size)

    def _chip(self, group: InstructionGroup, x: float, y: float, side: float, colour: str) -> None:
        self._square(group, x, y, side, rgb(FACES[colour][0]))
        add_mark(group, colour, x, y, side * 0.62, rgb(FACE_INK[colour]))

    def _block(self, group: InstructionGroup, x: float, y: float, side: float, *, scored: bool) -> None:
        self._square(group, x, y, side, theme.accent if scored else theme.raised)
        if scored:
            add_mark(group, "+1", x, y, side * 0.6, theme.accent_ink)

    def _special(self, group: InstructionGroup, x: float, y: float, side: float, size: str) -> None:
        frame = (x - side / 2, y - side / 2, side, side, side * 0.22)
        group.add(Color(*theme.ink))
        group.add(Line(rounded_rectangle=frame, width=max(1.2, side * 0.05)))
        add_text(group, size, x, y, side * 0.6, theme.ink)

    def _square(self, group: InstructionGroup, x: float, y: float, side: float, colour: Sequence[float]) -> None:
        group.add(Color(*colour))
        group.add(RoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[side * 0.22]))
