"""The screen of a game played by touch: its board on the left, what is said and offered on the right."""

from collections.abc import Callable, Mapping, Sequence

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.games.engine_presenter import PlayPresenter, PlayView
from companion.app.games.engine_table import EngineState
from companion.app.games.table_screen import TableScreen
from companion.app.intents import Send
from companion.app.theme import theme
from companion.app.views import Action, ShownDie
from companion.app.widgets import scrubber  # noqa: F401 - the .kv file names it
from companion.app.widgets.controls import ModalSheet, lay_over, load, show_actions, show_rows, show_rule
from companion.app.widgets.dice_sheet import dice_rows, dice_sheet
from companion.app.widgets.die_slot import DieSlot

MOST_ROWS = 2


class PlayScreen(TableScreen):
    """`board` is the game's widget, with a `picture` and an event `on_spot`."""

    presenter: PlayPresenter
    texts = ObjectProperty(None)
    tone = StringProperty("plain")

    def __init__(
        self, presenter: PlayPresenter, board: Widget, send: Send, leave: Callable[[], None], **kwargs: object
    ) -> None:
        self.presenter, self.texts, self.board = presenter, presenter.texts, board
        self._send, self.leave = send, leave
        self.shown: EngineState | None = None
        self.view: PlayView | None = None
        self._sheet: ModalSheet | None = None
        super().__init__(**kwargs)
        board.bind(on_spot=lambda _board, spot: self.tap(spot))
        self.ids.board_box.add_widget(board)

    def begin(self, players: Mapping[str, str]) -> None:
        """Make ready for another game."""
        self.presenter.begin(players)
        self.shown = self.view = None
        ids = self.ids
        self.board.picture = None
        ids.title.text = ids.words.text = ids.banner.text = ""
        ids.scrubber.marks = ()
        show_rows(ids.extra, (), self.act)
        show_actions(ids.actions, (), self.act)
        # Until the judge has opened the game.
        self.tone = "plain"
        ids.headline.text = self.texts("table.opening")

    def show(self, state: EngineState) -> None:
        """Take over a new state of the game."""
        self.shown = state
        view = self.view = self.presenter.view(state)
        ids = self.ids
        self.board.picture = view.board
        ids.title.text, ids.headline.text = view.title, view.headline
        ids.words.text = "\n".join(view.words)
        self.tone = view.tone
        ids.banner.text = view.banner
        ids.scrubber.marks = tuple(self.presenter.mark(state, play) for play in state.plays)
        ids.scrubber.at = -1 if view.moment is None else view.moment
        self._show_dice(view)
        show_actions(ids.actions, view.actions, self.act)
        self._show_rows(view)

    def tap(self, spot: str) -> None:
        if self.shown is not None and (intent := self.presenter.tap(self.shown, spot)):
            self._send(intent)
        if self.shown is not None:
            self.show(self.shown)

    def act(self, action: Action) -> None:
        """A button was pressed."""
        if self.shown is None:
            return
        if action.intent:
            self._send(action.intent)
        elif dice := self.presenter.to_type(self.shown, action.name):
            self._ask_dice(dice)
        elif action.name == "now":
            self.look_at(-1)
        elif action.name == "leave":
            self.leave()
        elif action.name == "rematch":
            self.rematch(self.presenter.winners(self.shown))
        elif action.name == "share":
            self.share()
        elif action.name == "rule" and self.shown.fault:
            rule = self.presenter.rule(self.shown, self.shown.fault[0])
            self._sheet = show_rule(rule, self.width, self.texts("do.close"))
        else:
            self.presenter.act(self.shown, action.name)
            self.show(self.shown)

    def result(self) -> tuple[str, ...]:
        return self.presenter.result(self.shown) if self.shown else ("",)

    def _ask_dice(self, dice: Sequence[ShownDie]) -> None:
        self._sheet = sheet = dice_sheet(dice)
        lay_over(sheet, self.texts("dice.title"), dice_rows(dice, self._typed), self.texts("do.close"))

    def _typed(self, values: tuple[int, ...]) -> None:
        self.close()
        if self.shown:
            self._send(self.presenter.typed(self.shown, values))

    def look_at(self, moment: int) -> None:
        self.presenter.moment = None if moment < 0 else moment
        if self.shown:
            self.show(self.shown)

    def close(self) -> None:
        """Close what lies over the screen."""
        if self._sheet:
            self._sheet.dismiss(animation=False)
            self._sheet = None

    def _show_dice(self, view: PlayView) -> None:
        box = self.ids.dice
        box.height = (
            0
            if not view.dice
            else theme.touch
            if theme.narrow or theme.portrait or len(view.dice) > 2
            else 100 * theme.unit
        )
        if len(box.children) != len(view.dice):
            box.clear_widgets()
            for _ in view.dice:
                box.add_widget(DieSlot())
        for slot, die in zip(reversed(box.children), view.dice, strict=True):
            slot.ids.die.colour, slot.ids.die.value = die.colour, die.value or 0
            slot.ids.left.text = die.left
            slot.show_words()

    def _show_rows(self, view: PlayView) -> None:
        box = self.ids.extra
        # On a phone many buttons take the place of the history.
        crowded = theme.narrow and len(view.rows) > MOST_ROWS
        self.ids.scrubber.height = 0 if crowded else theme.touch
        self.ids.scrubber.opacity = 0 if crowded else 1
        show_rows(box, view.rows, self.act)


load(__file__)
