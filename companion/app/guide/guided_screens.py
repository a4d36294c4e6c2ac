"""Opens the screens that guide the players step by step. Each runs in the judge's process, as a game does."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.app.guide.calibrating import CameraMeasuring, TowerTeaching
from companion.app.guide.guide import STEPS, Guide
from companion.app.guide.presenter import (
    GuidePresenter,
    MeasuringPresenter,
    StepsPresenter,
    TeachingPresenter,
    TrayPresenter,
)
from companion.app.guide.screen import StepsScreen
from companion.app.guide.tray_checking import TrayChecking
from companion.app.intents import call
from companion.app.judge.worker import Make
from companion.app.rules.view import choose_over
from companion.app.shell import Shell
from hardware.dice import AUTO


class GuidedScreens:
    """The guided screens of one window: guide, measuring, calibrating, tray."""

    def __init__(self, app: Shell) -> None:
        self._app = app

    def guide(self) -> None:
        """Open the guide through camera, board, set-up, tower and sound."""
        presenter = GuidePresenter(self._app.texts, sounds=self._app.settings.sounds, stream=self._app.settings.stream)

        def step(by: int) -> Callable[[Any], None]:
            def go(state: Any) -> None:
                at = STEPS.index(state.step) + by if state else 0
                if at == len(STEPS):
                    leave(state)
                else:
                    self._app.send(call(Guide.go, STEPS[at]))

            return go

        def leave(state: Any) -> None:
            self._app.change(guided=True, camera=state.camera if state else self._app.settings.camera)
            self._app.home()
            if state and state.found:
                # The players came to use the camera that is ready now.
                self._app.screens.current_screen.presenter.use_camera(state.camera)

        def switch(state: Any) -> None:
            self._app.change(sounds=not self._app.settings.sounds)
            presenter.sounds = self._app.settings.sounds
            self._app.screens.current_screen.show(state)

        own = {
            "next": step(1),
            "back": step(-1),
            "skip": leave,
            "sounds": switch,
            "tray": lambda _state: self.tray(),
        }
        self._open(presenter, partial(Guide, self._app.settings.camera, self._app.cameras), "guide screen", own)

    def measure(self) -> None:
        """Calibrate the camera that was chosen last."""
        make = partial(CameraMeasuring, self._app.settings.camera, self._app.cameras)
        self._open(MeasuringPresenter(self._app.texts), make, "measuring screen", {})

    def teach(self) -> None:
        """Calibrate the tower."""
        own = {"tray": lambda _state: self.tray()}
        self._open(TeachingPresenter(self._app.texts), partial(TowerTeaching, AUTO), "teaching screen", own)

    def tray(self) -> None:
        """Check that a camera sees a dice tray well, preferably another camera than the board's."""
        cameras = [str(camera.number) for camera in self._app.devices.cameras]
        others = [camera for camera in cameras if camera != self._app.settings.camera]
        presenter = TrayPresenter(self._app.texts, cameras)
        self._open(presenter, partial(TrayChecking, (others or cameras or [AUTO])[-1]), "tray screen", {})

    def _open(self, presenter: StepsPresenter, make: Make, name: str, own: Mapping[str, Callable[[Any], None]]) -> None:
        """Open a guided screen in place of the game."""
        self._app.end_game()
        always: dict[str, Callable[[Any], None]] = {
            "leave": lambda _state: self._app.open_settings(),
            "play": lambda _state: self._app.sound("end"),
            "rules": lambda _state: choose_over(self._app.texts),
        }
        self._app.go_to(StepsScreen(presenter, self._app.send, {**always, **own}, name=name))
        self._app.judge.open(make)
