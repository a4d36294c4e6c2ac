"""The screen of a watched game of Pyramid Ball: that of refereed games with timer, programs and turns to follow."""

from collections.abc import Callable, Mapping

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.games.ball.clocked_card import ClockedCard
from companion.app.games.ball.field_view import FieldView
from companion.app.games.ball.following_clock import FollowingClock
from companion.app.games.ball.program_shown import ShownSheet
from companion.app.games.ball.program_tiles import ProgramTiles
from companion.app.games.ball.score_view import BallScoreView
from companion.app.games.ball.sheet_view import SheetView
from companion.app.games.ball.thing_button import ThingButton
from companion.app.games.ball.watched_presenter import BallView, WatchedPresenter
from companion.app.games.refereed_screen import Parts, RefereedScreen
from companion.app.games.refereed_state import AnyState
from companion.app.intents import Send
from companion.app.theme import theme
from companion.app.widgets.controls import show_actions
from companion.games.pyramid_ball.board import PLAYERS


class WatchedBallScreen(RefereedScreen):
    """`play_sound` is called with the name of a sound that is due."""

    presenter: WatchedPresenter

    def __init__(
        self,
        presenter: WatchedPresenter,
        send: Send,
        leave: Callable[[], None],
        play_sound: Callable[[str], None],
        **kwargs: object,
    ) -> None:
        score, nothing = BallScoreView(), presenter.texts.stack("")

        def button(thing: str, name: str) -> ThingButton:
            return ThingButton(thing=thing, name=name, colours=score.colours, text="" if thing else nothing)

        super().__init__(presenter, Parts(FieldView, score, button), send, leave, **kwargs)
        self.clock = ClockedCard(self.ids.card, self.ids.words, play_sound)
        self._following = FollowingClock(self._again)
        self.sheet, self.tiles = SheetView(), ProgramTiles()
        self._under_tiles = BoxLayout(spacing=theme.gap, size_hint_y=None, height=theme.touch)
        for _ in PLAYERS:
            self._under_tiles.add_widget(BoxLayout(spacing=theme.gap))
        self._programs = BoxLayout(orientation="vertical", spacing=theme.gap, size_hint_y=None)
        self._programs.add_widget(self.tiles)
        self._programs.add_widget(self._under_tiles)
        for view in (self.sheet, self.tiles):
            view.bind(on_spot=lambda _view, spot: self._tap_command(spot))

    def begin(self, players: Mapping[str, str]) -> None:
        super().begin(players)
        self.clock.begin()
        self._lay_out(None)

    def show(self, state: AnyState) -> None:
        super().show(state)
        view = self.view
        assert isinstance(view, BallView)
        self.score.colours = self.tiles.colours = view.colours
        if view.since is not None and not self.clock.timer.running:
            self.clock.timer.start(view.since)
        elif view.since is None:
            self.clock.finish()
        self.clock.tick()
        self._lay_out(view)
        self._following.follow(self.presenter.following)

    def close(self) -> None:
        super().close()
        self.clock.close()
        self._following.stop()

    def _tap_command(self, spot: str) -> None:
        if self.shown and self.view and isinstance(self.view, BallView) and self.view.sheet:
            if intent := self.presenter.desk.tap(self.shown, spot):
                self._send(intent)
            self.show(self.shown)

    def _again(self) -> None:
        if self.shown:
            self.show(self.shown)

    def _lay_out(self, view: BallView | None) -> None:
        """While programs are checked their picture takes the board's place, and their tiles that of the score."""
        sheet = view.sheet if view else None
        pictured = sheet if sheet and sheet.picture else ShownSheet(view.proof, (), ()) if view and view.proof else None
        _take_place(self.ids.board_box, self.sheet if pictured else self.board)
        if pictured:
            self.sheet.show_sheet(pictured)
        lower, scrubber = self.ids.lower, self.ids.scrubber.parent
        column = self.ids.side_panel
        if sheet and self._programs.parent is None:
            column.add_widget(self._programs, index=column.children.index(lower) + 1)
        elif not sheet and self._programs.parent:
            column.remove_widget(self._programs)
        for widget in (lower, scrubber):
            usual = theme.touch if widget is scrubber or theme.narrow else 132 * theme.unit
            widget.height, widget.opacity = (0, 0) if sheet else (usual, 1)
            widget.disabled = bool(sheet)
        if self.shown:
            self._show_picture(None if sheet else self.shown.picture)
        if sheet:
            rows = 4 if any(command.place == "S4" for each in sheet.programs for command in each.commands) else 3
            self._programs.height = theme.touch * (rows + 1) + theme.small * 1.5 + theme.gap
            self.tiles.programs = sheet.programs
            for box, program in zip(reversed(self._under_tiles.children), sheet.programs, strict=True):
                show_actions(box, self.presenter.desk.laid_out(program), self.act)


def _take_place(box: Widget, shown: Widget) -> None:
    """Have one widget alone in a box."""
    if box.children != [shown]:
        box.clear_widgets()
        box.add_widget(shown)
