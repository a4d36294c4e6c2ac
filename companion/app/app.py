"""The app: one window, its screens, and the judge of the game that is being played."""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.screenmanager import ScreenManager

from companion.app import garbage
from companion.app.analysis.deciding import DecidingTurns
from companion.app.answers import LOG_NAME
from companion.app.audience import LOGIN_NAME, Audience, given_up
from companion.app.background import background
from companion.app.devices.devices import DeviceFinder, Devices
from companion.app.devices.known_cameras import KnownCameras
from companion.app.far.beginning import FarBeginning
from companion.app.fault_reports import FaultReports
from companion.app.games import opening
from companion.app.games.begun_anew import BegunAnew
from companion.app.games.chess_clock import CHESS, ChessClock
from companion.app.games.game import AppGame
from companion.app.games.opening import GameSetup, SavedGame
from companion.app.games.registry import GAMES
from companion.app.games.screen import TableScreen
from companion.app.games.state import TableState
from companion.app.games.surroundings import Around
from companion.app.intents import AnyIntent
from companion.app.json_object import JsonObject
from companion.app.judge.judge import Judge
from companion.app.judge.worker import Make
from companion.app.kept_screens import KeptScreens
from companion.app.loudspeaker import Loudspeaker
from companion.app.phone_beside import PhoneBeside
from companion.app.playing_clock import PlayingClock
from companion.app.records.diary import prune
from companion.app.reported_looks import report_look
from companion.app.settings.kept import SettingsFile
from companion.app.settings.settings import Settings, pictures
from companion.app.shared_picture import write_picture
from companion.app.shown_codes import phone_page, share_page, show_phone_code
from companion.app.start.presenter import StartPresenter
from companion.app.start.screen import StartScreen, StartWishes
from companion.app.texts.texts import Texts
from companion.app.theme import theme
from companion.app.widgets.clock_bar import ClockBar
from companion.app.widgets.controls import make_spare_buttons
from companion.app.widgets.icon_button import SpeakerButton
from companion.app.widgets.keyboard_walk import KeyboardWalk
from companion.app.widgets.lettering import hyphens
from companion.app.widgets.notice_bar import NoticeBar
from companion.games.reason import Reason, because
from companion.referee.errors import RefereeError, error_reason, together
from companion.sharing.feed.address import page_of
from companion.sharing.feed.pairing import new_code
from companion.sharing.feed.replay_code import replay_address
from companion.texts.names import tidy_names

if TYPE_CHECKING:
    from companion.app.guide.guided_screens import GuidedScreens
    from companion.app.lesson.learning_screens import LearningScreens

# Time that a thread may compute before the window's thread gets its turn.
SWITCH_SECONDS = 0.001
# Key code of Escape and of a tablet's back button.
ESCAPE = 27
ICON = Path(__file__).parent / "assets" / "icon.png"
# Number of earlier players' names to offer.
MOST_NAMES = 6
# Time until settings that could not be saved are tried again.
SAVE_AGAIN_SECONDS = 10.0


