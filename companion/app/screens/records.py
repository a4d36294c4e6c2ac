"""The games played: go on with one, look at one, and what the dice did in all of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.clipboard import Clipboard
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.background import background
from companion.app.play.opening import Kept
from companion.app.play.records import Statistics, position_text, write_json, write_page
from companion.app.present.records import figures, kept_words
from companion.app.texts import Texts
from companion.app.theme import theme
from companion.app.widgets import bar_chart  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, Small, Words, load, press
from companion.app.widgets.filling import fill
from companion.games.errors import GameError
from companion.referee.errors import RefereeError

MOST_SHOWN = 50
# A row takes several milliseconds to make.
MOST_A_FRAME = 2


class RecordsScreen(Page):
    """`open_game` goes on with a game, or shows it from its beginning when it is over."""

    texts: Any = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        open_game: Callable[[Kept], None],
        leave: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        self.texts, self.leave = texts, leave
        self._open = open_game
        super().__init__(**kwargs)

    def fill(self, kept: list[Kept], found: Statistics) -> None:
        """Show the games, some with every frame, and what came of them."""
        texts = self.texts
        if not kept:
            self.ids.rows.add_widget(Words(text=texts("records.none")))
        fill(self.ids.rows, [partial(self._row, game) for game in kept[:MOST_SHOWN]], MOST_A_FRAME)
        self.ids.chart.values = tuple((str(value), found.dice.get(value, 0)) for value in range(1, 7))
        self.ids.figures.text = "\n".join(figures(texts, found))

    def _row(self, game: Kept) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap * 0.7)
        words = Small(text=kept_words(self.texts, game), size_hint_y=1, valign="middle")
        words.bind(size=lambda label, size: setattr(label, "text_size", size))
        row.add_widget(words)
        for name, key, act in (
            ("open", "do.resume" if not game.over else "do.look", partial(self._open, game)),
            ("page", "do.page", partial(self._save, write_page, game.folder)),
            ("json", "do.send", partial(self._save, write_json, game.folder)),
            ("text", "do.text", partial(self._text, game.folder)),
        ):
            button = press(f"{name} {game.folder.name}", self.texts(key), act)
            button.size_hint_x, button.width, button.font_size = None, theme.touch * 1.6, theme.small
            row.add_widget(button)
        return row

    def _save(self, write: Callable[[Path], Path], folder: Path) -> None:
        self._tell(lambda: self.texts("records.saved", path=write(folder)))

    def _text(self, folder: Path) -> None:
        self._tell(lambda: position_text(folder), self._copy)

    def _copy(self, text: str) -> str:
        Clipboard.copy(text)
        return str(self.texts("records.copied", text=text))

    def _tell(self, work: Callable[[], str], then: Callable[[str], str] = str) -> None:
        """Do it beside the window, and say what came of it."""

        def safe() -> tuple[str, bool]:
            try:
                return work(), True
            except (RefereeError, GameError, OSError) as error:
                return self.texts.reason(str(error)), False

        def told(found: tuple[str, bool]) -> None:
            self.ids.told.text = then(found[0]) if found[1] else found[0]

        background(safe, told)


load(__file__)
