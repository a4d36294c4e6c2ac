"""The start screen: choose a game and how it is played, or go on with one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.devices.devices import Devices
from companion.app.games.opening import GameSetup, Kept
from companion.app.games.registry import GAMES
from companion.app.start.presenter import StartPresenter
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.views import Action, ShownChoice
from companion.app.widgets.choices import ChoiceRow
from companion.app.widgets.controls import Page, Small, Words, load, press, show_actions
from companion.app.widgets.filling import fill
from companion.app.widgets.line import Line

ROWS_A_FRAME = 1


class GameButton(ButtonBehavior, BoxLayout):
    """A game to choose; all titles are as large as the `longest` of them can be."""

    name = StringProperty("")
    title = StringProperty("")
    longest = StringProperty("")
    says = StringProperty("")
    chosen = BooleanProperty(False)


class StartScreen(Page):
    """`begin` takes the setup chosen, `resume` the game to go on with."""

    texts = ObjectProperty(None)

    def __init__(
        self,
        texts: Texts,
        presenter: StartPresenter,
        begin: Callable[[GameSetup], None],
        resume: Callable[[Kept], None],
        open_records: Callable[[], None],
        open_settings: Callable[[], None],
        open_guide: Callable[[], None],
        open_lesson: Callable[[str], None],
        **kwargs: object,
    ) -> None:
        self.texts = texts
        self.presenter = presenter
        self._begin, self._resume = begin, resume
        self.open_records, self.open_settings = open_records, open_settings
        self.open_guide, self._open_lesson = open_guide, open_lesson
        self._rows: list[ChoiceRow] = []
        self._filling: Any = None
        self._emblems = False
        self._told = Words(bold=True, color=theme.bad)
        self._players = BoxLayout(size_hint_y=None, height=theme.touch, spacing=theme.gap)
        self._names = BoxLayout(size_hint_y=None, height=0, spacing=theme.gap)
        self._sides: tuple[tuple[str, str], ...] = ()
        super().__init__(**kwargs)
        self._show_games()
        for widget in (Words(text=texts("choice.players"), bold=True), self._players, self._names):
            self.ids.choices.add_widget(widget)

    def again(self, devices: Devices, names: Sequence[str] = ()) -> None:
        """Show the screen anew, with what was chosen when it was left and the devices that are there now; `names` are
        those of earlier players."""
        self.presenter.devices = devices
        # The line to go on by has its place from the start: nothing moves when it comes.
        self.ids.resume.clear_widgets()
        self._names.height = theme.touch if names else 0
        known = [Action(f"known {name}", name) for name in names]
        show_actions(self._names, known, lambda action: self._enter_name(action.label))
        self._take_back()
        # What there is to choose follows with the next frame, lest one takes too long.
        Clock.schedule_once(lambda _dt: self.refresh(), 0)

    def refresh(self) -> None:
        """Show what is chosen: rows that are there take over another choice, others are made frame by frame."""
        for button in self.ids.games.children:
            button.chosen = button.name == f"game {self.presenter.game}"
        self._show_players()
        if self._filling:
            self._filling.cancel()
        choices = self.presenter.choices()
        for row, choice in zip(self._rows, choices, strict=False):
            row.show(choice)
        while len(self._rows) > len(choices):
            self.ids.choices.remove_widget(self._rows.pop())
        makers = [partial(self._make_row, choice) for choice in choices[len(self._rows) :]]
        self._filling = fill(self.ids.choices, makers, ROWS_A_FRAME) if makers else None

    def _make_row(self, choice: ShownChoice) -> ChoiceRow:
        self._rows.append(ChoiceRow(choice, self._choose, self._type))
        return self._rows[-1]

    def teach(self) -> None:
        """How to play the game that is chosen."""
        self._open_lesson(self.presenter.game)

    def start(self) -> None:
        """Begin the game that is chosen, or say what it lacks."""
        if trouble := self.presenter.trouble:
            self.tell(trouble)
            self.ids.scroll.scroll_y = 1
        else:
            self._begin(self.presenter.setup())

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
        """What went wrong is put right, or was long ago."""
        if self._told.parent:
            self.ids.choices.remove_widget(self._told)

    def _show_games(self) -> None:
        games = self.presenter.games()
        longest = max((title for _, title, _ in games), key=len)
        for name, title, says in games:
            button = GameButton(name=f"game {name}", title=title, says=says, longest=longest)
            button.bind(on_release=lambda _button, name=name: self._choose_game(name))
            self.ids.games.add_widget(button)
        self.ids.games.bind(height=lambda *_: self._show_emblems())

    def _show_emblems(self) -> None:
        """Pictures come frame by frame, to places that are theirs from the start."""
        if self._emblems:
            return
        self._emblems = True

        def show(button: GameButton) -> Widget | None:
            emblem = GAMES[button.name.partition(" ")[2]].emblem()
            if emblem is not None:
                button.ids.emblem.add_widget(emblem)
            return None

        draw = iter([partial(show, button) for button in reversed(self.ids.games.children)])
        Clock.schedule_interval(lambda _dt: next((bool(make()) or True for make in draw), False), 0)

    def _choose_game(self, name: str) -> None:
        self.presenter.game = name
        self.refresh()
        self.ids.scroll.scroll_y = 1

    def _choose(self, name: str, value: Any) -> None:
        self._take_back()
        self.presenter.choose(name, value)
        self.refresh()

    def _type(self, text: str) -> None:
        self._take_back()
        self.presenter.type_stream(text)

    def show_resume(self, games: list[Kept]) -> None:
        """Offer to go on with the latest game that was not finished."""
        self.presenter.kept = games
        kept = self.presenter.unfinished
        box = self.ids.resume
        box.clear_widgets()
        if kept is None:
            box.add_widget(Small(text=self.texts("start.welcome"), size_hint_y=1, valign="middle"))
            return
        box.add_widget(Words(text=self.presenter.resume_words(kept), size_hint_y=1, valign="middle"))
        button = press("resume", self.texts("do.resume"), lambda: self._resume(kept), "good")
        button.size_hint_x, button.width = None, theme.touch * 3
        box.add_widget(button)

    def _enter_name(self, name: str) -> None:
        """A known player plays: where no name stands yet, or no longer where his stands."""
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