class CompanionApp(App):
    """The app. `folder`: its games and settings. `documents`: where people look for files made for them."""

    def __init__(self, folder: Path, documents: Path | None = None, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.folder, self.documents = folder, documents or folder
        self._settings_file = SettingsFile(folder)
        self._save_again = Clock.create_trigger(self._save_settings, SAVE_AGAIN_SECONDS)
        self.reports = FaultReports(folder, self._whereabouts)
        self.texts = Texts(self.settings.language)
        hyphens.learn(self.texts("app.hyphens").split())
        self.judge = Judge(self._publish, self._failed, folder, self.notify)
        self._shown = KeptScreens()
        self.cameras = KnownCameras(folder)
        self.devices = Devices()
        self._finder: DeviceFinder | None = None
        self.speaker = Loudspeaker(lambda: self.settings)
        self._clock = PlayingClock(self.speaker.sound, self.speaker.say)
        self._bar: NoticeBar | None = None
        self.keyboard: KeyboardWalk | None = None
        self._notice: Reason | None = None
        # The game on the screen.
        self.playing_folder: Path | None = None
        self.playing_game = ""
        self._waiting: object = None
        self._phone = PhoneBeside(self)
        self._deciding = DecidingTurns(self._ask, self.analyse)
        self._far, self._anew = FarBeginning(self), BegunAnew(self)

    # What the first screen does without is loaded when it is asked for.
    @cached_property
    def guided_screens(self) -> "GuidedScreens":
        from companion.app.guide.guided_screens import GuidedScreens  # noqa: PLC0415

        return GuidedScreens(self)

    @cached_property
    def learning_screens(self) -> "LearningScreens":
        from companion.app.lesson.learning_screens import LearningScreens  # noqa: PLC0415

        return LearningScreens(self)

    @property
    def settings(self) -> Settings:
        return self._settings_file.current

    @property
    def addresses(self) -> tuple[str, ...]:
        return (self.settings.camera, self.settings.stream)

    @property
    def screens(self) -> ScreenManager:
        return self._shown.manager

    @property
    def games(self) -> Path:
        return self.folder / "games"

    def build(self) -> ScreenManager:
        self.title, self.icon = self.texts("app.title"), str(ICON)
        theme.use(self.settings.theme)
        theme.motion = self.settings.motion
        theme.fit(Window.width, Window.height, self.settings.text_scale)
        Window.bind(size=lambda _window, size: theme.fit(*size), on_keyboard=self._key)
        if self.settings.guided:
            self.home()
        else:
            self.open_welcome()
        self.keyboard = KeyboardWalk(self.speaker.say, self._name_of)
        garbage.keep_what_is_loaded()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._tell_of_damage()
        return self.screens

    def _key(self, _window: object, key: int, *_: object) -> bool:
        """Leave what is on the screen on Escape."""
        leave = getattr(self.screens.current_screen, "leave", None)
        if key == ESCAPE and leave:
            leave()
        return key == ESCAPE

    def _on_keyboard_settings(self, *_: object) -> bool:
        """Ignore F1: Kivy would open its own settings."""
        return False

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._key)
        self._stop_finding()
        self._clock.end()
        if self.keyboard:
            self.keyboard.close()
        self.judge.close()

    def start_game(self, setup: GameSetup) -> None:
        """Begin a new game."""
        if setup.source == "camera":
            self.change(camera=setup.camera)
        computers = setup.more.get("computer", {})
        people = [name for side, name in tidy_names(setup.players).items() if side not in computers]
        names = list(dict.fromkeys((*people, *self.settings.names)))[:MOST_NAMES]
        if names != self.settings.names:
            self.change(names=names)
        self.playing_folder = opening.new_folder(setup, self.games)
        self._set_clock(setup, self.playing_folder)
        make = partial(
            opening.begin_or_open, setup, self.playing_folder, hints=self.settings.hints, audience=self._audience
        )
        self.play(make, setup.game, setup.players, setup.source)

    def _set_clock(self, setup: GameSetup, folder: Path) -> None:
        """Keep a new game's chess clock, if it is played with one."""
        if control := setup.more.get(CHESS):
            sides = GAMES[setup.game].sides[: setup.more.get("count")]
            try:
                ChessClock.of(str(control), sides).save(folder, time.monotonic())
            except OSError as error:
                self.notify(error_reason(error))

    def go_on_with(self, folder: Path, game: str, players: Mapping[str, str], source: str = "touch") -> None:
        """Go on with the game kept in `folder`."""
        self.playing_folder = folder
        known = self.addresses
        make = partial(opening.open_game, folder, hints=self.settings.hints, addresses=known, audience=self._audience)
        self.play(make, game, players, source)

    def rematch(self, winners: Sequence[str]) -> None:
        """Play the finished game once more, sides changed."""
        if not self.playing_folder:
            return
        if begun := opening.rematch_begun(self.playing_folder):
            self.resume(begun)
        else:
            self.start_game(opening.rematch(self.playing_folder, winners, self.addresses))

    def analyse(self, turn: int = 0) -> None:
        """Open the analysis of the game on the screen, at a turn of it; back leads to its end."""
        screen, folder, game = self.screens.current_screen, self.playing_folder, self.playing_game
        if isinstance(screen, TableScreen) and folder and screen.shown:
            again = partial(self.go_on_with, folder, game, screen.presenter.players, screen.shown.source)
            # It goes on there.
            self._deciding.leave()
            self.open_analysis(folder, again, turn)

    def open_analysis(self, folder: Path, leave: Callable[[], None], turn: int = 0) -> None:
        """Open the analysis of the game in `folder`, at a turn of it."""
        from companion.app.analysis.screen import AnalysisScreen  # noqa: PLC0415

        self.end_game()
        self.go_to(AnalysisScreen(self.texts, folder, self._ask, leave, turn, name="analysis screen"))

    def share(self) -> None:
        """Save a picture of the end of the game on the screen where the user finds it."""
        screen = self.screens.current_screen
        if not isinstance(screen, TableScreen):
            return
        name = f"{datetime.now():%Y-%m-%d %H%M%S} {self.playing_game}.png"
        path = pictures() / name

        def tell(error: OSError | None) -> None:
            self.notify(error_reason(error) if error else because("shared.saved", path=str(path)))

        foot = f"{self.texts(f'game.{self.playing_game}')} · {self.texts('app.title')} · {datetime.now():%Y-%m-%d}"
        write_picture(screen.board, screen.result(), foot, path, tell)

    @property
    def _audience(self) -> Audience:
        """Return the games' audience by the settings."""
        settings, folder = self.settings, self.folder
        login, log = folder / LOGIN_NAME, folder / LOG_NAME
        return Audience(
            settings.broker, settings.table, login, settings.code, log, settings.pictures, settings.announce
        )

    def play(self, make: Make, game: str, players: Mapping[str, str], source: str = "touch") -> None:
        """Show the screen of a game and have the judge open it with `make`."""
        self.end_game()
        self.playing_game = game
        played = GAMES[game].fed_from(source)
        screen = self._shown.get(
            f"{game} {type(played).__name__}", self.texts.language, lambda: self._table_screen(played)
        )
        screen.speaker.quiet, screen.photo = self.settings.quiet, self.settings.photo
        if screen.phone:
            screen.phone.need(bool(phone_page(self.settings)))
        self.go_to(screen)
        screen.begin(tidy_names(players))
        if source == "practice":
            board = GAMES[game].emblem()
            screen.show_simulated(board.picture if isinstance(board, type(screen.board)) else None)
        self._clock.begin(self.playing_folder, screen)
        self.judge.open(make)
        # Nobody touches the display while a camera watches: it must not go dark.
        Window.allow_screensaver = False

    def resume(self, game: SavedGame) -> None:
        self.go_on_with(game.folder, game.game, game.players, game.source)

    def send(self, intent: AnyIntent) -> None:
        self.judge.send(intent)

    def end_game(self) -> None:
        """Leave the game, which can be gone on with."""
        self._clock.end()
        self._deciding.stop()
        self.judge.leave()
        screen = self.screens.current_screen
        if isinstance(screen, TableScreen) and screen.shown and screen.shown.source == "camera":
            self._ask(partial(prune, self.games), lambda _done: None, lambda _trouble: None)
        Window.allow_screensaver = True

    def change(self, **settings: Any) -> None:
        """Change settings and keep them."""
        before = self._audience
        trouble = self._settings_file.change(**settings)
        if before.broker and (before.broker, before.table) != (self.settings.broker, self.settings.table):
            self._ask(partial(given_up, before), lambda _done: None, self.notify)
        if trouble and trouble != self._notice:
            self.notify(trouble)
        self._notice = trouble
        if trouble:
            self._save_again()
        if self.settings.language != self.texts.language:
            self.texts = Texts(self.settings.language)
            hyphens.learn(self.texts("app.hyphens").split())
        theme.use(self.settings.theme)
        theme.motion = self.settings.motion
        theme.fit(Window.width, Window.height, self.settings.text_scale)

    def notify(self, message: Reason) -> None:
        """Show one line over any screen with the next frame."""

        def say(_dt: float) -> None:
            self._bar = self._bar or NoticeBar(self.screens)
            self._bar.say(self.texts.reason(message))

        Clock.schedule_once(say, 0)

    def _save_settings(self, _dt: float) -> None:
        """Try again to save settings that could not be saved."""
        self._notice = self._settings_file.save()
        if self._notice:
            self._save_again()

    def _tell_of_damage(self) -> None:
        """Tell the players which files of this folder are damaged."""
        try:
            found = (self._settings_file.trouble, self.cameras.check())
        except OSError as error:
            found = (self._settings_file.trouble, error_reason(error))
        if said := [trouble for trouble in found if trouble]:
            self.notify(together(said))

    def _name_of(self, button: str) -> str:
        """Return what a button with an icon alone is called, "" for any other."""
        key = f"icon.{button}"
        return self.texts(key) if self.texts.has(key) else ""

    def _whereabouts(self) -> str:
        """Return the name of the screen, for reports."""
        screen = self.screens.current_screen
        return f"{type(screen).__name__} {getattr(screen, 'name', '')}".strip()

    def home(self) -> None:
        """Open the start screen; a game being played can be gone on with."""
        self.end_game()
        screen = self._shown.get("start", self.texts.language, self._start_screen)
        screen.again(self.devices, self.settings.names)
        self.go_to(screen)
        background(lambda: opening.saved_games(self.games), screen.show_resume, self._tell)
        self._finder = DeviceFinder(lambda found: Clock.schedule_once(lambda _dt: self._found(found), 0))

    def _start_screen(self) -> StartScreen:
        settings = self.settings
        presenter = StartPresenter(self.texts, self.cameras.get, settings.rules, settings.stream, settings.camera)

        def begin(setup: GameSetup) -> None:
            presenter.save_stream()
            self.change(rules=presenter.rules, stream=presenter.stream)
            self.start_game(setup)

        def keep_and(act: Callable[[], None]) -> None:
            presenter.save_stream()
            self.change(stream=presenter.stream)
            act()

        elsewhere: dict[str, Callable[[], None]] = {
            "records": self.open_records,
            "settings": partial(keep_and, self.open_settings),
            "guide": lambda: keep_and(self.guided_screens.guide),
            "far": self._far.open,
        }

        wishes = StartWishes(begin, self.resume, self.play_again, lambda: self.learning_screens, elsewhere)
        return StartScreen(self.texts, presenter, wishes, name="start screen")

    def play_again(self, game: SavedGame) -> None:
        """Play a saved game once more, as it was set up."""
        try:
            self.start_game(opening.again(game.folder, self.addresses))
        except (RefereeError, OSError) as error:
            self.notify(error_reason(error))

    def open_welcome(self) -> None:
        """Open the first screen: what the app is, and three ways to begin."""

        from companion.app.welcome.screen import WelcomeScreen  # noqa: PLC0415

        def watch() -> None:
            self.change(guided=True)
            self.start_game(GameSetup())

        def choose(source: str) -> None:
            """Open the start screen with this source chosen."""
            self.change(guided=True)
            self.home()
            self.screens.current_screen.presenter.choose("source", source)

        play, board = partial(choose, "touch"), partial(choose, "camera")
        doors: dict[str, Callable[[], None]] = {"watch": watch, "play": play, "board": board}
        self.go_to(WelcomeScreen(self.texts, doors, name="welcome screen"))

    def open_records(self) -> None:
        from companion.app.records.records import games_with_statistics  # noqa: PLC0415
        from companion.app.records.screen import RecordsScreen  # noqa: PLC0415

        self.end_game()
        leave, share = self.home, self._share_page
        screen = RecordsScreen(
            self.texts, self.resume, self._ask, leave, self._analyse_saved, share, name="records screen"
        )
        self.go_to(screen)
        self._ask(partial(games_with_statistics, self.games), lambda found: screen.fill(*found), screen.trouble)

    def _analyse_saved(self, game: SavedGame) -> None:
        self.open_analysis(game.folder, self.open_records)

    def _share_page(self, page: bytes, replay: JsonObject) -> None:
        try:
            hall = page_of(self.settings.broker, self.settings.table)
            share_page(self.texts, page, replay_address(hall, replay, self.texts.language) if hall else "")
        except RefereeError as error:
            self.notify(error_reason(error))

    def _ask(self, work: Callable[[], object], done: Callable[[Any], Any], trouble: Callable[[Reason], object]) -> None:
        """Have the judge work something out, then call `done` or `trouble` with a later frame."""

        def later(act: Callable[[Any], Any]) -> Callable[[Any], None]:
            return lambda found: Clock.schedule_once(lambda _dt: act(found), 0)

        self.judge.ask(work, later(done), later(trouble))

    def open_settings(self) -> None:
        from companion.app.settings.screen import SettingsScreen  # noqa: PLC0415

        self.end_game()
        tools = {
            "rules": lambda: self.learning_screens.rules(self.playing_game or next(iter(GAMES))),
            "guide": self.guided_screens.guide,
            "measure": self.guided_screens.measure,
            "teach": self.guided_screens.teach,
        }
        screen = SettingsScreen(
            self.texts, self.settings, self._changed, self.home, tools, self.change, name="settings screen"
        )
        self.go_to(screen)

    def _changed(self, **settings: Any) -> None:
        if "answers" in settings:
            settings = {"code": new_code() if settings["answers"] else ""}
        self.change(**settings, quiet=False)
        self.open_settings()

    def _found(self, devices: Devices) -> None:
        self.devices = devices
        screen = self.screens.current_screen
        if isinstance(screen, StartScreen):
            screen.found(devices)

    def _stop_finding(self) -> None:
        if self._finder:
            self._finder.close()
            self._finder = None

    def _table_screen(self, game: AppGame) -> TableScreen:
        screen = game.screen(Around(self.texts, self.send, self.home, self.sound))
        screen.rematch, screen.share, screen.report = self.rematch, self.share, self._report
        screen.show_code = lambda: show_phone_code(self.texts, self.settings)
        screen.show_far_code = self._show_far_code
        screen.keep_photo = lambda photo: self.change(photo=photo)
        screen.analyse = self.analyse
        screen.book = partial(self.learning_screens.rules_over, game)
        screen.keep_corners, screen.ask_other = self._anew.keep_corners, partial(self._anew.ask, game)
        screen.speaker = SpeakerButton(on_release=self._hush)
        screen.ids.header.add_widget(screen.speaker)
        screen.clock_bar = ClockBar()
        screen.ids.side_panel.add_widget(screen.clock_bar, index=len(screen.ids.side_panel.children) - 1)
        return screen

    def _show_far_code(self) -> None:
        """Show the code for the other table once more."""
        shown = getattr(self.screens.current_screen, "shown", None)
        if shown and shown.far and shown.far.invitation:
            self._far.code.open(shown.far.invitation)

    def _report(self, frame: str | None, blurred: bool) -> None:
        """Save a look as a file and tell its path."""
        if self.playing_folder:
            work = partial(report_look, self.playing_folder, self.documents, frame, blurred=blurred)
            self._ask(work, lambda path: self.notify(because("look.written", path=str(path))), self.notify)

    def _hush(self, speaker: SpeakerButton) -> None:
        """Mute the app, or unmute it."""
        self.change(quiet=not self.settings.quiet)
        speaker.quiet = self.settings.quiet
        if self.settings.quiet:
            self.speaker.hush()

    def sound(self, name: str) -> None:
        self.speaker.sound(name)

    def go_to(self, screen: Any) -> None:
        self._stop_finding()
        self._far.code.close()
        self._far.new_code_sheet()
        self._waiting = None
        if self.keyboard:
            self.keyboard.leave()
        self._shown.show(screen)
        Window.clearcolor = theme.ground
        make_spare_buttons()

    def _publish(self, state: Any) -> None:
        """Schedule a redraw. Called from the judge's thread; only the newest state is drawn."""
        self._waiting = state
        Clock.schedule_once(self._take_over, 0)

    def _take_over(self, _dt: float) -> None:
        state, self._waiting = self._waiting, None
        screen = self.screens.current_screen
        if state is not None and hasattr(screen, "show"):
            # Keep an untouched display bright while a game runs, and no longer.
            Window.allow_screensaver = isinstance(state, TableState) and (bool(state.winner) or state.ended)
            screen.show(state)
            self._far.follow(state)
            self._phone.follow(screen, state)
            if isinstance(screen, TableScreen):
                self.speaker.say_verdict(screen, state)
                self._deciding.follow(screen, state, self.playing_folder)

    def _failed(self, message: Reason) -> None:
        Clock.schedule_once(lambda _dt: self._tell(message), 0)

    def _tell(self, message: Reason) -> None:
        """Say on the start screen why a game could not be opened."""
        self.home()
        self.screens.current_screen.tell(self.texts.reason(message))
