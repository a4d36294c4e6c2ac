"""Begins a game with another table: from what is typed on the start screen to the game."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.app.audience import LOGIN_NAME
from companion.app.background import background
from companion.app.far.desk import brokers, find, inviting, joining
from companion.app.far.sheets import FarSheet
from companion.app.games.far_meeting import Invited
from companion.app.games.opening import GameSetup
from companion.app.shell import Shell
from companion.app.start.screen import StartScreen
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.announcing import found_broker
from companion.sharing.feed.address import KnownBroker


class FarBeginning:
    """The sheet over the start screen, and what its buttons do."""

    def __init__(self, app: Shell) -> None:
        self._app = app
        self._sheet: FarSheet | None = None

    def open(self) -> None:
        """Open the sheet on which players invite another table, or type its code."""
        screen = self._app.screens.current_screen
        if isinstance(screen, StartScreen):
            self._sheet = FarSheet(
                self._app.texts,
                partial(self._at_brokers, partial(self._invite, screen)),
                partial(self._take, screen),
            )

    def _take(self, screen: StartScreen, code: str) -> None:
        if "#" in code:  # a whole invitation names the broker
            self._take_code(screen, code, ())
        else:
            self._at_brokers(partial(self._take_code, screen, code))

    def _at_brokers(self, then: Callable[[Sequence[str]], None]) -> None:
        """Call `then` with the brokers at which tables may meet. Asks the players before the public one is used."""
        sheet = self._sheet
        assert sheet
        sheet.tell(self._app.texts("far.seeking"))

        def found(hall: str) -> None:
            if places := brokers(self._app.settings, hall):
                then(places)
            elif meeting := self._app.settings.meeting:
                sheet.ask(meeting, partial(self._agree, meeting, then))
            else:
                sheet.tell(self._app.texts("far.no_broker"))

        if self._app.settings.broker:
            found("")
        else:
            background(found_broker, found)

    def _agree(self, meeting: str, then: Callable[[Sequence[str]], None]) -> None:
        self._app.change(meeting_agreed=meeting)
        then((meeting,))

    def _invite(self, screen: StartScreen, places: Sequence[str]) -> None:
        try:
            self._begin(screen, inviting(screen.presenter.setup(), places[0]))
        except RefereeError as error:
            if self._sheet:
                self._sheet.tell(self._app.texts.reason(error.reason))

    def _take_code(self, screen: StartScreen, code: str, places: Sequence[str]) -> None:
        own = KnownBroker(self._app.settings.broker, self._app.folder / LOGIN_NAME)
        background(partial(find, code, places, own), lambda found: self._joined(screen, found))

    def _joined(self, screen: StartScreen, found: Invited | Reason) -> None:
        if screen is not self._app.screens.current_screen:
            return
        if isinstance(found, Reason):
            if self._sheet:
                self._sheet.tell(self._app.texts.reason(found))
            return
        screen.presenter.game = found.game
        self._begin(screen, joining(screen.presenter.setup(), found))

    def _begin(self, screen: StartScreen, setup: GameSetup) -> None:
        if self._sheet:
            self._sheet.close()
        screen.presenter.keep_stream()
        self._app.change(stream=screen.presenter.stream)
        self._app.start_game(setup)
