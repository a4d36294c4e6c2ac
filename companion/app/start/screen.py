"""The start screen: choose a game and how it is played, or go on with one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.app.devices.devices import Devices
from companion.app.games.opening import GameSetup, SavedGame
from companion.app.games.registry import GAMES
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action, ShownChoice
from companion.app.widgets.choices import ChoiceRow
from companion.app.widgets.controls import (
    ButtonRow,
    ModalSheet,
    Page,
    SheetColumn,
    Small,
    Words,
    lay_over,
    load,
    show_actions,
)
from companion.app.widgets.filling import fill, work_through
from companion.app.widgets.lettering import hyphens
from companion.app.widgets.line import Line

if TYPE_CHECKING:
    from companion.app.lesson.learning_screens import LearningScreens

# How many lines of small letters a card must be high for a title with all that is told beneath, or with a line of it.
ALL_LINES, LINES = 6.5, 3.6


class GameButton(ButtonBehavior, BoxLayout):
    """A game to choose; all titles are as large as the `longest` of them, and the longest part of a `word`, can be.
    `who` may play for how long, and what the game `says`, are told as far as there is room for it in all of them.
    """

    name = StringProperty("")
    title = StringProperty("")
    longest = StringProperty("")
    word = StringProperty("")
    who = StringProperty("")
    says = StringProperty("")
    told = StringProperty("")
    chosen = BooleanProperty(False)

    def on_size(self, *_: object) -> None:
        lines = self.height / (theme.small * 1.2)
        self.told = f"{self.who}\n{self.says}" if lines > ALL_LINES else self.who if lines > LINES else ""


class FirstWords(Small):
    """Shows what to do first, where earlier games would stand."""


@dataclass(frozen=True)
class StartWishes:
    """Holds what the start screen may ask for: to `begin` what is chosen, to go on with a kept game or play it again,
    to open the screens for `learning` a game, made when one is asked for, and the other screens by their names.
    """

    begin: Callable[[GameSetup], None]
    resume: Callable[[SavedGame], None]
    play_again: Callable[[SavedGame], None]
    learning: "Callable[[], LearningScreens]"
    elsewhere: Mapping[str, Callable[[], None]]


class StartScreen(Page):
    """Chooses a game and how it is played."""

    texts = ObjectProperty(None)
    # Whether the choices are the thing to go on with, rather than a game of before.
    chosen = BooleanProperty(True)

    def __init__(self, texts: Texts, presenter: StartPresenter, wishes: StartWishes, **kwargs: object) -> None:
        self.texts, self.presenter, self._wishes = texts, presenter, wishes
        # The question that is open, "" for the first one.
        self._asked = ""
        self._options: BoxLayout | None = None
        self._offers: tuple[Action, ...] = ()
        self._rows: list[ChoiceRow] = []
        self._filling: Any = None
        self._emblems = False
        self._told = Words(bold=True, color=theme.bad)
        self._players = ButtonRow()
        self._names = BoxLayout(size_hint_y=None, height=0, spacing=theme.gap)
        self._sides: tuple[tuple[str, str], ...] = ()
        super().__init__(**kwargs)
        self._show_games()
        self._show_elsewhere()
        theme.bind(narrow=self._show_elsewhere, touch=self._fit_names)
        for widget in (Words(text=texts("choice.players"), bold=True), self._players, self._names):
            self.ids.choices.add_widget(widget)

    def _show_elsewhere(self, *_: object) -> None:
        """The other screens, in short words where there is little room."""
        t = self.texts
        words = {"records": "do.records", "guide": "do.guide.short"}
        words["settings"] = "do.settings.short" if theme.narrow else "do.settings"
        actions = [Action(name, t(key), here=self._wishes.elsewhere[name]) for name, key in words.items()]
        show_actions(self.ids.elsewhere, actions, lambda action: action.here and action.here())

    def again(self, devices: Devices, names: Sequence[str] = ()) -> None:
        """Show the screen anew, with what was chosen when it was left and the devices that are there now; `names` are
        those of earlier players."""
        self.presenter.devices = devices
        # The line to go on by has its place from the start: nothing moves when it comes.
        self.ids.resume.clear_widgets()
        known = [Action(f"known {name}", name) for name in names]
        show_actions(self._names, known, lambda action: self._enter_name(action.label))
        self._fit_names()
        self._take_back()
        # What there is to choose follows with the next frame, lest one takes too long.
        Clock.schedule_once(lambda _dt: self.refresh(), 0)

    def _fit_names(self, *_: object) -> None:
        self._names.height = theme.touch if self._names.children else 0

    def refresh(self) -> None:
        """Show what is chosen: rows that are there take over another choice, others are made frame by frame."""
        for button in self.ids.games.children:
            button.chosen = button.name == f"game {self.presenter.game}"
        self._show_learning()
        self._show_players()
        self._show_options()
        if self._filling:
            self._filling.cancel()
        choices = self.presenter.choices()
        names = [choice.name for choice in choices]
        asked = self._asked if self._asked in names else next(iter(names), "")
        for row, choice in zip(self._rows, choices, strict=False):
            row.show(choice, folded=choice.name != asked)
        while len(self._rows) > len(choices):
            self.ids.choices.remove_widget(self._rows.pop())
        more = choices[len(self._rows) :]
        makers = [partial(self._make_row, choice, folded=choice.name != asked) for choice in more]
        self._filling = fill(self.ids.choices, makers) if makers else None

    def _show_learning(self) -> None:
        """Show the buttons for learning the game and setting its options."""
        t, game, learning = self.texts, self.presenter.game, self._wishes.learning
        puzzles = Action("puzzles", t("do.puzzles"), here=lambda: learning().puzzles(game))
        actions = (
            Action("teach", t("do.teach"), here=lambda: learning().lesson(game)),
            *((puzzles,) if GAMES[game].has_puzzles else ()),
            Action("rules", t("do.rules"), here=lambda: learning().rules(game)),
            Action("options", self.presenter.options_words(), here=self.open_options),
            Action("far", t("far.button"), here=self._wishes.elsewhere["far"]),
        )
        show_actions(self.ids.learning, actions, lambda action: action.here and action.here())

    def _make_row(self, choice: ShownChoice, *, folded: bool) -> ChoiceRow:
        self._rows.append(ChoiceRow(choice, self._choose, self._type, self._ask, folded=folded))
        return self._rows[-1]

    def _ask(self, name: str) -> None:
        """Ask one of the questions; the others show what is chosen."""
        self._asked = name
        self.refresh()

    def open_options(self) -> None:
        """Open a sheet with all that is seldom chosen."""
        self._options = SheetColumn(spacing=theme.gap * 1.5)
        sheet = ModalSheet(width=self.width * 0.8, on_dismiss=lambda _sheet: setattr(self, "_options", None))
        title = self.texts("options.title", game=self.texts(f"game.{self.presenter.game}"))
        lay_over(sheet, title, self._options, self.texts("do.close"))
        self._show_options()

    def _show_options(self) -> None:
        box = self._options
        if box is None:
            return
        options = self.presenter.options()
        rows = list(reversed(box.children))
        for row, choice in zip(rows, options, strict=False):
            row.show(choice)
        for row in rows[len(options) :]:
            box.remove_widget(row)
        for choice in options[len(rows) :]:
            box.add_widget(ChoiceRow(choice, self._choose, self._type))

    def start(self) -> None:
        """Begin the game that is chosen, or say what it lacks."""
        if trouble := self.presenter.trouble:
            self.tell(trouble)
            self.ids.scroll.scroll_y = 1
        else:
            self._wishes.begin(self.presenter.setup())

    def found(self, devices: Devices) -> None:
        """Offer the devices that are there now."""
        if devices != self.presenter.devices:
            self.presenter.devices = devices
            if not any(getattr(widget, "focus", False) for widget in self.ids.choices.walk()):
                self.refresh()

    def tell(self, message: str) -> None:
        """Say what went wrong, above everything else."""
        if self._told.parent is None:
            self.ids.choices.add_widget(self._told, index=len(self.ids.choices.children))
        self._told.text = message

    def _take_back(self) -> None:
        """Take back an error message that is settled or old."""
        if self._told.parent:
            self.ids.choices.remove_widget(self._told)

    def _show_games(self) -> None:
        games = self.presenter.games()
        titles = [title for _, title, _, _ in games]
        parts = [part for title in titles for word in title.split() for part in hyphens.parts(word)]
        longest, word = max(titles, key=len), max(parts, key=len)
        for name, title, who, says in games:
            button = GameButton(name=f"game {name}", title=title, who=who, says=says, longest=longest, word=word)
            button.bind(on_release=lambda _button, name=name: self._choose_game(name))
            self.ids.games.add_widget(button)
        self.ids.games.bind(height=lambda *_: self._show_emblems())

    def _show_emblems(self) -> None:
        """Pictures come frame by frame, to places that are theirs from the start."""
        if self._emblems:
            return
        self._emblems = True

        def show(button: GameButton) -> None:
            if emblem := GAMES[button.name.partition(" ")[2]].emblem():
                button.ids.emblem.add_widget(emblem)

        draw = iter([partial(show, button) for button in reversed(self.ids.games.children)])
        Clock.schedule_interval(lambda _dt: work_through(draw), 0)

    def _choose_game(self, name: str) -> None:
        self.presenter.game, self._asked = name, ""
        self._prefer(chosen=True)
        self.refresh()
        self.ids.scroll.scroll_y = 1

    def _choose(self, name: str, value: Any) -> None:
        """Take an answer, and ask the next question; an address that is typed stays in sight."""
        self._take_back()
        self._prefer(chosen=True)
        self.presenter.choose(name, value)
        if name == self._asked or not self._asked:
            choices = self.presenter.choices()
            at = next((n for n, choice in enumerate(choices) if choice.name == name), len(choices))
            stays = at + 1 >= len(choices) or choices[at].typed is not None
            self._asked = name if stays else choices[at + 1].name
        self.refresh()

    def _type(self, text: str) -> None:
        self._take_back()
        self.presenter.type_stream(text)

    def show_resume(self, games: list[SavedGame]) -> None:
        """Offer to play the last game again, and to go on with the latest one that was not finished."""
        self.presenter.saved = games
        unfinished, last = self.presenter.unfinished, self.presenter.last
        box, self._offers = self.ids.resume, ()
        box.clear_widgets()
        self._prefer(chosen=True)
        if unfinished is None and last is None:
            box.add_widget(FirstWords(text=self.texts("start.welcome")))
            return
        offers = []
        if unfinished:
            words = self.presenter.resume_words(unfinished, datetime.now())
            offers.append(Action("resume", words, here=lambda: self._wishes.resume(unfinished)))
        if last:
            words = self.presenter.again_words(last)
            offers.append(Action("again", words, here=lambda: self._wishes.play_again(last)))
        self._offers = (*offers[:-1], replace(offers[-1], tone="good"))
        self._prefer(chosen=False)

    def _prefer(self, *, chosen: bool) -> None:
        """Fill the button to start what is chosen, or that of a game of before."""
        self.chosen = chosen or not self._offers
        offers = [replace(offer, tone="plain") for offer in self._offers] if self.chosen else self._offers
        if offers:
            show_actions(self.ids.resume, offers, lambda action: action.here and action.here())

    def _enter_name(self, name: str) -> None:
        """Enter a known player's name in an empty field, or remove it if it is already there."""
        fields = [field for field in reversed(self._players.children) if isinstance(field, Line)]
        own = [field for field in fields if field.text.strip() == name]
        if own:
            own[0].text = ""
            return
        free = [field for field in fields if not field.text.strip()]
        (free or fields[-1:])[0].text = name

    def _show_players(self) -> None:
        sides = self.presenter.sides()
        if sides == self._sides:
            return
        self._sides = sides
        self._players.clear_widgets()
        for side, words in sides:
            field = Line(name=f"player {side}", hint_text=words, text=self.presenter.players.get(side, ""))
            field.bind(text=lambda _field, text, side=side: self.presenter.players.update({side: text.strip()}))
            self._players.add_widget(field)


load(__file__)
