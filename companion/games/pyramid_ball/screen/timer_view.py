"""The minute in which programs are laid out: a ring that empties, and large digits."""

from math import ceil

from kivy.graphics import Color, Line
from kivy.properties import NumericProperty, StringProperty

from companion.app.theme import theme
from companion.app.widgets.drawing import Drawing, add_text
from companion.games.pyramid_ball.screen.timer import SECONDS

SEGMENTS = 120
TONES = {"running": "accent", "last": "warn", "grace": "bad", "over": "bad"}


class TimerView(Drawing):
    """Shows the timer. `seconds`: time left (below 0: nothing is shown). `over`: time since the end. `state`: one of
    ProgrammingTimer's."""

    seconds = NumericProperty(-1)
    over = NumericProperty(0)
    state = StringProperty("idle")

    SHOWS = ("seconds", "over", "state")

    def _draw(self, *_: object) -> None:
        group = self._group
        group.clear()
        radius = min(self.width, self.height) * 0.46
        if self.seconds < 0 or radius <= 0:
            return
        tone = getattr(theme, TONES.get(self.state, "soft"))
        group.add(Color(*theme.line))
        group.add(Line(circle=(*self.center, radius * 0.95, 0, 360, SEGMENTS), width=radius * 0.03))
        group.add(Color(*tone))
        angle = 360 * self.seconds / SECONDS
        group.add(Line(circle=(*self.center, radius * 0.95, 0, angle, SEGMENTS), width=radius * 0.05))
        words = f"+{int(self.over)}" if self.over else str(ceil(self.seconds))
        add_text(group, words, self.center_x, self.center_y, radius, tone)
