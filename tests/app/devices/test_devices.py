"""Cameras and towers that come and go while a game is played. They are real ones to the app: pictures in a folder, a
drawn table, and the firmware behind a pseudo-terminal.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.app.devices import camera
from companion.app.games.deeds import BeginWatched, Done, Enter, GoByCamera, GoByTouch, RollDice, Throw
from companion.app.games.presenter import TablePresenter
from companion.app.texts.texts import Texts
from companion.games.looney_blockade.rules.setup import initial
from companion.games.looney_blockade.screen.entry import hop
from companion.games.looney_blockade.screen.game import DEMO
from companion.games.looney_blockade.screen.presenter import LOONEY
from companion.referee.errors import prose
from companion.referee.live import cameras
from companion.referee.tables import open_table
from companion.texts.language import LANGUAGES, english
from hardware.tower import ports
from lab.tower.simulation.pseudo_terminal import PtyTower
from lab.tower.simulation.tower import calibrated_tower
from tests.firmware_build import build
from tests.games.looney_blockade.screen.games import LooneyTable, reopened, table
from tests.saying import refused
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.grid import VOLCANO
from vision.sources.opening import FoundCamera
from vision.sources.source import Shot, Status

PATIENCE = 120.0
BOARD = open_table("looney-blockade", {})


def until(game: LooneyTable, true: Callable[[], bool]) -> None:
    """Let the game go on until it is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, game.state()
        game.advance()
        time.sleep(0.02)


def begun(game: LooneyTable) -> None:
    """Start the game once the set-up is seen to be right."""

    def right() -> bool:
        camera = game.state().camera
        return bool(camera and camera.setup and camera.setup.right)

    until(game, right)
    game.do(BeginWatched())


@pytest.fixture
def tower() -> Iterator[PtyTower]:
    build()
    with PtyTower(calibrated_tower(1)) as tower:
        yield tower


@pytest.mark.slow
def test_a_camera_watches_the_set_up(tmp_path: Path) -> None:
    game, folder = table(tmp_path, source="camera", camera="simulated")
    begun(game)
    assert game.state().phase == "roll" and game.state().grid["c3"] == "C3"
    assert game.state().picture is not None and game.state().away == ()
    game.close()
    again = reopened(folder)
    assert again.state().grid == game.state().grid
    again.close()


@pytest.mark.slow
def test_without_its_camera_a_game_goes_on_by_touch(tmp_path: Path) -> None:
    """The camera stops after the set-up: a folder that has no more pictures."""
    pictures = tmp_path / "camera"
    pictures.mkdir()
    first = sorted(DEMO.glob("*.jpg"))[0]
    shutil.copy(first, pictures / first.name)
    game, folder = table(tmp_path, source="camera", camera=str(pictures))
    begun(game)
    until(game, lambda: "camera" in game.state().away)
    assert game.state().source == "camera", "nobody has said so"
    game.do(GoByTouch())
    assert game.state().source == "touch"
    game.do(RollDice({"B": 5, "G": 5}))
    game.do(Enter(hop("d4", "c3")))
    game.do(Done())
    assert game.state().phase in ("roll", "illegal")
    seen = game.state()
    game.close()
    again = reopened(folder)
    assert (again.state().believed, again.state().side) == (seen.believed, seen.side)
    again.close()


def test_a_camera_that_is_not_there_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "RETRY_SECONDS", 0.05)
    pictures = tmp_path / "camera"
    game, _ = table(tmp_path, source="camera", camera=str(pictures))
    until(game, lambda: "camera" in game.state().away)
    game.do(GoByTouch())
    assert (game.state().phase, game.state().source) == ("roll", "touch")
    game.do(RollDice({"B": 5, "G": 5}))
    # Whole from the start: the camera looks again at any time, and could meet half a picture.
    filled = tmp_path / "filled"
    filled.mkdir()
    shutil.copy(sorted(DEMO.glob("*.jpg"))[0], filled)
    filled.rename(pictures)
    until(game, lambda: game.state().picture is not None)
    assert game.state().roll == {"B": 5, "G": 5}
    game.close()


class StillStream:
    """A stream that sends the same picture bit for bit, until it is `changed`."""

    still = False

    def __init__(self) -> None:
        self.picture = np.full((60, 80, 3), 128, np.uint8)
        self.status, self.t = Status.FROZEN, 0.0

    def next(self, _timeout: float) -> Shot | None:
        if self.status is Status.ENDED:
            return None
        time.sleep(0.01)
        self.t += 0.1
        return Shot(self.t, self.picture)

    def close(self) -> None:
        self.status = Status.ENDED


