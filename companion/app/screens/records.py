"""The games played: go on with one, look at one, and what the dice did in all of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.clipboard import Clipboard
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.play.opening import Kept
from companion.app.play.records import position_text, statistics, write_page
from companion.app.present.records import figures, kept_words
from companion.app.texts import Texts
from companion.app.theme import theme
from companion.app.widgets import bar_chart  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import Page, Small, Words, load, press
from companion.games.errors import GameError
from companion.referee.errors import RefereeError

MOST_SHOWN = 50


class RecordsScreen(Page):
    """`open_game` goes on with a game, or shows it from its beginning when it is over."""

    texts: Any = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        kept: list[Kept],
        open_game: Callable[[Kept], None],
        leave: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        self.texts, self.leave = texts, leave
        self._open = open_game
        super().__init__(**kwargs)
        for game in kept[:MOST_SHOWN]:
            self._add(game)
        if not kept:
            self.ids.rows.add_widget(Words(text=texts("records.none")))
        found = statistics(game.folder for game in kept)
        self.ids.chart.values = tuple((str(value), found.dice.get(value, 0)) for value in range(1, 7))
        self.ids.figures.text = "\n".join(figures(texts, found))

    def _add(self, game: Kept) -> None:
        row = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap * 0.7)
        words = Small(text=kept_words(self.texts, game), size_hint_y=1, valign="middle")
        words.bind(size=lambda label, size: setattr(label, "text_size", size))
        row.add_widget(words)
        for name, key, act in (
            ("open", "do.resume" if not game.over else "do.look", partial(self._open, game)),
            ("page", "do.page", partial(self._page, game.folder)),
            ("text", "do.text", partial(self._text, game.folder)),
        ):
            button = press(f"{name} {game.folder.name}", self.texts(key), act)
            button.size_hint_x, button.width, button.font_size = None, theme.touch * 1.85, theme.small
            row.add_widget(button)
        self.ids.rows.add_widget(row)

    def _page(self, folder: Path) -> None:
        self._tell(lambda: self.texts("records.saved", path=write_page(folder)))

    def _text(self, folder: Path) -> None:
        def copy() -> str:
            text = position_text(folder)
            Clipboard.copy(text)
            return text

        self._tell(copy)

    def _tell(self, act: Callable[[], str]) -> None:
        try:
            self.ids.told.text = act()
        except (RefereeError, GameError, OSError) as error:
            self.ids.told.text = str(error)


load(__file__)
