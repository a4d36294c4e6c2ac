"""Begins the game on the screen anew with another choice: camera, how the board lies, where its corners are."""

from dataclasses import replace
from functools import partial
from typing import Any

from kivy.core.window import Window

from companion.app.games import opening
from companion.app.games.game import AT_WORD, AppGame
from companion.app.games.registry import GAMES
from companion.app.shell import Shell
from companion.app.widgets.controls import ModalSheet, SheetColumn, lay_over, press
from companion.referee.errors import RefereeError, error_reason
from companion.referee.live.feed import SIMULATED
from companion.sharing.phone.camera import PHONE
from hardware.dice import AUTO


class BegunAnew:
    """Asks over the game's screen."""

    def __init__(self, app: Shell) -> None:
        self._app = app

    def keep_corners(self, corners: tuple[tuple[float, float], ...] | None) -> None:
        """Remember corners shown on a game's screen for its camera."""
        if not GAMES[self._app.playing_game].uses_corners:
            return
        camera = self._app.settings.camera
        try:
            self._app.cameras.save(camera, replace(self._app.cameras.get(camera), corners=corners))
        except OSError as error:
            self._app.notify(error_reason(error))

    def ask(self, game: AppGame, name: str) -> None:
        """Begin anew with another camera or choice: the one named, as in ``structure corner``, or one asked for."""
        t = self._app.texts
        what, _, said = name.partition(" ")
        if said:
            self._begin_anew(None, **{what: said, AT_WORD: what})
            return
        if name == "sides":
            camera = self._app.screens.current_screen.shown.camera
            if camera and camera.corners:
                self._begin_anew(None, corners=[*camera.corners[2:], *camera.corners[:2]])
            return
        said_so: dict[str, Any] = {}
        if name == "camera":
            found = (
                (str(each.number), t("camera.number", n=each.number, size=f"{each.size[0]} × {each.size[1]}"))
                for each in self._app.devices.cameras
            )
            stream = ((self._app.settings.stream, t("camera.stream")),) if self._app.settings.stream else ()
            values: tuple[tuple[Any, str], ...] = (
                (PHONE, t("camera.phone")),
                (AUTO, t("camera.auto")),
                *found,
                *stream,
                (SIMULATED, t("camera.simulated")),
            )
        else:
            values = tuple((value, t(f"{name}.{value}")) for value in game.choices[name])
            said_so = {AT_WORD: name}
        sheet = ModalSheet(width=Window.width * 0.6)
        acts = (
            (value, words, partial(self._begin_anew, sheet, **({name: value} | said_so))) for value, words in values
        )
        column = SheetColumn(*(press(f"{name} {value}", words, act) for value, words, act in acts))
        lay_over(sheet, t(f"setting.other.{name}"), column, t("do.close"))

    def _begin_anew(self, sheet: ModalSheet | None, **changed: Any) -> None:
        """Begin the game on the screen anew, with something else chosen."""
        if sheet:
            sheet.dismiss()
        if self._app.playing_folder is None:
            return
        try:
            setup = opening.anew(self._app.playing_folder, self._app.addresses, **changed)
        except RefereeError as error:
            self._app.notify(error_reason(error))
            return
        if "camera" in changed:
            setup = replace(setup, known=self._app.cameras.get(setup.camera))
        self._app.start_game(setup)
