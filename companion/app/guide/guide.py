"""The first-run guide: the camera and the board in it, the set-up on it, the tower, the sound."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from companion.app.devices.camera import CameraHelp
from companion.app.devices.camera_desk import CameraDesk
from companion.app.devices.known_cameras import KnownCameras
from companion.app.devices.phone import TABLE_PHONE
from companion.app.views import ShownPicture, Spot
from companion.games.looney_blockade.table import setup
from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import Reason
from companion.referee.errors import RefereeError, error_reason
from companion.referee.evidence import Evidence
from companion.referee.live.cameras import Image, VisionError
from companion.sharing.phone.camera import PHONE, ShownPhone
from hardware.dice import AUTO, DiceRoll, DiceSource
from hardware.open_dice import open_dice
from hardware.roll_store import RollStore
from hardware.tower.ports import port_names

GuideStep = Literal["camera", "setup", "tower", "sound"]
STEPS: tuple[GuideStep, ...] = ("camera", "setup", "tower", "sound")
CORNERS = ("a1", "e1", "e5", "a5")
# Where the corners are put to begin with while no board is found.
SOMEWHERE: tuple[Spot, ...] = ((0.2, 0.8), (0.8, 0.8), (0.7, 0.25), (0.3, 0.25))
# The ring around a wrong cell, in sides of a cell.
RING = 0.62
PAUSE = 0.05
# The guide is shown at the set-up that every camera knows first.
BOARD = LooneyTable()
# In how many seconds the board is looked for, and the set-up checked, again.
LOCATE_SECONDS, CHECK_SECONDS = 1.0, 3.0


@dataclass(frozen=True)
class GuideState:
    """What the guide shows. `corners` are where the board's corners are put to begin with while the players show where
    they are, as shares of the picture; `faults` are the cells to put right (what should stand there, what seems to),
    None while that is not known, `unseen` those of which nothing of the set-up is seen, `wanted` what should stand
    where; `light` is how tinted the light is where all is right (`none`, `slight` or `strong`); `ports` may be named as
    the tower's while none is found. `shown` tells that the players have shown the corners, `outline` where the board
    that is found has them; `phone` is set where a phone is the camera.
    """

    step: GuideStep
    camera: str
    away: bool = False
    picture: ShownPicture | None = None
    found: bool = False
    corners: tuple[Spot, ...] | None = None
    mirror: bool = False
    faults: Mapping[str, tuple[str, str]] | None = None
    unseen: tuple[str, ...] = ()
    wanted: Mapping[str, str] = field(default_factory=dict)
    light: str = ""
    trouble: Reason | None = None
    dice: str = AUTO
    ports: tuple[str, ...] = ()
    tower: str = ""
    rolled: str = ""
    notice: Reason | None = None
    shown: bool = False
    outline: tuple[Spot, ...] | None = None
    phone: ShownPhone | None = None


class Guide:
    """A table without a game (see `companion.app.judge.worker.PlayedGame`). What is found out about the camera is
    kept."""

    def __init__(self, camera: str, cameras: KnownCameras) -> None:
        self.notice: Reason | None = None
        self._cameras = cameras
        self._desk = CameraDesk(camera, BOARD.simulated_camera)
        self._known = cameras.get(camera)
        self._desk.mirror = self._known.mirror
        self._tracker: Any = None
        self._due = 0.0
        self._tapping = False
        self._dice: DiceSource | None = None
        self._state = GuideState("camera", camera, mirror=self._known.mirror, shown=bool(self._known.corners))

    def state(self) -> GuideState:
        phone = TABLE_PHONE.shown if self._desk.name == PHONE else None
        return replace(self._state, notice=self.notice, phone=phone)

    def advance(self) -> float | None:
        """Look, listen, and ask again soon."""
        if self._state.step in ("camera", "setup"):
            self._see()
        elif self._state.step == "tower":
            self._listen()
        return PAUSE

    def go(self, step: GuideStep) -> None:
        """Another step of the guide."""
        if step != "tower":
            self._let_go()
        self._tapping, self._due = False, 0.0
        self._state = replace(self._state, step=step, corners=None, trouble=None, faults=None, unseen=())

    def use(self, camera: str) -> None:
        """Look through another camera."""
        self._desk.use(camera)
        self._know(self._cameras.get(camera))
        self._state = replace(self._state, camera=camera, picture=None, away=False)

    def turn_round(self) -> None:
        """The camera's pictures are mirrored, or are not after all. Corners that were shown are forgotten."""
        self._keep(replace(self._known, mirror=not self._known.mirror, corners=None))

    def begin_corners(self) -> None:
        """The players show where the board's corners a1, e1, e5 and a5 are, from where they seem to be."""
        image = self._desk.newest
        if image is None:
            return
        self._tapping = True
        known = self._known.corners or self._seen_corners(image)
        self._state = replace(self._state, corners=known or SOMEWHERE)

    def keep_corners(self, corners: tuple[Spot, ...]) -> None:
        """They are there, in the order of CORNERS. Raises VisionError where no board can lie so."""
        self._tapping = False
        self._state = replace(self._state, corners=None)
        if self._desk.newest is None:
            return
        known = replace(self._known, corners=corners)
        known.open_tracker(self._desk.newest, BOARD)
        self._keep(known)

    def leave_corners(self) -> None:
        """They stay what they were."""
        self._tapping = False
        self._state = replace(self._state, corners=None)

    def forget_corners(self) -> None:
        """The board is found by itself again."""
        self.leave_corners()
        self._keep(replace(self._known, corners=None))

    def listen_to(self, dice: str) -> None:
        """Listen to another tower: a port, `auto` or `simulated`."""
        self._let_go()
        self._state = replace(self._state, dice=dice)

    def throw(self) -> None:
        """Roll with a tower in software."""
        if self._dice and self._dice.can_throw:
            self._dice.throw()

    def close(self) -> None:
        self._desk.close()
        self._let_go()

    def _see(self) -> None:
        image = self._desk.look()
        if image is None:
            self._state = replace(self._state, away=self._desk.away)
            image = self._desk.newest
            if image is None or time.monotonic() < self._due:
                return
        if not self._tapping and time.monotonic() >= self._due:
            self._examine(image)
            again = CHECK_SECONDS if self._state.step == "setup" else LOCATE_SECONDS
            self._due = time.monotonic() + again
        picture = (
            self._desk.displayed_picture(image)
            if self._tapping
            else self._desk.displayed_picture(image, *self._drawn())
        )
        self._state = replace(self._state, picture=picture, away=self._desk.away)

    def _drawn(self) -> tuple[Any, Mapping[str, Spot], list[tuple[Spot, float]]]:
        """The board's outline, its corners by name, and rings around the cells that are wrong, in pixels."""
        if self._tracker is None:
            return None, {}, []
        view = self._tracker.view
        rings = []
        for cell in self._state.faults or ():
            x, y = view.cell_centre(cell)
            middle, beside = view.project(np.array([[x, y, 0.0], [x + RING * view.pitch, y, 0.0]]))
            rings.append(((float(middle[0]), float(middle[1])), float(np.hypot(*(beside - middle)))))
        return view.project(view.ring), view.corners, rings

    def _seen_corners(self, image: Image) -> tuple[Spot, ...] | None:
        """Return the corners of the board that is found."""
        if self._tracker is None:
            return None
        height, width = image.shape[:2]
        found = self._tracker.view.corners
        spots = tuple((round(x / width, 4), round(y / height, 4)) for x, y in (found[cell] for cell in CORNERS))
        return spots if all(0 <= share <= 1 for spot in spots for share in spot) else None

    def _examine(self, image: Image) -> None:
        """Find the board, and read what stands on it where that is asked for."""
        state = self._state
        try:
            if self._tracker is None:
                self._tracker = self._known.open_tracker(image, BOARD)
            if state.step == "setup":
                evidence = Evidence.of(self._tracker.look(image), BOARD.places)
                checked = setup.check_setup(evidence)
                right = not checked.faulty and not checked.unseen
                light = setup.tint_of_light(image, self._tracker.view, checked.wanted) if right else ""
                state = replace(
                    state, faults=checked.faulty, unseen=checked.unseen, wanted=dict(checked.wanted), light=light
                )
            elif not self._tracker.find(image).lined and self._known.corners:
                # The players say that the board is there, and no line of it is seen: its pieces must be.
                setup.check_setup(Evidence.of(self._tracker.look(image), BOARD.places))
            self._state = replace(state, found=True, trouble=None, outline=self._seen_corners(image))
        except (VisionError, RefereeError) as error:
            self._tracker = None
            self._state = replace(state, found=False, faults=None, unseen=(), trouble=error_reason(error), outline=None)

    def _listen(self) -> None:
        if self._dice is None:
            self._dice = open_dice(self._state.dice, RollStore())
        rolls = [str(event) for event in self._dice.poll() if isinstance(event, DiceRoll)]
        rolled = rolls[-1] if rolls else self._state.rolled
        there = str(self._dice.identity or "")
        self._state = replace(self._state, tower=there, rolled=rolled, ports=() if there else port_names())

    def _let_go(self) -> None:
        if self._dice:
            self._dice.close()
            self._dice = None
        self._state = replace(self._state, tower="", rolled="")

    def _keep(self, known: CameraHelp) -> None:
        """Apply what is known of the camera even if it cannot be saved."""
        self._know(known)
        try:
            self._cameras.save(self._desk.name, known)
        except OSError as error:
            self.notice = error_reason(error)

    def _know(self, known: CameraHelp) -> None:
        self._known, self._desk.mirror = known, known.mirror
        self._tracker, self._due = None, 0.0
        self._state = replace(self._state, found=False, mirror=known.mirror, shown=bool(known.corners), trouble=None)
