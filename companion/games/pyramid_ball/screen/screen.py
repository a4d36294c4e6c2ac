"""The screen of Pyramid Ball: that of all games, with timer, programs and turns to follow."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.games.presenter import TablePresenter, TableView
from companion.app.games.screen import Parts, TableScreen
from companion.app.games.state import AnyState
from companion.app.intents import Send
from companion.app.theme import theme
from companion.app.widgets.controls import ButtonRow, show_actions
from companion.app.widgets.lettering import in_a_line
from companion.games.pyramid_ball.rules.board import PLAYERS
from companion.games.pyramid_ball.screen.clocked_card import ClockedCard
from companion.games.pyramid_ball.screen.following_clock import FollowingClock
from companion.games.pyramid_ball.screen.presenter import BallShown
from companion.games.pyramid_ball.screen.program_desk import laid_out, tap
from companion.games.pyramid_ball.screen.program_shown import ShownSheet
from companion.games.pyramid_ball.screen.program_tiles import ProgramTiles
from companion.games.pyramid_ball.screen.reveal_photo import RevealPhoto
from companion.games.pyramid_ball.screen.screen_state import BallScreenState
from companion.games.pyramid_ball.screen.sheet_view import SheetView

# Height of a row of commands on a phone held sideways, in controls: the question needs room above it.
LOW_ROW = 0.52


class BallScreen(TableScreen):
    """`play_sound` is called with the name of a sound that is due."""

    def __init__(
        self,
        presenter: TablePresenter,
        parts: Parts,
        send: Send,
        leave: Callable[[], None],
        play_sound: Callable[[str], None],
        **kwargs: object,
    ) -> None:
        super().__init__(presenter, parts, send, leave, **kwargs)
        self.clock = ClockedCard(self.ids.card, self.ids.words, play_sound, lambda _state: self._again())
        self._following = FollowingClock(self._again)
        self._reveal = RevealPhoto()
        self.sheet, self.tiles = SheetView(), ProgramTiles()
        self._under_tiles = ButtonRow()
        for _ in PLAYERS:
            self._under_tiles.add_widget(BoxLayout(spacing=theme.gap))
        self._programs = BoxLayout(orientation="vertical", spacing=theme.gap, size_hint_y=None)
        self._programs.add_widget(self.tiles)
        self._programs.add_widget(self._under_tiles)
        for view in (self.sheet, self.tiles):
            view.bind(on_spot=lambda _view, spot: self._tap_command(spot))

    @property
    def _here(self) -> BallScreenState:
        found: BallScreenState = self.presenter.here.own
        return found

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.clock.begin()
        self._lay_out(BallShown())

    def show(self, state: AnyState) -> None:
        self._here.clock = self.clock.timer.state
        super().show(state)
        follows = state.source == "camera" and self._here.follower.turn is not None
        if (photo := self._reveal.photo(self.photo, follows=follows)) != self.photo:
            self.photo = photo
            super().show(state)
        assert self.view
        shown: BallShown = self.view.own
        self.score.colours = self.tiles.colours = shown.colours
        if shown.since is not None and not self.clock.timer.running:
            self.clock.timer.start(shown.since)
        elif shown.since is None:
            self.clock.finish()
        self.clock.tick()
        self._lay_out(shown)
        self._following.follow(self._here.follower.turn)

    def hold(self, spot: str) -> None:
        """Ignore long presses while a program is entered: they would end that."""
        if self.shown is None or self.shown.own.entry is None:
            super().hold(spot)

    def _make_room(self) -> None:
        """While the minute runs the clock is what is read, and the headline a line."""
        super()._make_room()
        if self.view and isinstance(self.view.own, BallShown) and self.view.own.since is not None:
            width = self.ids.side_panel.width - theme.gap * 5
            self.hero = in_a_line(self.ids.headline.text, theme.verdict, width) / theme.verdict

    def _show_buttons(self, view: TableView) -> None:
        """On a phone held sideways the programs need the room of a row above them."""
        if theme.narrow and view.own.sheet and view.rows:
            view = replace(view, rows=view.rows[:-1], actions=(*view.rows[-1], *view.actions))
        super()._show_buttons(view)

    def close(self) -> None:
        super().close()
        self.clock.close()
        self._following.stop()

    def _tap_command(self, spot: str) -> None:
        if self.shown and self.view and self.view.own.sheet:
            if intent := tap(self.shown, spot, self._here):
                self._send(intent)
            self.show(self.shown)

    def _again(self) -> None:
        if self.shown:
            self.show(self.shown)

    def _lay_out(self, shown: BallShown) -> None:
        """While programs are checked, show their picture in place of the board and their tiles in that of the score."""
        if self.shows_setup:
            return
        sheet = shown.sheet
        pictured = sheet if sheet and sheet.picture else ShownSheet(shown.proof, (), ()) if shown.proof else None
        _take_place(self.ids.board_box, self.sheet if pictured else self.table_view)
        if pictured:
            self.sheet.show_sheet(pictured)
        if sheet:
            self._show_tiles(sheet)
        elif self._programs.parent:
            self._programs.parent.remove_widget(self._programs)
        self.covered = bool(sheet)
        if self.shown:
            self._show_picture(None if sheet else self.shown.picture)
        self._make_room()

    def _show_tiles(self, sheet: ShownSheet) -> None:
        assert self.shown
        column = self.ids.side_panel
        if self._programs.parent is None:
            column.add_widget(self._programs, index=column.children.index(self.ids.lower) + 1)
        rows = 4 if any(command.place == "S4" for each in sheet.programs for command in each.commands) else 3
        row = LOW_ROW if theme.narrow else 1.0
        self._programs.height = theme.touch * (rows * row + 1) + theme.small * 1.5 + theme.gap
        self.tiles.programs, t = sheet.programs, self.presenter.words(self.shown)
        for box, program in zip(reversed(self._under_tiles.children), sheet.programs, strict=True):
            show_actions(box, laid_out(t, program, self._here), self.act)


def _take_place(box: Widget, shown: Widget) -> None:
    """Make a widget the only one in a box."""
    if box.children != [shown]:
        box.clear_widgets()
        box.add_widget(shown)
