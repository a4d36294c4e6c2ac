"""The interface of the app for its parts."""

from pathlib import Path
from typing import Any, Protocol

from companion.app.devices.devices import Devices
from companion.app.devices.known_cameras import KnownCameras
from companion.app.games.opening import GameSetup
from companion.app.intents import AnyIntent
from companion.app.judge.judge import Judge
from companion.app.settings.settings import Settings
from companion.app.texts.texts import Texts
from companion.games.reason import Reason


class Shell(Protocol):
    """The app. `playing_folder` and `playing_game` belong to the game on the screen. `addresses`: full addresses of
    known cameras, which journals keep without their passwords."""

    folder: Path
    texts: Texts
    judge: Judge
    screens: Any
    cameras: KnownCameras
    devices: Devices
    playing_folder: Path | None
    playing_game: str

    @property
    def settings(self) -> Settings: ...

    @property
    def addresses(self) -> tuple[str, ...]: ...

    def change(self, **settings: Any) -> None:
        """Change settings and keep them."""

    def notify(self, message: Reason) -> None:
        """Tell something in one line over whatever is on the screen."""

    def sound(self, name: str) -> None: ...

    def send(self, intent: AnyIntent) -> None:
        """Send an intent to the game that is judged."""

    def go_to(self, screen: Any) -> None: ...

    def home(self) -> None: ...

    def open_settings(self) -> None: ...

    def start_game(self, setup: GameSetup) -> None: ...

    def end_game(self) -> None: ...
