"""Towers of each colour and the blacks left, as pictures."""

from collections.abc import Sequence

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.properties import ObjectProperty

from companion.app.theme import LEAST_TEXT, rgb, theme
from companion.app.widgets.drawing import Drawing, add_mark, add_text, lettering
from companion.games.looney_blockade.rules.model import TOWERS_TO_WIN
from companion.games.looney_blockade.screen.entry import LooneyScore
from companion.referee.drawing.shapes import FACE_INK, FACES

# Size of the numbers beside a mark. If they could not be read, everything goes into one row.
COUNT = 0.72


class ScoreView(Drawing):
    """Shows a LooneyScore; `captions` are the words for towers and for the blacks left."""

    score = ObjectProperty(LooneyScore({}, (5, 5, 5)))
    captions = ObjectProperty(("", ""))

    SHOWS = ("score",)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        theme.bind(unit=self._redraw)

    def _draw(self, *_: object) -> None:
        score: LooneyScore = self.score
        towers, supply = tuple((score.looks(colour), n) for colour, n in score.towers.items()), score.supply
        cap = score.looks("K")
        group = self._group
        group.clear()
        letters = min(theme.small, self.height * 0.17)
        head, top = letters * 1.3, self.top - letters * 1.3
        rows = max(1, len(towers))
        step = (self.height - head) / rows
        mark = min(step * 0.78, self.width * 0.6 / (TOWERS_TO_WIN + 1.6))
        if min(letters, mark * COUNT) < LEAST_TEXT:
            self._draw_line(group, towers, supply, cap)
            return
        for row, (colour, count) in enumerate(towers):
            y = top - (row + 0.5) * step
            self._chip(group, self.x + mark / 2, y, mark, colour, colour)
            for n in range(TOWERS_TO_WIN):
                x = self.x + mark * (1.9 + n * 1.08)
                self._block(group, x, y, mark * 0.86, colour if n < count else None)
        column = self.x + self.width * 0.7
        for words, x in zip(self.captions, (self.x, column), strict=True):
            left = x + lettering(words, round(letters)).width / 2
            add_text(group, words, left, self.top - letters / 2, letters, theme.soft)
        for row, (size, left) in enumerate(zip("321", reversed(supply), strict=True)):
            y = top - (row + 0.5) * (self.height - head) / 3
            self._chip(group, column + mark * 0.6, y, mark * (0.62 + 0.16 * int(size)), cap, size)
            add_text(group, f"× {left}", column + mark * 2.2, y, mark * COUNT, theme.ink)

    def _draw_line(
        self, group: InstructionGroup, towers: Sequence[tuple[str, int]], supply: Sequence[int], cap: str
    ) -> None:
        """Draw everything in one row, if there is no room for more."""
        items = [(colour, colour, f"{count}") for colour, count in towers]
        items += [(cap, size, f"×{left}") for size, left in zip("321", reversed(supply), strict=True)]
        step = self.width / len(items)
        mark = min(self.height * 0.62, step * 0.42)
        for number, (colour, letter, count) in enumerate(items):
            x = self.x + step * number + mark * 0.6
            self._chip(group, x, self.center_y, mark, colour, letter)
            add_text(group, count, x + mark * 1.15, self.center_y, mark * COUNT, theme.ink)

    def _chip(self, group: InstructionGroup, x: float, y: float, side: float, colour: str, text: str) -> None:
        self._block(group, x, y, side, colour)
        add_mark(group, text, x, y, side * 0.62, rgb(FACE_INK[colour]))

    def _block(self, group: InstructionGroup, x: float, y: float, side: float, colour: str | None) -> None:
        group.add(Color(*(rgb(FACES[colour][0]) if colour else theme.raised)))
        group.add(RoundedRectangle(pos=(x - side / 2, y - side / 2), size=(side, side), radius=[side * 0.22]))
