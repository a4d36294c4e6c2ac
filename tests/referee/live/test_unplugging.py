"""Camera and tower pulled out in the middle of a game, and plugged in again."""

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from companion.games.looney_blockade.table.table import LooneyTable
from companion.games.reason import Reason
from companion.referee.live.feed import Feed
from companion.referee.live.loop import happenings
from companion.referee.live.table_dice import TableDice
from companion.texts.language import english
from hardware.roll_store import RollStore
from hardware.tower.serial_port import SerialTower
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower
from tests.firmware_build import build
from vision.drawing.sensor_noise import SensorNoise
from vision.sources.live import LiveSource, Patience

QUICK = Patience(stalled=0.4, frozen=60, hung=5, retry=0.05, longest_retry=0.1)
LONGEST_SECONDS = 60.0


class PluggedCamera:
    """A camera that can be pulled; its picture is the number of things that were done at the table."""

    def __init__(self) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self.table = 0
        self._noise = SensorNoise(2.0)

    def connect(self) -> "PluggedCamera":
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.plugged.is_set()

    def grab(self) -> bool:
        time.sleep(0.02)
        return self.plugged.is_set()

    def retrieve(self) -> tuple[bool, Any]:
        return True, self._noise.on(np.full((240, 320, 3), 60 + 60 * self.table, np.uint8))

    def release(self) -> None:
        pass


class Hands:
    """What people do at the table, one thing after another, each when the one before has shown its effect."""

    def __init__(self, *deeds: tuple[Callable[[], object], Callable[[], bool]]) -> None:
        self._deeds = list(deeds)
        self._until: Callable[[], bool] = lambda: True
        self._end = time.monotonic() + LONGEST_SECONDS

    def waiting(self) -> list[str]:
        if time.monotonic() > self._end:
            return ["quit"]
        if not self._until():
            return []
        if not self._deeds:
            return ["quit"]
        act, self._until = self._deeds.pop(0)
        act()
        return []


@pytest.fixture
def tower() -> Iterator[PtyTower]:
    build()
    with PtyTower(calibrated_tower(3)) as tower:
        yield tower


@pytest.mark.slow
def test_camera_and_tower_unplugged_together_are_told_once_each_and_nothing_is_lost(tower: PtyTower) -> None:
    told: list[str] = []
    seen: list[int] = []
    rolls: list[dict[str, int]] = []
    thrown: list[dict[str, int]] = []
    camera, store = PluggedCamera(), RollStore()

    def tell(said: Reason) -> None:
        told.append(english(said))

    def pull() -> None:
        camera.plugged.clear()
        tower.pull()

    def play_on() -> None:
        camera.table = 1
        thrown.append(tower.throw().shown())

    def plug() -> None:
        tower.plug()
        camera.plugged.set()

    dice = SerialTower(store, tower.port)
    try:
        hands = Hands(
            (lambda: None, lambda: len(seen) == 1 and not dice.away),
            (pull, lambda: len(told) >= 3 and dice.away),
            (play_on, lambda: bool(thrown)),
            (plug, lambda: len(rolls) == 1 and len(seen) == 2),
        )
        feed = Feed(LiveSource(camera.connect, QUICK), "camera 0", tell)
        for event in happenings(LooneyTable(), feed, hands, tell, TableDice(dice, tell)):
            if event.kind == "frame":
                seen.append(round(float(event.value.mean()) / 60) - 1)
            else:
                rolls.append(event.value.values())
    finally:
        dice.close()
    assert (seen, rolls) == ([0, 1], thrown)
    cameras = [line for line in told if line.startswith("camera 0")]
    towers = [line for line in told if not line.startswith("camera 0")]
    assert len(cameras) == 2 and "again" in cameras[1], cameras
    # A tower that kept its power is the same one: its coming back shows by its rolls.
    assert [word for line in towers for word in ("is connected", "is gone") if word in line] == [
        "is connected",
        "is gone",
    ], towers
