"""Measuring a camera with the ChArUco sheet, and teaching a tower its dice, step by step."""

from dataclasses import dataclass, replace

from companion.app.devices.camera_desk import CameraDesk
from companion.app.devices.known_cameras import KnownCameras
from companion.app.guide.guide import BOARD
from companion.app.views import ShownPicture
from companion.games.reason import Reason, because
from companion.referee.errors import reason_of
from companion.referee.keeping.whole_file import write_whole
from companion.referee.live.cameras import ENOUGH_VIEWS, CameraWizard, VisionError, sheet_to_print
from hardware.errors import DeviceError
from hardware.open_dice import open_tower
from hardware.roll_store import RollStore
from hardware.tower.ports import port_names

PAUSE = 0.05
SHEET = "camera-sheet.pdf"


@dataclass(frozen=True)
class MeasuringState:
    """`views` were taken of at most `most`; `advice` is what to do next, `verdict` what was measured."""

    camera: str
    away: bool = False
    picture: ShownPicture | None = None
    views: int = 0
    most: int = ENOUGH_VIEWS
    advice: Reason | None = None
    verdict: Reason | None = None
    kept: bool = False
    notice: Reason | None = None


class CameraMeasuring:
    """Measures a camera while no game is played; keeps a good profile with the camera."""

    def __init__(self, camera: str, cameras: KnownCameras) -> None:
        self.notice: Reason | None = None
        self._cameras = cameras
        self._desk = CameraDesk(camera, BOARD.simulated_camera)
        self._wizard: CameraWizard | None = None
        self._state = MeasuringState(camera)
        self._over = False

    def state(self) -> MeasuringState:
        return replace(self._state, notice=self.notice)

    def advance(self) -> float | None:
        """Look at the next picture."""
        if self._over:
            return None
        image = self._desk.look()
        if image is None:
            self._state = replace(self._state, away=self._desk.away)
            return PAUSE
        if self._wizard is None:
            # The sheet's corners are numbered: a mirrored picture is turned round before anything else.
            self._desk.mirror = self._cameras.get(self._desk.name).mirror
            self._wizard = CameraWizard(handheld=not self._desk.still)
        advice = self._wizard.offer(image)
        picture = self._desk.displayed_picture(image)
        said = reason_of(advice.fact)
        self._state = replace(self._state, away=False, picture=picture, views=self._wizard.views, advice=said)
        if self._wizard.done:
            self.finish()
        return None if self._over else PAUSE

    def finish(self) -> None:
        """Measure with the views taken so far. Raises VisionError where they are too few."""
        if self._wizard is None:
            raise VisionError("calibration.no_picture")
        measured = self._wizard.measure()
        if measured.good:
            known = replace(self._cameras.get(self._desk.name), profile=measured.profile)
            self._cameras.save(self._desk.name, known)
        self._over = True
        self._desk.close()
        self._state = replace(self._state, verdict=reason_of(measured.verdict), kept=measured.good)

    def save_sheet(self) -> None:
        """Write the sheet to print into the app's folder."""
        path = self._cameras.folder / SHEET
        write_whole(path, sheet_to_print())
        self.notice = because("measure.sheet.saved", path=str(path))

    def again(self) -> None:
        """Begin anew."""
        self._wizard, self._over = None, False
        self._state = MeasuringState(self._desk.name)

    def forget(self) -> None:
        """Do without what was measured earlier."""
        self._cameras.save(self._desk.name, replace(self._cameras.get(self._desk.name), profile=None))
        self.again()

    def close(self) -> None:
        self._desk.close()


COLOURS = "RYGB"
TASKS: tuple[str, ...] = ("dark", "white", *(f"die {colour}" for colour in COLOURS), "save")


@dataclass(frozen=True)
class TeachingState:
    """`dice` is what is listened to, `tower` the tower found there, empty while there is none, and then `ports` those
    that may be named; `task` one of TASKS, None when all are done.
    """

    dice: str
    tower: str = ""
    task: str | None = TASKS[0]
    done: int = 0
    notice: Reason | None = None
    ports: tuple[str, ...] = ()


class TowerTeaching:
    """Teaches a tower its dice while no game is played. `dice` is a port, `auto` or `simulated`. Nothing is changed in
    the tower before all tasks are done.
    """

    def __init__(self, dice: str) -> None:
        self.notice: Reason | None = None
        self._dice = dice
        self._tower = open_tower(dice, RollStore())
        self._done = 0

    def state(self) -> TeachingState:
        task = TASKS[self._done] if self._done < len(TASKS) else None
        there = str(self._tower.identity or "")
        return TeachingState(self._dice, there, task, self._done, self.notice, () if there else port_names())

    def advance(self) -> float | None:
        """Look whether a tower has come or gone."""
        self._tower.poll()
        return 5 * PAUSE

    def go_on(self) -> None:
        """Go on after the players have done their task. Raises DeviceError if the tower is not content."""
        if self._tower.away:
            raise DeviceError("hardware.tower.none")
        if self._done < len(TASKS):
            task = TASKS[self._done]
            self._tower.ask(f"CAL {task}" + (" bay=1 face=3" if task.startswith("die") else ""))
            self._done += 1

    def again(self) -> None:
        """Begin anew."""
        self._done = 0

    def listen_to(self, dice: str) -> None:
        """Teach another tower, from the beginning."""
        self._tower.close()
        self._dice, self._done = dice, 0
        self._tower = open_tower(dice, RollStore())

    def close(self) -> None:
        self._tower.close()
