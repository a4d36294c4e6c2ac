"""The screen of a game, whichever it is: its board on the left, what is said and offered on the right."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import Any, NamedTuple

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.games.buttons import answer, can_report, one_main
from companion.app.games.deeds import Correct, Follow, GoOn, Pause, SetCorners
from companion.app.games.doubt_strip import DoubtStrip
from companion.app.games.far_words import known_players, with_far
from companion.app.games.large_picture import LargePicture
from companion.app.games.presenter import OfferedReading, TablePresenter, TableView, on_camera, on_photo
from companion.app.games.setting_words import chip
from companion.app.games.shares import Shares, share_of
from companion.app.games.state import AnyState
from companion.app.games.table import do
from companion.app.games.words import result, sure
from companion.app.intents import Send
from companion.app.theme import theme
from companion.app.views import Action, BoardPicture, ShownDie, ShownPicture, Tone
from companion.app.widgets import scrubber  # noqa: F401 - the .kv file names them
from companion.app.widgets.clock_bar import ClockBar
from companion.app.widgets.controls import (
    Banner,
    Card,
    ModalSheet,
    Page,
    SheetColumn,
    Small,
    Words,
    lay_over,
    load,
    press,
    show_actions,
    show_alone,
    show_rows,
)
from companion.app.widgets.dice_sheet import dice_rows
from companion.app.widgets.die_slot import DieSlot
from companion.app.widgets.filling import fill
from companion.app.widgets.icon_button import IconButton, SpeakerButton
from companion.app.widgets.icons import ICONS
from companion.app.widgets.lettering import LINE_HEIGHT, height_of
from companion.app.widgets.photo_board import PhotoBoard
from companion.app.widgets.qr_code import LargeCode
from companion.referee.asking_here import OnTable

# Tiles in a row of the sheet that asks what lies on a place, at most; it is never narrower than the least of them.
MOST_TILES, LEAST_TILES = 6, 3
# Between two hops of a suggestion that is played.
HOP_SECONDS = 0.6
# More rows of buttons than this take the place of how things stand, and on a phone of the history.
MOST_ROWS = 2
# How far what is beside the verdict gives way, and from where on dice are small.
TIGHTEST, SMALL_DICE = 5, 2
# How much larger than usual the verdict may be, and the sentences below it, and how much of its card it then fills.
HEROES, MOST_BODY, FULL = (1.6, 1.45, 1.3, 1.15), 1.25, 0.8
# How much smaller it is where there is too little room.
SMALLER = (1.0, 0.85, 0.7, 0.6)
# How much of an upright display's board the verdict may take.
MOST_GIVEN = 0.4
# More dice than this are drawn small.
FEW_DICE = 2
# How much room a die has beside the title with the points that it still gives, in controls.
WIDE = 1.45


# So long after the last turn a tap on what has come to lie where that was entered is none that was meant.
MEANT_SECONDS = 1.0
# How long a verdict stands in letters for the other side of the table.
CALLED_SECONDS = 3.0
# How much of the screen's height a question has.
STRIP = Shares(0.52, 0.55, 0.7)
# The most that it has where much is said.
MOST_STRIP = 0.62
# What it leaves of what stands beside a set-up, in controls.
LEFT_OF_SIDE = 4.0
# What the name of a button begins with that asks for another camera, or another of what was chosen.
OTHER = "other "
# How wide the camera's chip is, in controls.
CHIP = 1.15
# How much of the screen's height the set-up to build has beside the camera's picture.
BUILD = Shares(0.38, 0.17, 0.0)


class CalledOut(Label):
    """A verdict in one word, over the board and `above` what is asked; touches go through it."""

    tone = StringProperty("plain")
    above = BooleanProperty(False)

    def call(self, screen: Widget) -> None:
        """Stand over the screen for a moment."""
        self.end()
        screen.add_widget(self)
        Clock.schedule_once(self.end, CALLED_SECONDS)

    def end(self, *_: object) -> None:
        """Stand there no longer."""
        Clock.unschedule(self.end)
        if self.parent:
            self.parent.remove_widget(self)


class Parts(NamedTuple):
    """What a game draws itself: its board (with a `picture`, `touchable`, events `on_spot` and `on_hold`), how things
    stand (with a `score`), a button that shows a thing of the board, and the board where it is `offered` as one of
    several, if that is another one.
    """

    board: Callable[[], Widget]
    score: Widget
    thing: Callable[[str, str], Widget]
    offered: Callable[[], Widget] | None = None


class TableScreen(Page):
    """Shows a TableState; what is tapped goes to `send` as an intent.

    `board` is what shows the game, `shown` the state on show. The app sets what follows, down to `ask_other`.
    """

    speaker: SpeakerButton
    """The button that silences the app."""
    clock_bar: ClockBar
    """Place of the chess clock."""
    rematch: Callable[[Sequence[str]], None]
    """Play again; told who has won."""
    report: Callable[[str | None, bool], None]
    """Make a file of the look at a picture (None: the last one); True blurs what is around the board."""
    show_code: Callable[[], None]
    """Show how phones answer."""
    show_far_code: Callable[[], None]
    """Show the code for the other table once more."""
    share: Callable[[], None]
    """Make a picture of how it ended."""
    analyse: Callable[[], None]
    """Tell what the turns were worth."""
    book: Callable[[str | None, OnTable | None], ModalSheet | None] = staticmethod(lambda _rule, _asked: None)
    """Lay the game's rules over the screen, opened at one, to answer questions about the table."""
    keep_corners: Callable[[tuple[tuple[float, float], ...] | None], None]
    """Keep where the board's corners were shown."""
    keep_photo: Callable[[bool], None] = staticmethod(lambda _photo: None)
    """Keep whether the photo is the board."""
    ask_other: Callable[[str], None]
    """Ask for another camera, or another of what was chosen."""
    shows_setup = BooleanProperty(False)
    # Whether the camera's picture is the board, where one plays.
    photo = BooleanProperty(False)
    texts = ObjectProperty(None, allownone=True)
    tone = StringProperty("plain")
    crowded = BooleanProperty(False)
    # Whether the game shows something of its own in the place of how things stand and of the history.
    covered = BooleanProperty(False)
    # What gives its room to the verdict: from 1 on the picture and how things stand, 2 all but a line of the banner,
    # 3 the size of the dice, 4 the history, 5 all of the banner.
    tight = NumericProperty(0)
    # How high the board is on an upright display, and what of that it gives where all that has not been enough.
    board_height, given = NumericProperty(0), NumericProperty(0)
    # How much larger the verdict's letters are than usual, where there is room, and those of the sentences below.
    hero, hero_words = NumericProperty(1.0), NumericProperty(1.0)
    # Of the camera's picture beside the score, its width by its height; 0 where there is none.
    inset_shape = NumericProperty(0)

    def __init__(
        self, presenter: TablePresenter, parts: Parts, send: Send, leave: Callable[[], None], **kwargs: object
    ) -> None:
        self.presenter = presenter
        self.texts = presenter.texts
        self._send, self.leave = send, leave
        self._parts = parts
        self.shown: AnyState | None = None
        self.view: TableView | None = None
        self._sheet: ModalSheet | None = None
        # What is asked about.
        self._offered: object = None
        self._picture_number: int | None = None
        self.large, self.code = LargePicture(), LargeCode()
        self._large_number: int | None = None
        self._to_build: Any = None
        # How high it is, unless that gives way to what is said.
        self._build_height = 0.0
        self.chip = press("camera", "", lambda: self._act_by_name("camera"), size_hint_x=None, width=0, tells=True)
        self.chip.icon = ICONS["photo"]
        self._hopping = False
        self._over_since = 0.0
        self._deciding: tuple[Action, ...] = ()
        super().__init__(**kwargs)
        self.board = parts.board()
        self.photo_board = PhotoBoard(presenter.own.drawing, (self.texts("photo.before"), self.texts("photo.now")))
        for board in (self.board, self.photo_board):
            board.bind(on_spot=lambda _board, spot: self.tap(spot), on_hold=lambda _board, spot: self.hold(spot))
        self.ids.board_box.add_widget(self.board)
        self._switch = IconButton("photo", on_release=lambda _switch: self.use_photo(not self.photo))
        self._flag = IconButton("report", on_release=lambda _flag: self._ask_to_report())
        self.phone = IconButton("phone", on_release=lambda _phone: self.show_code())
        book = IconButton("rules", needed=True, on_release=lambda _book: self.open_rules())
        for button in (self._flag, self.phone, book):
            self.ids.history.add_widget(button)
        for button in (self._switch, self.chip):
            self.ids.header.add_widget(button)
        menu = IconButton("menu", "back", needed=True, on_release=lambda _menu: self.leave())
        self.ids.header.add_widget(menu, index=len(self.ids.header.children))
        self._called = CalledOut()
        self.strip = DoubtStrip(parts.offered or parts.board, self._choose)
        for part in (self, self.ids.board_box):
            part.bind(size=self._place_strip, pos=self._place_strip)
        self.score = parts.score
        self.ids.lower.add_widget(self.score)
        theme.bind(narrow=self.refresh, portrait=self.refresh, touch=self.refresh)
        for part in (self.ids.side_panel, self.ids.extra):
            part.bind(size=lambda *_: self._make_room())
        self.refresh()

    def begin(self, players: Mapping[str, str]) -> None:
        """Make ready for another game."""
        self.presenter.begin(players)
        self.shown = self.view = self._picture_number = None
        self._deciding = ()
        ids = self.ids
        self.board.picture = None
        ids.title.text = ids.words.text = ids.banner.text = ""
        ids.scrubber.marks = ()
        self.inset_shape = 0
        show_actions(ids.actions, (), self.act)
        show_rows(ids.extra, (), self.act)
        # Until the judge has opened the game.
        self.tone = "plain"
        ids.headline.text = self.texts("table.opening")

    def show_simulated(self, picture: BoardPicture | None) -> None:
        """Say that the table is a simulated one, and show a board of the game, until the judge has opened it."""
        self.ids.banner.text = self.texts("banner.practice")
        self.board.picture = picture

    def show(self, state: AnyState) -> None:
        """Take over a new state of the game."""
        if state.phase == "won" and not (self.shown and self.shown.phase == "won"):
            self._over_since = time.monotonic()
        self.shown = state
        if state.far:
            self.presenter.players = known_players(state.far, self.presenter.players)
        view = self.view = with_far(self.presenter.view(state), state, self.presenter)
        ids = self.ids
        self.board.picture = view.board
        self._show_photo(view, state)
        ids.title.text = view.title
        ids.banner.text = view.banner
        self.tone = view.tone
        ids.headline.text = view.headline
        decided = (self.texts("ending.deciding"),) if self._deciding and view.kind == "now" else ()
        ids.words.text = "\n".join((*view.words, *decided))
        self.score.score = view.score
        ids.scrubber.marks = tuple(map(self.presenter.own.mark, state.moments))
        moment = self.presenter.here.moment
        ids.scrubber.at = -1 if moment is None else moment
        self._show_dice(view)
        self._flag.need(can_report(state))
        self._show_setup(view, state.picture)
        self._show_chip(state)
        self._show_buttons(view)
        self._make_room()
        self._follow_on(state)
        self._show_picture(state.picture)
        self._offer(view.readings, view.advice)

    def refresh(self, *_: object) -> None:
        """Show the same state anew: what is chosen here, or the window, is another."""
        if self.shown:
            self.show(self.shown)

    def _follow_on(self, state: AnyState) -> None:
        """What is suggested is played hop by hop, until it is done or something else is asked for."""
        self._hopping = self._hopping and bool(state.suggestion and state.suggestion.steps)
        if self._hopping:
            Clock.unschedule(self._next_hop)
            Clock.schedule_once(self._next_hop, HOP_SECONDS)

    def _next_hop(self, _dt: float) -> None:
        if self._hopping:
            self._send(do(Follow()))

    def tap(self, spot: str) -> None:
        self._hopping = False
        if self.shown is None or self.shown.computers_turn:
            return
        intent = self.presenter.tap(self.shown, spot)
        if intent:
            self._send(intent)
        self.show(self.shown)

    def hold(self, spot: str) -> None:
        """Offer what may lie on a place."""
        state = self.shown
        if state is None or state.phase == "setup" or self.presenter.here.moment is not None:
            return
        things, told = self.presenter.own.things(state, spot), sure(self.presenter.words(state), state, spot)
        high, gap = theme.touch * 1.5, theme.gap
        # As many in each row, within what the window is wide.
        most = max(1, min(MOST_TILES, int((self.width * 0.96 - gap * 6) / (theme.touch + gap))))
        rows = ceil(len(things) / most)
        across = ceil(len(things) / rows)
        width = min(max(across, LEAST_TILES) * (theme.touch * 1.75 + gap) + gap * 6, self.width * 0.96)
        # As high as it gets from the start: nothing moves under a finger while tiles come.
        grid = GridLayout(cols=across, spacing=gap, size_hint_y=None, height=rows * (high + gap))
        grid.row_force_default, grid.row_default_height = True, high
        grid.col_force_default, grid.col_default_width = True, (width - gap * 6) / across - gap
        filling = fill(grid, [partial(self._thing_button, spot, thing) for thing in things])
        sheet = ModalSheet(width, on_dismiss=lambda _sheet: filling.cancel())
        column = SheetColumn(*([Small(text=told)] if told else ()), grid)
        self._open(sheet, self.presenter.texts("set.stack", cell=spot), column)

    def _thing_button(self, spot: str, thing: str) -> Widget:
        button = self._parts.thing(thing, f"stack {thing}")
        button.size_hint_y = 1
        button.bind(on_release=lambda _button: self._set(spot, thing))
        return button

    def look_at(self, moment: int) -> None:
        self.presenter.here.moment = None if moment < 0 else moment
        self.refresh()

    def act(self, action: Action) -> None:
        """A button was pressed: what was called out over the board does not cover what follows."""
        self._called.end()
        self._hopping = action.name == "follow"
        if action.intent:
            self._send(action.intent)
        elif action.here and self.shown:
            action.here()
            self.refresh()
        else:
            self._act_by_name(action.name)

    def _act_by_name(self, name: str) -> None:
        match name:
            case "camera":
                self.presenter.here.looking = not self.presenter.here.looking
                self.refresh()
            case "drag corners" | "keep corners" | "drop corners" | "leave corners":
                self._drag(name)
            case other if other.startswith(OTHER):
                self.ask_other(other.removeprefix(OTHER))
                self.refresh()
            case "now":
                self.look_at(-1)
            case "leave":
                self.leave()
            case "rematch" if self.shown and time.monotonic() - self._over_since >= MEANT_SECONDS:
                self.rematch(self.presenter.own.words.winners(self.shown))
            case "share" | "far_code" | "analyse":
                {"share": self.share, "far_code": self.show_far_code, "analyse": self.analyse}[name]()
            case "rule":
                self.open_rule()
            case "type":
                self._ask_dice(self.view.dice if self.view else ())
            case _ if self.shown and (dice := self._to_type(self.shown, name)):
                self._ask_dice(dice)
            case "which":
                self.presenter.here.choose()
                self.refresh()

    def _to_type(self, state: AnyState, name: str) -> tuple[ShownDie, ...]:
        """Return the dice that are typed by a button, none for one that has nothing to do with dice."""
        return self.presenter.own.dice.to_type(self.presenter.words(state), state, name)

    def result(self) -> tuple[str, ...]:
        """How the game that is over has ended: a title, who played, scores."""
        return result(self.presenter.words(self.shown), self.shown) if self.shown else ("",)

    def use_photo(self, photo: bool) -> None:
        """Show the camera's picture as the board, or the drawing."""
        self.photo = photo
        self.keep_photo(photo)
        self.refresh()

    @property
    def table_view(self) -> Widget:
        """Return the widget that shows the table: the drawn board, or the camera's picture if that is chosen and shows
        the table as it is now."""
        view, state = self.view, self.shown
        shows = view is not None and view.kind != "past" and state is not None and on_camera(state)
        return self.photo_board if self.photo and shows else self.board

    def _show_photo(self, view: TableView, state: AnyState) -> None:
        self._switch.need(on_camera(state) and view.kind != "setup")
        self._switch.icon = ICONS["drawing" if self.photo else "photo"]
        if self.table_view is self.photo_board:
            assert state.picture
            self.photo_board.photographed = state.photographed
            self.photo_board.picture = on_photo(view.board, state)
            self.photo_board.show_photo(state.picture, state.before)

    def open_rule(self) -> None:
        """Open the rule that the verdict cites, in full."""
        if self.view and self.view.rule:
            self.open_rules(self.view.rule)

    def open_rules(self, rule: str | None = None) -> None:
        """Lay the game's book over the screen, opened at a rule."""
        if sheet := self.book(rule, self.shown.asked if self.shown else None):
            self._hold(sheet)

    def _ask_to_report(self) -> None:
        """What a report holds, and whether all of the picture is to be in it."""
        state, t = self.shown, self.texts
        if state is None or state.verdict is None:
            return
        frame = state.verdict.frame
        sheet, column = ModalSheet(width=self.width * 0.7), SheetColumn()
        column.add_widget(Words(text=t("report.says")))
        for name, blurred, tone in (("board only", True, "accent"), ("whole picture", False, "plain")):
            key = "report.blurred" if blurred else "report.whole"
            column.add_widget(press(name, t(key), partial(self._report, frame, blurred), tone))
        self._open(sheet, t("report.title"), column)

    def _report(self, frame: str | None, blurred: bool) -> None:
        self._dismiss()
        self.report(frame, blurred)

    def close(self) -> None:
        """Close whatever lies over the screen."""
        self._dismiss()
        self._offer(())

    def _make_room(self) -> None:
        """What is said goes before all that is beside it: that gives way, the least important first."""
        panel = self.ids.side_panel
        width = panel.width - theme.gap * 5
        needed, high = self._height_of_verdict(1.0, width), panel.height
        self.ids.build_box.height = self._build_height
        if theme.portrait:
            high = self.height - self.board_height - 3 * theme.gap
        for tight in range(TIGHTEST + 1):
            self.tight = tight
            if self.view:
                self._size_dice(self.view)
            others = (part for part in panel.children if not isinstance(part, Card | Banner))
            beside = [*(part.height for part in others), self._banner_height()]
            room = high - sum(beside) - len(beside) * theme.gap - theme.gap * 6
            if room >= needed:
                break
        least = min(needed, self._height_of_verdict(1.0, width, lines=2))
        self.given = min(max(0, least - room), self.board_height * MOST_GIVEN) if theme.portrait else 0
        room += self.given
        if self._build_height and not self.strip.parent:
            given = min(max(0, needed - room), self._build_height / 2)
            self.ids.build_box.height -= given
            room += given
        self.hero = next((larger for larger in HEROES if self._height_of_verdict(larger, width) <= room * FULL), 1.0)
        if room < needed:
            # At least its first lines are to be read: the rest scrolls.
            fits = (share for share in SMALLER if self._height_of_verdict(share, width, lines=2) <= room)
            self.hero = next(fits, SMALLER[-1])
        self.hero_words = min(self.hero, MOST_BODY)

    def _height_of_verdict(self, larger: float, width: float, lines: int = 0) -> float:
        """Return the height of a headline and the sentences below it, or so many lines of them."""
        ids, letters = self.ids, theme.body * min(larger, MOST_BODY)
        told = height_of(ids.headline.text, theme.verdict * larger, width)
        return told + (lines * LINE_HEIGHT * letters if lines else height_of(ids.words.text, letters, width))

    def _banner_height(self) -> float:
        """Of the banner as it gets; it is laid out only with the next frame."""
        banner = self.ids.banner
        if not banner.text or banner.gone:
            return 0.0
        width = self.ids.side_panel.width - theme.gap * 3
        return float(theme.gap) + (theme.small * 1.3 if banner.short else height_of(banner.text, theme.small, width))

    def _show_dice(self, view: TableView) -> None:
        """On a narrow screen, and on one that stands, few dice are beside the title."""
        ids, box, count = self.ids, self.ids.dice, len(view.dice)
        beside = (theme.narrow or theme.portrait) and count <= FEW_DICE
        # Left of what silences the screen, or above the buttons.
        place, index = (ids.header, int(hasattr(self, "speaker"))) if beside else (ids.side_panel, 4)
        if box.parent is not place:
            box.parent.remove_widget(box)
            place.add_widget(box, index=index)
        box.size_hint_x = None if beside else 1
        self._size_dice(view)
        box.width = theme.touch * WIDE * count if beside else 0
        while len(box.children) > len(view.dice):
            box.remove_widget(box.children[0])
        while len(box.children) < len(view.dice):
            box.add_widget(DieSlot())
        for slot, die in zip(reversed(box.children), view.dice, strict=True):
            slot.ids.die.colour, slot.ids.die.value = die.colour, die.value or 0
            few = "" if die.points is None else str(die.points)
            slot.ids.left.text = few if beside else die.left
            slot.show_words()

    def _size_dice(self, view: TableView) -> None:
        small = theme.narrow or theme.portrait or len(view.dice) > FEW_DICE or self.tight > SMALL_DICE
        self.ids.dice.height = 0 if not view.dice else theme.touch if small else 120 * theme.unit

    def _show_setup(self, view: TableView, picture: ShownPicture | None) -> None:
        """A set-up that is built under a camera: its picture in the place of the board, and that beside it."""
        setup, ids = view.setup, self.ids
        code = setup.code if setup else ""
        self.shows_setup = setup is not None and (picture is not None or bool(code))
        self.code.text = code
        large = self.code if code else self.large if self.shows_setup else self.table_view
        if large.parent is not ids.board_box:
            ids.board_box.clear_widgets()
            ids.board_box.add_widget(large)
        asked = self.strip.height + theme.gap if self.strip.parent else 0
        ids.build_box.height = self._build_height = (asked or self.height * share_of(BUILD)) if self.shows_setup else 0
        if setup is None or not self.shows_setup:
            ids.build_box.clear_widgets()
            if setup:
                self.board.picture = setup.board
            return
        if picture and picture.number != self._large_number:
            self._large_number = picture.number
            self.large.show(picture)
        self.large.set_corners(setup.corners, setup.names)
        if self._to_build is None:
            self._to_build = self._parts.board()
            self._to_build.touchable = False
        if not ids.build_box.height:
            ids.build_box.clear_widgets()
            return
        if self._to_build.parent is None:
            ids.build_box.add_widget(self._to_build)
        self._to_build.picture = setup.board

    def call_out(self, word: str, tone: Tone) -> None:
        """Show a word so large that it is read from across the table, for a moment."""
        self._called.text, self._called.tone = word, tone
        self._called.above = self.strip.parent is not None
        self._called.call(self)

    def _show_chip(self, state: AnyState) -> None:
        """What the camera does, in a word; no room where there is no camera."""
        shown, camera = self.chip, state.camera
        shown.disabled = camera is None
        shown.opacity, shown.width = (1, theme.touch * CHIP) if camera else (0, 0)
        shown.tone, shown.text = chip(self.presenter.words(state), camera) if camera else ("plain", "")
        if camera:
            show_alone(shown)

    def _drag(self, name: str) -> None:
        """Show the corners over the camera's picture, keep them or drop them."""
        self.presenter.here.dragging = name == "drag corners"
        if self.shown and self.shown.phase != "setup":
            self.presenter.here.looking = self.presenter.here.dragging
        if name == "keep corners":
            self._keep_corners(tuple(self.large.handles.corners or ()) or None)
        elif name == "drop corners":
            self._keep_corners(None)
        self.large.handles.corners = None
        self.refresh()

    def _keep_corners(self, corners: tuple[tuple[float, float], ...] | None) -> None:
        self._send(do(SetCorners(corners)))
        self.keep_corners(corners)

    def show_deciding(self, turns: tuple[Action, ...]) -> None:
        """Offer the turns that decided the game, at its end."""
        self._deciding = turns
        self.refresh()

    def _show_buttons(self, view: TableView) -> None:
        deciding = (self._deciding,) if self._deciding and view.kind == "now" else ()
        *rows, actions = one_main((*deciding, *view.rows, view.actions))
        self.crowded = len(rows) > MOST_ROWS
        show_rows(self.ids.extra, rows, self.act)
        show_actions(self.ids.actions, actions, self.act)

    def _show_picture(self, picture: ShownPicture | None) -> None:
        if picture is None or theme.narrow or self.table_view is self.photo_board:
            self.inset_shape = 0
            return
        self.inset_shape = picture.width / picture.height
        if picture.number == self._picture_number:
            return
        self._picture_number = picture.number
        self.ids.inset.show(picture)

    def _offer(self, readings: tuple[OfferedReading, ...], advice: Sequence[str] = ()) -> None:
        """Ask between which readings the players choose, at the foot of the screen. Other readings, or the same ones of
        another look, are asked about anew.
        """
        room = (theme.portrait, theme.narrow)
        offered = (readings, advice, self.shown.number, room) if readings and self.shown else None
        if offered == self._offered:
            return
        self._offered = offered
        if offered is None:
            if self.strip.parent:
                self.remove_widget(self.strip)
            return
        assert self.shown
        none = press("none", self.texts("do.none"), self._decline) if readings[0].of_verdict else None
        question = advice or (self.texts("verdict.unsure"), self.texts("say.unsure"))
        # Where the verdict stays in sight it says so already.
        says_so = self.ids.headline.text == question[0] and not (theme.narrow or theme.portrait)
        # The boards of the answers need the room.
        asked = "" if says_so else question[0] if theme.narrow else " ".join(question)
        self.strip.ask(asked, readings, self.shown.close_up or self.shown.picture, none)
        if self.strip.parent is None:
            self.add_widget(self.strip)
        self._place_strip()

    def _place_strip(self, *_: object) -> None:
        """Over the foot, but for the rows of buttons."""
        width = self.width - 2 * theme.gap
        high = max(self.height * share_of(STRIP), min(self.strip.needed(width), self.height * MOST_STRIP))
        if self.shows_setup and self.strip.parent:
            high = min(high, self.ids.side_panel.height - LEFT_OF_SIDE * theme.touch)
            self.ids.build_box.height = self._build_height = high + theme.gap
        self.strip.size = (width, high)
        self.strip.beneath = 0 if theme.portrait else self.ids.board_box.right + theme.gap / 2
        self.strip.pos = (self.x + theme.gap, self.y + theme.touch + 2 * theme.gap)

    def _choose(self, reading: OfferedReading) -> None:
        if reading.other:
            self.ask_other(reading.other)
        elif self.shown:
            self._send(reading.intent or answer(self.shown, "reading", reading.number))
        self._offer(())

    def _decline(self) -> None:
        if self.shown:
            self.presenter.here.decline(self.shown)
            self.show(self.shown)

    def _set(self, spot: str, thing: str) -> None:
        self._dismiss()
        self._send(do(Correct({"cells": {spot: thing}})))

    def _ask_dice(self, dice: Sequence[ShownDie]) -> None:
        """Six buttons for each die; the roll counts when all are chosen."""
        self._open(
            ModalSheet(width=theme.touch * 9), self.texts("dice.title"), dice_rows(dice, partial(self._typed, dice))
        )

    def _typed(self, dice: Sequence[ShownDie], values: tuple[int, ...]) -> None:
        self._dismiss()
        if self.shown:
            self._send(self.presenter.own.dice.typed(self.shown, dice, values))

    def _open(self, sheet: ModalSheet, title: str, content: Widget) -> None:
        lay_over(sheet, title, content, self.texts("do.close"))
        self._hold(sheet)

    def _hold(self, sheet: ModalSheet) -> None:
        """Keep the sheet that lies over the screen; a game that goes on by itself waits for it."""
        self._sheet = sheet
        if self.shown and self.shown.looked_on and self.shown.running:
            self._send(do(Pause()))
            sheet.bind(on_dismiss=lambda _sheet: self._send(do(GoOn())))

    def _dismiss(self) -> None:
        if self._sheet:
            self._sheet.dismiss()
            self._sheet = None


load(__file__)