def test_a_stream_whose_pictures_are_alike_is_no_camera_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = StillStream()
    monkeypatch.setattr(camera, "open_camera", lambda _name, _simulated: stream)
    watched = camera.CameraSource("0", tmp_path, BOARD)
    seen: set[str] = set()
    end = time.monotonic() + PATIENCE
    while watched.does != "frozen" and time.monotonic() < end:
        time.sleep(0.01)
    for _ in range(50):
        seen.add(watched.does)
        time.sleep(0.01)
    assert seen == {"frozen"} and not watched.away
    stream.status, stream.picture = Status.LIVE, stream.picture + np.uint8(1)
    while watched.does == "frozen" and time.monotonic() < end:
        time.sleep(0.01)
    assert watched.does in ("sees", "moving")
    watched.close()


class Pan:
    """A camera whose pictures follow one another without end; it shows `grey` and stands still unless it `moves`."""

    still, status = False, Status.LIVE

    def __init__(self) -> None:
        self.grey, self.moves, self.t = 128, False, 0.0

    def next(self, _timeout: float) -> Shot | None:
        time.sleep(0.005)
        self.t += 0.1
        grey = self.grey + (60 if self.moves and round(self.t * 10) % 2 else 0)
        return Shot(self.t, np.full((60, 80, 3), grey, np.uint8))

    def close(self) -> None:
        self.status = Status.ENDED


def test_a_table_is_looked_at_again_only_when_it_is_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pan = Pan()
    monkeypatch.setattr(camera, "open_camera", lambda _name, _simulated: pan)
    watched = camera.CameraSource("0", tmp_path, BOARD)
    end = time.monotonic() + PATIENCE

    def wait(true: Callable[[], object]) -> None:
        while not true():
            assert time.monotonic() < end
            time.sleep(0.005)

    wait(lambda: watched.next(None))
    watched.look_again()
    wait(lambda: watched.next(None))
    pan.moves = True
    wait(lambda: watched.does == "moving")
    watched.look_again()
    begun = pan.t
    wait(lambda: pan.t > begun + 2)
    assert watched.next(None) is None, "hands move there"
    pan.moves = False
    wait(lambda: watched.next(None))
    assert watched.does == "sees"
    watched.close()


def test_a_picture_that_cannot_be_read_does_not_end_a_camera(tmp_path: Path) -> None:
    pictures = tmp_path / "camera"
    pictures.mkdir()
    good = sorted(DEMO.glob("*.jpg"))[0]
    shutil.copy(good, pictures / "0.jpg")
    (pictures / "1.jpg").write_bytes(good.read_bytes()[:100])
    shutil.copy(good, pictures / "2.jpg")
    watched = camera.CameraSource(str(pictures), tmp_path, BOARD)
    end = time.monotonic() + PATIENCE
    while not watched.away and time.monotonic() < end:
        time.sleep(0.02)
    found = list(iter(lambda: watched.next(None), None))
    assert [happening.kind for happening in found] == ["frame", "told", "frame"]
    assert "1.jpg is not a picture" in english(found[1].value)
    watched.close()


def test_the_first_camera_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = ["camera 0 gives no picture: another program may be using it", FoundCamera(2, (640, 480), 30.0, "V4L2")]
    opened: list[str] = []
    monkeypatch.setattr(cameras, "cameras", lambda: iter(found))
    monkeypatch.setattr(cameras, "open_source", opened.append)
    cameras.open_camera("auto", BOARD.simulated_camera)
    assert opened == ["2"]
    found.pop()
    with refused("plug one in"):
        cameras.open_camera("auto", BOARD.simulated_camera)


