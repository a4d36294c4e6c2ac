"""The games played: go on with one, look at one, and what the dice did in all of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from kivy.core.clipboard import Clipboard
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.background import Ask
from companion.app.games.opening import SavedGame
from companion.app.games.registry import GAMES
from companion.app.json_object import JsonObject
from companion.app.records.naming import delete, name_of, rename
from companion.app.records.page import shared, write_page
from companion.app.records.presenter import (
    ENOUGH_ROLLS,
    card_players,
    card_state,
    card_title,
    shown_games,
    statistics_lines,
)
from companion.app.records.records import Statistics, position_text, write_json
from companion.app.rules.view import open_over
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action
from companion.app.widgets import bar_chart  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import (
    ModalSheet,
    Page,
    SheetColumn,
    Title,
    Words,
    lay_over,
    load,
    press,
    show_actions,
)
from companion.app.widgets.filling import fill
from companion.app.widgets.line import Line
from companion.games.reason import Reason
from companion.referee.errors import error_reason

MOST_SHOWN = 50
# Of a position that is told; a longer one is copied all the same.
MOST_LETTERS = 120


class RecordCard(BoxLayout):
    """One game: how it stands, who played it, what can be done with it, beside that or, `upright`, beneath it."""

    upright = BooleanProperty(False)


class RecordsScreen(Page):
    """`open_game` goes on with a game, or shows it from its beginning when it is over; `ask` is for what takes long,
    `analyse` tells what the turns of a game were worth, `share` shows where its page is to be seen on the local net.
    """

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        open_game: Callable[[SavedGame], None],
        ask: Ask,
        leave: Callable[[], None],
        analyse: Callable[[SavedGame], None],
        share: Callable[[bytes, JsonObject], None],
        **kwargs: object,
    ) -> None:
        self.texts, self.leave = texts, leave
        self._open, self._ask, self._analyse, self._share = open_game, ask, analyse, share
        self._games: list[SavedGame] = []
        self._shown = ""
        self._filling: Any = None
        self._sheet: ModalSheet | None = None
        super().__init__(**kwargs)
        theme.bind(touch=self._fit_filters)

    def fill(self, games: list[SavedGame], found: Statistics) -> None:
        """Show the games, some with every frame, and what came of them."""
        self._games = games
        # A handful of rolls says nothing of dice.
        enough = found.rolled >= ENOUGH_ROLLS
        self.ids.chart.opacity, self.ids.chart.size_hint_y = (1, 0.5) if enough else (0, 0.001)
        self.ids.chart.values = tuple((str(value), found.dice.get(value, 0)) for value in range(1, 7))
        self.ids.chart.spreads = tuple(found.spread(value) for value in range(1, 7))
        self.ids.figures.text = "\n".join(statistics_lines(self.texts, found))
        statistics = self.ids.statistics
        if self.ids.figures.text:
            statistics.opacity = 1
        else:
            statistics.parent.remove_widget(statistics)
        self._show()

    def _fit_filters(self, *_: object) -> None:
        self.ids.filters.height = theme.touch if self.ids.filters.children else 0

    def _show(self) -> None:
        """Show the cards of the games that are asked for."""
        t, rows = self.texts, self.ids.rows
        played = list(dict.fromkeys(each.game for each in self._games))
        filters = [("", t("records.all")), *((game, t(f"game.{game}")) for game in played)] if len(played) > 1 else []
        actions = [
            Action(f"only {game}", words, "chosen" if game == self._shown else "plain") for game, words in filters
        ]
        show_actions(self.ids.filters, actions, lambda action: self._only(action.name.partition(" ")[2]))
        self._fit_filters()
        if self._filling:
            self._filling.cancel()
        rows.clear_widgets()
        games = shown_games(self._games, self._shown)
        if not games:
            choose = press("choose", t("records.choose"), self.leave, "accent")
            for part in (Title(text=t("records.none")), Words(text=t("records.none.says")), choose):
                rows.add_widget(part)
        self._filling = fill(rows, [partial(self._card, game) for game in games[:MOST_SHOWN]])

    def _only(self, game: str) -> None:
        self._shown = game
        self._show()

    def _card(self, game: SavedGame) -> RecordCard:
        t, card = self.texts, RecordCard()
        picture = GAMES[game.game].emblem()
        if picture is not None:
            if _standing(game.grid):
                picture.picture = replace(picture.picture, grid=_standing(game.grid))
            card.ids.picture.add_widget(picture)
        card.ids.title.text = card_title(t, game)
        for name, won in card_players(t, game):
            card.ids.players.add_widget(Words(text=name, bold=won, color=theme.good if won else theme.ink))
        card.ids.state.text = card_state(t, game, datetime.now())
        last = game.folder.name
        actions = (
            Action(
                f"open {last}",
                t("do.look" if game.over else "do.resume"),
                here=partial(self._open, game),
                icon="show" if game.over else "resume",
            ),
            Action(f"share {last}", t("do.sharing"), here=partial(self._serve, game.folder)),
            Action(f"more {last}", t("do.more"), here=partial(self._more, game)),
        )
        show_actions(card.ids.actions, actions, lambda action: action.here and action.here())
        return card

    def _more(self, game: SavedGame) -> None:
        """Open a sheet with what is seldom done with a game."""
        t, last = self.texts, game.folder.name
        self._sheet, column = ModalSheet(width=theme.touch * 9), SheetColumn()
        line = Line(name=f"name {last}", text=game.name, hint_text=t("records.name"))
        line.size_hint_y, line.height = None, theme.touch
        column.add_widget(line)
        for name, key, act in (
            ("rename", "do.rename", lambda: self._rename(game, line.text)),
            ("rules", "do.rules", partial(self._rules, game)),
            ("analyse", "do.analyse", partial(self._analyse, game)),
            ("page", "do.page", partial(self._save, partial(write_page, game.folder, t.language))),
            ("json", "do.send", partial(self._save, partial(write_json, game.folder))),
            ("text", "do.text", partial(self._text, game.folder)),
            ("delete", "do.delete", partial(self._ask_to_delete, game)),
        ):
            tone = "bad" if name == "delete" else "plain"
            column.add_widget(press(f"{name} {last}", t(key), partial(self._close_and_do, act), tone))
        lay_over(self._sheet, card_title(t, game), column, t("do.close"))

    def _close_and_do(self, act: Callable[[], object]) -> None:
        if self._sheet:
            self._sheet.dismiss()
        act()

    def _rules(self, game: SavedGame) -> None:
        if book := GAMES[game.game].book():
            open_over(self.texts, game.game, book)

    def _rename(self, game: SavedGame, name: str) -> None:
        try:
            rename(game.folder, name)
        except OSError as error:
            self.trouble(error_reason(error))
            return
        self._games = [replace(each, name=name_of(game.folder)) if each is game else each for each in self._games]
        self._show()

    def _ask_to_delete(self, game: SavedGame) -> None:
        """Ask before a game is deleted."""
        t = self.texts
        sure = partial(self._close_and_do, partial(self._delete, game))
        column = SheetColumn(Words(text=t("records.delete.says")), press("really delete", t("do.delete"), sure, "bad"))
        self._sheet = lay_over(ModalSheet(width=theme.touch * 9), card_title(t, game), column, t("do.cancel"))

    def _delete(self, game: SavedGame) -> None:
        try:
            delete(game.folder)
        except OSError as error:
            self.trouble(error_reason(error))
        self._games = [each for each in self._games if each is not game or game.folder.exists()]
        self._show()

    def _serve(self, folder: Path) -> None:
        """Serve the page about a game, for others to look at."""
        self._ask(partial(shared, folder, self.texts.language), lambda found: self._share(*found), self.trouble)

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


def _standing(grid: Mapping[str, str]) -> dict[str, str]:
    """Return the things on a table; empty places only if no place is without a thing."""
    return {place: thing for place, thing in grid.items() if thing}


load(__file__)
