"""Shows how many checkers each side still has on the board."""

from kivy.graphics import Color, Ellipse
from kivy.properties import ObjectProperty

from companion.app.theme import rgb, theme
from companion.app.widgets.drawing import DISC_SEGMENTS, Drawing, add_text
from companion.games.leistiko_blockade.screen.entry import RowsLeft
from companion.games.leistiko_blockade.table.drawing import CHECKERS


class RowsLeftView(Drawing):
    """Shows a RowsLeft."""

    score = ObjectProperty(RowsLeft())

    SHOWS = ("score",)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        score: RowsLeft = self.score
        r = min(self.height * 0.34, self.width * 0.1)
        for side, n, share in (("first", score.first, 0.28), ("second", score.second, 0.72)):
            x, (face, ink) = self.x + self.width * share, CHECKERS[side]
            self._group.add(Color(*rgb(ink)))
            self._group.add(Ellipse(pos=(x - r, self.center_y - r), size=(2 * r, 2 * r), segments=DISC_SEGMENTS))
            self._group.add(Color(*rgb(face)))
            inner = r * 0.9
            box = (2 * inner, 2 * inner)
            self._group.add(Ellipse(pos=(x - inner, self.center_y - inner), size=box, segments=DISC_SEGMENTS))
            add_text(self._group, str(n), x, self.center_y, max(r, theme.unit), rgb(ink))