def test_a_tower_is_found_pulled_and_plugged_in_again(
    tmp_path: Path, tower: PtyTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[ports.Port] = []
    monkeypatch.setattr(ports, "ports", lambda: found)
    game, folder = table(tmp_path, dice="auto")
    assert game.state().away == ("tower",)
    found.append(ports.Port(tower.port, "CH340", ""))
    until(game, lambda: game.state().dice == "tower")
    shown = tower.throw().shown()
    until(game, lambda: game.state().phase == "move")
    assert game.state().roll == {colour: shown[colour] for colour in "BG"}
    tower.pull()
    until(game, lambda: game.state().away == ("tower",))
    assert game.state().dice == "screen" and "gone" not in english(game.state().notice or prose(""))
    game.do(Done())
    game.do(RollDice({"R": 3, "Y": 1}))
    game.do(Done())
    tower.plug()
    until(game, lambda: game.state().away == ())
    shown = tower.throw().shown()
    until(game, lambda: game.state().phase == "move")
    assert game.state().roll == {colour: shown[colour] for colour in "BG"}
    before = game.state()
    game.close()
    again = reopened(folder)
    assert (again.state().roll, again.state().side) == (before.roll, before.side)
    again.close()


class Plug(SimulatedTable):
    """A camera over a drawn table that can be pulled; it finds itself again as a live one does."""

    def __init__(self) -> None:
        super().__init__(initial().grid, usual_view(VOLCANO))
        self.breaks = False

    def close(self) -> None:
        """It stays plugged in."""

    def pull(self) -> None:
        self.status = Status.LOST

    def plug(self) -> None:
        self.status = Status.LIVE

    def next(self, wait: float) -> Shot | None:
        time.sleep(0.02)
        if self.breaks:
            self.breaks = False
            raise ZeroDivisionError("by the driver")
        return super().next(wait) if self.status is Status.LIVE else None


@pytest.mark.slow
def test_camera_and_tower_pulled_together_are_told_one_line_each_and_back_by_themselves(
    tmp_path: Path, tower: PtyTower, monkeypatch: pytest.MonkeyPatch
) -> None:
    watching = Plug()
    monkeypatch.setattr(camera, "open_camera", lambda _name, _simulated: watching)
    found = [ports.Port(tower.port, "CH340", "")]
    monkeypatch.setattr(ports, "ports", lambda: found)
    game, folder = table(tmp_path, source="camera", camera="0", dice="auto")
    begun(game)
    until(game, lambda: game.state().dice == "tower")
    tower.throw()
    until(game, lambda: game.state().phase == "move")
    before = game.state()
    watching.pull()
    tower.pull()
    until(game, lambda: game.state().away == ("camera", "tower"))
    for code in LANGUAGES:
        banner = TablePresenter(LOONEY, Texts(code)).view(game.state()).banner
        assert banner.splitlines() == [Texts(code)("away.camera"), Texts(code)("away.tower")]
    game.do(GoByTouch())
    assert (game.state().roll, game.state().believed, game.state().source) == (before.roll, before.believed, "touch")
    game.do(Done())
    game.do(RollDice({"R": 3, "Y": 1}))
    game.do(Done())
    watching.plug()
    tower.plug()
    until(game, lambda: game.state().away == ())
    game.do(GoByCamera())
    shown = tower.throw().shown()
    until(game, lambda: game.state().phase == "move")
    after = game.state()
    assert after.roll == {colour: shown[colour] for colour in "BG"} and after.source == "camera"
    game.close()
    again = reopened(folder)
    assert (again.state().roll, len(again.state().moments)) == (after.roll, len(after.moments))
    again.close()


def test_a_fault_on_the_cameras_thread_is_told_and_the_camera_looked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended the thread: no picture came any more, and nothing said so."""
    watching = Plug()
    watching.breaks = True
    monkeypatch.setattr(camera, "open_camera", lambda _name, _simulated: watching)
    monkeypatch.setattr(camera, "RETRY_SECONDS", 0.01)
    source = camera.CameraSource("0", tmp_path, BOARD)
    end = time.monotonic() + PATIENCE
    with pytest.raises(ZeroDivisionError, match="by the driver"):
        while time.monotonic() < end:
            source.next(None)
            time.sleep(0.01)
    while source.latest() is None and time.monotonic() < end:
        time.sleep(0.01)
    assert not source.away
    source.close()


def test_a_tower_in_software_rolls_on_request(tmp_path: Path) -> None:
    game, _ = table(tmp_path, dice="simulated")
    until(game, lambda: game.state().dice == "thrown")
    game.do(Throw())
    until(game, lambda: game.state().phase == "move")
    assert set(game.state().roll or {}) == {"B", "G"}
    game.close()


def test_with_dice_that_cannot_be_had_a_game_opens_all_the_same(tmp_path: Path) -> None:
    game, _ = table(tmp_path, dice="bluetooth:none")
    assert game.state().dice == "screen"
    assert "bluetooth" in english(game.notice or prose("")).lower()
    game.close()


def test_a_picture_of_a_game_is_on_the_disk_before_its_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bool] = []
    keep = os.fsync

    def noted(handle: int) -> None:
        synced.append(any(tmp_path.glob("0003.jpg.*part")) and not (tmp_path / "0003.jpg").exists())
        keep(handle)

    monkeypatch.setattr(os, "fsync", noted)
    watching = camera.CameraSource(str(tmp_path / "nowhere"), tmp_path, BOARD)
    kept = watching.save_picture(3, np.full((40, 60, 3), 128, np.uint8))
    watching.close()
    assert synced == [True, False] and [path.name for path in tmp_path.iterdir()] == [kept.name] == ["0003.jpg"]
