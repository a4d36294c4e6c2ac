"""The score of Blokus 3D as a picture."""

from collections.abc import Callable

from kivy.graphics import Color, Line, RoundedRectangle
from kivy.properties import ObjectProperty

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import Drawing, add_mark, add_text
from companion.games.blokus3d.screen.entry import BlokusScore
from companion.referee.drawing.shapes import FACE_INK, FACES


class BlokusScoreView(Drawing):
    """Shows a BlokusScore: each colour with its points and the pieces left, in the words of `left`. A side that is out,
    while others play on, is struck through."""

    score = ObjectProperty(BlokusScore({}, {}, (), {}))

    SHOWS = ("score",)

    def __init__(self, left: Callable[[int], str], **kwargs: object) -> None:
        self._left = left
        super().__init__(**kwargs)

    def _draw(self, *_: object) -> None:
        group, score = self._group, self.score
        group.clear()
        for number, (player, points) in enumerate(score.points.items()):
            width = self.width / len(score.points)
            x, y = self.x + (number + 0.5) * width, self.center_y
            mark = min(self.height * 0.45, width * 0.4)
            letter = player[0].upper()
            group.add(Color(*rgb(FACES[letter][0])))
            at = (x - mark / 2, y + mark * 0.1 - mark / 4)
            group.add(RoundedRectangle(pos=at, size=(mark, mark), radius=[mark * 0.2]))
            add_mark(
                group, str(points).replace("-", "\N{MINUS SIGN}"), x, y + mark * 0.35, mark * 0.5, rgb(FACE_INK[letter])
            )
            left = f"{letter}: {self._left(len(score.left.get(player, ())))}"
            add_text(group, left, x, y - mark * 0.6, mark * 0.32, theme.ink)
            if player in score.out and len(score.out) < len(score.points):
                group.add(Color(*theme.ink))
                group.add(Line(points=(x - mark / 2, y - mark / 4, x + mark / 2, y + mark * 0.75), width=2))
