"""Looking at a dice tray: is it seen well enough for dice to be read, and what is to be changed?"""

import time
from dataclasses import dataclass, replace
from typing import Any

from companion.app.devices.camera_desk import CameraDesk
from companion.app.guide.guide import BOARD, PAUSE
from companion.app.views import ShownPicture
from companion.games.reason import Reason
from companion.referee.errors import error_reason
from companion.referee.live.cameras import Image, VisionError
from companion.referee.live.tray_fitness import TrayExaminer, TrayFitness

# How often the tray is examined; meanwhile its picture goes on.
CHECK_SECONDS = 2.0
USUAL_DICE, MOST_DICE = 2, 8


@dataclass(frozen=True)
class TrayState:
    """`expected` dice should lie there; `fit` is None before the tray was looked at, `says` how good it is or what to
    change."""

    camera: str
    expected: int = USUAL_DICE
    away: bool = False
    picture: ShownPicture | None = None
    fit: bool | None = None
    says: tuple[Reason, ...] = ()
    notice: Reason | None = None


class TrayChecking:
    """A table without a game."""

    def __init__(self, camera: str) -> None:
        self.notice: Reason | None = None
        self._desk = CameraDesk(camera, BOARD.simulated_camera)
        self._examiner = TrayExaminer()
        self._found: TrayFitness | None = None
        self._due = 0.0
        self._state = TrayState(camera)

    def state(self) -> TrayState:
        return replace(self._state, notice=self.notice)

    def advance(self) -> float | None:
        """Look at the next picture; of a folder's, at the last one again."""
        image = self._desk.look()
        self._state = replace(self._state, away=self._desk.away)
        image = self._desk.newest if image is None else image
        if image is not None:
            if time.monotonic() >= self._due:
                self._examine(image)
                self._due = time.monotonic() + CHECK_SECONDS
            ringed: Any = self._found.spots if self._found else ()
            self._state = replace(self._state, picture=self._desk.displayed_picture(image, ringed=ringed))
        return PAUSE

    def use(self, camera: str) -> None:
        """Look through another camera."""
        self._desk.use(camera)
        self._anew(TrayState(camera, self._state.expected))

    def expect(self, dice: int) -> None:
        """Set the number of dice that lie in the tray."""
        self._anew(replace(self._state, expected=min(max(dice, 1), MOST_DICE), fit=None, says=()))

    def close(self) -> None:
        self._desk.close()

    def _anew(self, state: TrayState) -> None:
        self._state, self._found, self._due = state, None, 0.0

    def _examine(self, image: Image) -> None:
        try:
            self._found = self._examiner.examine(image, self._state.expected)
        except VisionError as error:
            self._found = None
            self._state = replace(self._state, fit=False, says=(error_reason(error),))
            return
        self._state = replace(self._state, fit=self._found.fit, says=tuple(self._found.say()))
