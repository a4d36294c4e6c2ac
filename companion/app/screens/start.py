"""The start screen: choose a game and how it is played, or go on with one."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.textinput import TextInput

from companion.app.play.devices import Devices
from companion.app.play.opening import GameSetup, Kept
from companion.app.present.start import StartPresenter
from companion.app.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.choices import add_choice
from companion.app.widgets.controls import Page, Words, load, press


class GameButton(ButtonBehavior, BoxLayout):
    """A game to choose."""

    name: Any = StringProperty("")
    title: Any = StringProperty("")
    says: Any = StringProperty("")
    chosen: Any = BooleanProperty(False)


class NameInput(TextInput):
    """A player's name."""


class StartScreen(Page):
    """`begin` takes the setup chosen, `resume` the game to go on with."""

    texts: Any = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        presenter: StartPresenter,
        begin: Callable[[GameSetup], None],
        resume: Callable[[Kept], None],
        open_records: Callable[[], None],
        open_settings: Callable[[], None],
        open_guide: Callable[[], None],
        **kwargs: Any,
    ) -> None:
        self.texts = texts
        self.presenter = presenter
        self._begin, self._resume = begin, resume
        self.open_records, self.open_settings = open_records, open_settings
        self.open_guide = open_guide
        super().__init__(**kwargs)
        self._trouble = ""
        self._show_games()
        # What there is to choose follows with the next frame, lest one takes too long.
        Clock.schedule_once(lambda _dt: self.refresh(), 0)

    def refresh(self) -> None:
        """Show what is chosen."""
        for button in self.ids.games.children:
            button.chosen = button.name == f"game {self.presenter.game}"
        box = self.ids.choices
        box.clear_widgets()
        if self._trouble:
            box.add_widget(Words(text=self._trouble, color=theme.bad, bold=True))
        self._add_players(box)
        for choice in self.presenter.choices():
            add_choice(box, choice, self._choose)

    def start(self) -> None:
        self._begin(self.presenter.setup())

    def found(self, devices: Devices) -> None:
        """Offer the devices that are there now."""
        if devices != self.presenter.devices:
            self.presenter.devices = devices
            if not any(getattr(widget, "focus", False) for widget in self.ids.choices.walk()):
                self.refresh()

    def tell(self, message: str) -> None:
        """Say what went wrong, above everything else."""
        self._trouble = message
        self.refresh()

    def _show_games(self) -> None:
        for name, title, says in self.presenter.games():
            button = GameButton(name=f"game {name}", title=title, says=says)
            button.bind(on_release=lambda _button, name=name: self._choose_game(name))
            self.ids.games.add_widget(button)

    def _choose_game(self, name: str) -> None:
        self.presenter.game = name
        self.refresh()
        self.ids.scroll.scroll_y = 1

    def _choose(self, name: str, value: Any) -> None:
        self.presenter.choose(name, value)
        self.refresh()

    def show_resume(self, games: list[Kept]) -> None:
        """Offer to go on with the latest game that was not finished."""
        self.presenter.kept = games
        kept = self.presenter.unfinished
        if kept is None:
            return
        box = self.ids.resume
        box.height = theme.touch
        box.add_widget(Words(text=self.presenter.resume_words(kept), size_hint_y=1, valign="middle"))
        button = press("resume", self.texts("do.resume"), lambda: self._resume(kept), "good")
        button.size_hint_x, button.width = None, theme.touch * 3
        box.add_widget(button)

    def _add_players(self, box: Any) -> None:
        box.add_widget(Words(text=self.texts("choice.players"), bold=True))
        row = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap)
        for side, words in self.presenter.sides():
            field = NameInput(hint_text=words, text=self.presenter.players.get(side, ""))
            field.bind(text=lambda _field, text, side=side: self.presenter.players.update({side: text.strip()}))
            row.add_widget(field)
        box.add_widget(row)


load(__file__)
