"""Beginning to play with another table: from what is typed on the start screen to the game."""

from functools import partial

from companion.app.audience import LOGIN_NAME
from companion.app.background import background
from companion.app.far.desk import find, inviting, joining
from companion.app.far.sheets import FarSheet
from companion.app.games.far_meeting import Invited
from companion.app.games.opening import GameSetup
from companion.app.shell import Shell
from companion.app.start.screen import StartScreen
from companion.games.reason import Reason
from companion.referee.errors import RefereeError
from companion.sharing.feed.address import KnownBroker


class FarBeginning:
    """Over the start screen of the app."""

    def __init__(self, app: Shell) -> None:
        self._app = app
        self._sheet: FarSheet | None = None

    def open(self) -> None:
        """Play with another table: invite one, or take a code."""
        screen = self._app.screens.current_screen
        if isinstance(screen, StartScreen):
            self._sheet = FarSheet(
                self._app.texts,
                self._app.settings.broker,
                partial(self._invite, screen),
                partial(self._take_code, screen),
            )

    def _invite(self, screen: StartScreen, broker: str) -> str:
        try:
            setup = inviting(screen.presenter.setup(), broker)
        except RefereeError as error:
            return self._app.texts.reason(error.reason)
        self._begin(screen, setup)
        return ""

    def _take_code(self, screen: StartScreen, code: str, broker: str) -> str:
        own = KnownBroker(self._app.settings.broker, self._app.folder / LOGIN_NAME)
        background(partial(find, code, broker, own), lambda found: self._joined(screen, found))
        return self._app.texts("far.seeking")

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
