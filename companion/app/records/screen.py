"""The games played: go on with one, look at one, and what the dice did in all of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.clipboard import Clipboard
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.games.opening import Kept
from companion.app.records.page import write_page
from companion.app.records.presenter import ENOUGH_ROLLS, figures, kept_words
from companion.app.records.records import Statistics, position_text, write_json
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets import bar_chart  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, Small, Words, load, press
from companion.app.widgets.filling import fill
from companion.games.reason import Reason

# Has something worked out beside the window: the work, what to do with its result, and what with a message instead.
Ask = Callable[[Callable[[], object], Callable[[Any], Any], Callable[[Reason], object]], None]
MOST_SHOWN = 50
# Of a position that is told; a longer one is copied all the same.
MOST_LETTERS = 120
# A row takes several milliseconds to make.
MOST_A_FRAME = 2


class RecordsScreen(Page):
    """`open_game` goes on with a game, or shows it from its beginning when it is over; `ask` is for what takes long,
    `analyse` tells what the turns of a game were worth."""

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        open_game: Callable[[Kept], None],
        ask: Ask,
        leave: Callable[[], None],
        analyse: Callable[[Kept], None],
        **kwargs: object,
    ) -> None:
        self.texts, self.leave = texts, leave
        self._open, self._ask, self._analyse = open_game, ask, analyse
        super().__init__(**kwargs)

    def fill(self, kept: list[Kept], found: Statistics) -> None:
        """Show the games, some with every frame, and what came of them."""
        texts = self.texts
        if not kept:
            self.ids.rows.add_widget(Words(text=texts("records.none")))
        fill(self.ids.rows, [partial(self._row, game) for game in kept[:MOST_SHOWN]], MOST_A_FRAME)
        self.ids.chart.values = tuple((str(value), found.dice.get(value, 0)) for value in range(1, 7))
        if found.rolled >= ENOUGH_ROLLS:
            self.ids.chart.spreads = tuple(found.spread(value) for value in range(1, 7))
        self.ids.figures.text = "\n".join(figures(texts, found))

    def _row(self, game: Kept) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap)
        words = Small(text=kept_words(self.texts, game), size_hint_y=1, valign="middle")
        words.bind(size=lambda label, size: setattr(label, "text_size", size))
        row.add_widget(words)
        for name, key, act in (
            ("open", "do.resume" if not game.over else "do.look", partial(self._open, game)),
            ("analyse", "do.analyse", partial(self._analyse, game)),
            ("page", "do.page", partial(self._save, partial(write_page, game.folder, self.texts.language))),
            ("json", "do.send", partial(self._save, partial(write_json, game.folder))),
            ("text", "do.text", partial(self._text, game.folder)),
        ):
            button = press(f"{name} {game.folder.name}", self.texts(key), act)
            button.size_hint_x, button.width, button.lettering = None, theme.touch * 1.6, theme.small
            row.add_widget(button)
        return row

    def _save(self, write: Callable[[], Path]) -> None:
        self._ask(write, lambda path: self._tell(self.texts("records.saved", path=path)), self.trouble)

    def _text(self, folder: Path) -> None:
        self._ask(partial(position_text, folder), self._copy, self.trouble)

    def _copy(self, text: str) -> None:
        Clipboard.copy(text)
        shown = text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]} ..."
        self._tell(self.texts("records.copied", text=shown))

    def trouble(self, message: Reason) -> None:
        """Say what went wrong."""
        self._tell(self.texts.reason(message))

    def _tell(self, words: str) -> None:
        self.ids.told.text = words


load(__file__)
