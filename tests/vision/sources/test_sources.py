"""Sources of pictures: folders, videos, the simulated table, and live ones that hang, freeze, die and come back."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from companion.api import examples
from companion.cli import main
from companion.referee.errors import words_of
from tests.saying import refused
from tests.vision.mjpeg_server import HEIGHT, WIDTH, PhoneCamera
from tests.vision.tables import locate, setup_grid
from vision.drawing.sensor_noise import SensorNoise
from vision.drawing.simulated_camera import SimulatedTable, usual_view
from vision.geometry.grid import VOLCANO
from vision.image import Image
from vision.sources.live import FreezeWatch, LiveSource, MotionWatch, Pace, Patience
from vision.sources.opening import FoundCamera, _device, cameras, open_source
from vision.sources.source import Folder, Shot, Source, Status, VideoFile, shots

QUICK = Patience(stalled=0.3, frozen=0.6, hung=0.8, retry=0.05, longest_retry=0.2)
LONG = 20.0


def plain(value: int) -> Image:
    return np.full((48, 64, 3), value, np.uint8)


def noisy(seed: int) -> Image:
    return np.random.default_rng(seed).integers(90, 110, (48, 64, 3)).astype(np.uint8)


def until(source: Source, fits: Callable[[Shot | None], bool]) -> Shot | None:
    """The first answer of `source` that fits; fails after a long time."""
    give_up = time.monotonic() + LONG
    while time.monotonic() < give_up:
        shot = source.next(0.05)
        if fits(shot):
            return shot
    raise AssertionError(f"never happened; the source is {source.status}")


def until_status(source: Source, status: Status) -> None:
    until(source, lambda _: source.status is status)


class Clock:
    """The machine's, or some hours ahead of it."""

    ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


class Camera:
    """A driver that gives noise, unless told to hang, to break or to repeat itself."""

    def __init__(self) -> None:
        self.mood = "running"
        self.opened = self.released = self.given = 0

    def connect(self) -> "Camera":
        self.opened += 1
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.mood != "gone"

    def grab(self) -> bool:
        me = self.opened
        while self.mood == "hanging" and me == self.opened:
            time.sleep(0.01)
        time.sleep(0.005)
        if self.mood in ("broken", "gone"):
            return False
        self.given += 1
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, noisy(0 if self.mood == "frozen" else self.given)

    def release(self) -> None:
        self.released += 1


def test_numbered_pictures_come_in_natural_order_and_hidden_files_not_at_all(tmp_path: Path) -> None:
    names = [f"IMG_{number}.jpg" for number in range(1, 12)]
    for name in names:
        (tmp_path / name).write_bytes((examples() / "dice.jpg").read_bytes())
    (tmp_path / "._IMG_1.jpg").write_bytes(b"macOS")
    assert [shot.name for shot in shots(Folder(tmp_path)) if shot] == names


def test_a_picture_of_another_kind_is_not_left_out(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.HEIC"):
        (tmp_path / name).touch()
    with refused("b.HEIC is a picture of a kind that cannot be read"):
        Folder(tmp_path)


def test_a_folder_gives_every_picture_by_name(tmp_path: Path) -> None:
    for name, value in (("b.png", 20), ("a.png", 10), ("notes.txt", 0)):
        if name.endswith("png"):
            cv2.imwrite(str(tmp_path / name), plain(value))
        else:
            (tmp_path / name).write_text("no picture")
    found = list(shots(Folder(tmp_path)))
    assert [(shot.name, shot.t, shot.image[0, 0, 0]) for shot in found if shot] == [("a.png", 0, 10), ("b.png", 5, 20)]
    assert [shot.name for shot in shots(open_source(str(tmp_path / "b.png"))) if shot] == ["b.png"]


def test_a_video_gives_every_picture_at_its_time(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for value in range(50, 200, 10):
        film.write(plain(value))
    film.release()
    source = open_source(str(path))
    found = [shot for shot in shots(source) if shot]
    assert [round(float(shot.image.mean()), -1) for shot in found] == list(range(50, 200, 10))
    steps = np.diff([shot.t for shot in found])
    assert np.allclose(steps, 0.1, atol=0.01)
    assert source.status is Status.ENDED
    assert source.next(0.1) is None


def test_a_video_of_which_no_picture_can_be_decoded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    film.write(plain(90))
    film.release()
    path.write_bytes(path.read_bytes().replace(b"MJPG", b"H264"))
    with refused("convert it to MP4 with H.264"):
        open_source(str(path))


def test_what_is_no_source_is_told(tmp_path: Path) -> None:
    (tmp_path / "no.avi").write_text("no video")
    for name, message in (
        (str(tmp_path), "no pictures"),
        ("gone.avi", "there is no"),
        (f"{tmp_path}/no.avi", "convert it"),
    ):
        with refused(message):
            open_source(name)
    with refused("no video"):
        VideoFile(tmp_path / "gone.avi")


def test_the_simulated_table_shows_a_board_with_noise() -> None:
    source = SimulatedTable(setup_grid(), usual_view(VOLCANO), rate=1000)
    one, two = source.next(1), source.next(1)
    assert one and two and two.t > one.t
    assert (one.image != two.image).any()
    wanted = np.array(list(source.view.corners.values()))
    assert np.abs(np.array(list(locate(one.image).corners.values())) - wanted).max() < 3
    source.put({"c3": "C3"})
    other = source.next(1)
    assert other and np.abs(other.image.astype(int) - one.image).mean() > 2
    source.close()
    assert source.next(1) is None and source.status is Status.ENDED


def test_the_newest_picture_wins_and_none_comes_twice() -> None:
    camera = Camera()
    source = LiveSource(camera.connect, QUICK, Pace(calm=0, restless=0))
    first = until(source, lambda shot: shot is not None)
    time.sleep(0.2)
    second = source.next(1)
    assert first and second
    assert second.t - first.t > 0.1
    assert np.array_equal(second.image, noisy(camera.given)) or np.array_equal(second.image, noisy(camera.given - 1))
    source.close()
    assert camera.released == 1
    assert source.next(0) is None


def test_a_driver_that_hangs_blocks_nobody_and_is_left_behind() -> None:
    camera = Camera()
    source = LiveSource(camera.connect, QUICK)
    until_status(source, Status.LIVE)
    camera.mood = "hanging"
    until_status(source, Status.STALLED)
    begin = time.monotonic()
    assert source.next(0.05) is None
    assert time.monotonic() - begin < LONG / 2
    until(source, lambda _: camera.opened > 1)
    camera.mood = "running"
    until(source, lambda shot: shot is not None)
    assert source.status is Status.LIVE
    source.close()
    assert source.status is Status.ENDED


def test_a_camera_pulled_out_is_found_again_with_pauses_that_grow() -> None:
    camera = Camera()
    source = LiveSource(camera.connect, QUICK)
    until_status(source, Status.LIVE)
    camera.mood = "gone"
    until_status(source, Status.LOST)
    tried = camera.opened
    time.sleep(0.6)
    assert 1 <= camera.opened - tried <= 8
    camera.mood = "running"
    until_status(source, Status.LIVE)
    source.close()
    assert camera.released == camera.opened


def test_a_camera_that_repeats_itself_is_frozen_and_connected_anew() -> None:
    camera = Camera()
    source = LiveSource(camera.connect, QUICK)
    until_status(source, Status.LIVE)
    camera.mood = "frozen"
    until_status(source, Status.FROZEN)
    until(source, lambda _: camera.opened > 1)
    camera.mood = "running"
    until(source, lambda shot: shot is not None and source.status is Status.LIVE)
    source.close()


def test_a_camera_that_stays_the_same_is_connected_anew_ever_more_rarely() -> None:
    camera = Camera()
    camera.mood = "frozen"
    source = LiveSource(camera.connect, Patience(frozen=0.1, longest_frozen=1.0, retry=0.01))
    until(source, lambda _: camera.opened > 1)
    tried = camera.opened
    end = time.monotonic() + 2.0
    while time.monotonic() < end:
        source.next(0.05)
    # Every 0.2 seconds it would be ten times.
    assert camera.opened - tried <= 4
    camera.mood = "running"
    until(source, lambda shot: shot is not None and source.status is Status.LIVE)
    source.close()


def test_after_the_machine_was_suspended_the_same_camera_is_asked_again() -> None:
    camera, clock = Camera(), Clock()
    source = LiveSource(camera.connect, QUICK, clock=clock)
    until_status(source, Status.LIVE)
    clock.ahead = 3 * 3600
    shot = until(source, lambda shot: shot is not None and shot.t > 3600)
    assert shot and source.status is Status.LIVE
    assert camera.opened == 1, "it was not taken for hung"
    source.close()


def test_a_picture_that_nobody_asked_for_in_time_is_not_handed_out_once_the_camera_is_silent() -> None:
    camera, clock = Camera(), Clock()
    source = LiveSource(camera.connect, QUICK, clock=clock)
    until_status(source, Status.LIVE)
    camera.mood = "hanging"
    time.sleep(0.1)
    clock.ahead = QUICK.stalled + 0.1
    assert source.next(0) is None
    source.close()
    camera.mood = "broken"


def test_of_a_still_table_fewer_pictures_are_decoded() -> None:
    noise = SensorNoise(4.0)
    board = np.full((480, 640, 3), 100, np.uint8)
    hand = board.copy()
    hand[200:280, 200:280] = 160
    watch = MotionWatch()
    for n in range(30):
        t, scene = n / 10, hand if n >= 20 else board
        still = watch.still_for(t, noise.on(scene))
        assert still == pytest.approx(t - (2.0 if n >= 20 else 0.0))


def test_closing_does_not_wait_for_a_driver_that_hangs() -> None:
    camera = Camera()
    source = LiveSource(camera.connect, Patience(stalled=0.1))
    until(source, lambda shot: shot is not None)
    camera.mood = "hanging"
    done = threading.Thread(target=source.close)
    done.start()
    done.join(LONG)
    assert not done.is_alive()
    camera.mood = "broken"


@pytest.mark.parametrize("quality", [25, 60, 95])
def test_a_still_scene_under_a_live_sensor_is_not_frozen(quality: int) -> None:
    table = SimulatedTable(setup_grid(), usual_view(VOLCANO), rate=1e6)
    watch = FreezeWatch()
    for t in range(4):
        shot = table.next(1)
        assert shot
        data = cv2.imencode(".jpg", shot.image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        assert watch.unchanged_for(t, np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)) == 0


def test_a_clock_drawn_into_a_frozen_picture_does_not_hide_that_it_is_frozen() -> None:
    shot = SimulatedTable(setup_grid(), usual_view(VOLCANO)).next(1)
    assert shot
    watch = FreezeWatch()
    for t in range(4):
        image = shot.image.copy()
        cv2.putText(image, f"12:00:0{t}", (10, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (255, 255, 255), 2)
        unchanged = watch.unchanged_for(t, image)
    assert unchanged == 3


def test_a_phone_camera_that_dies_hangs_and_freezes_comes_back() -> None:
    with PhoneCamera() as phone:
        source = open_source(phone.address, QUICK)
        shot = until(source, lambda shot: shot is not None)
        assert shot and shot.image.shape == (HEIGHT, WIDTH, 3)
        phone.kill()
        until_status(source, Status.LOST)
        phone.start()
        until_status(source, Status.LIVE)
        phone.mood = "hanging"
        until_status(source, Status.STALLED)
        phone.mood = "running"
        until_status(source, Status.LIVE)
        phone.mood = "frozen"
        until_status(source, Status.FROZEN)
        phone.mood = "running"
        until_status(source, Status.LIVE)
        source.close()
        assert phone.connections >= 2


def test_cameras_tries_what_it_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(10))
    with PhoneCamera() as phone:
        assert main(["cameras", phone.address, str(tmp_path)]) == 0
        told = capsys.readouterr().out.splitlines()
    assert f"{WIDTH} x {HEIGHT}" in told[0] and "pictures a second" in told[0]
    assert told[1].endswith("64 x 48")
    assert main(["cameras", "98"]) == 1
    assert "gives no picture" in capsys.readouterr().out


class Webcam:
    """A stand-in for OpenCV's capture of a USB camera that gives sizes of its own."""

    sizes: ClassVar[tuple[tuple[int, int], ...]] = ((640, 480), (1280, 720))

    def __init__(self, _which: int | str) -> None:
        self.wishes: dict[int, float] = {}

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, what: int, value: float) -> bool:
        self.wishes[what] = value
        return True

    def get(self, what: int) -> float:
        return 30.0

    def getBackendName(self) -> str:  # noqa: N802
        return "V4L2"

    def read(self) -> tuple[bool, Image]:
        wished = (
            int(self.wishes.get(cv2.CAP_PROP_FRAME_WIDTH, 640)),
            int(self.wishes.get(cv2.CAP_PROP_FRAME_HEIGHT, 480)),
        )
        width, height = max(size for size in self.sizes if size <= wished)
        return True, np.zeros((height, width, 3), np.uint8)

    def release(self) -> None: ...


@pytest.mark.skipif(sys.platform != "linux", reason="cameras are listed by their device files")
def test_a_webcam_is_asked_for_its_largest_pictures_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Webcam] = []

    def capture(which: int | str) -> Webcam:
        made.append(Webcam(which))
        return made[-1]

    monkeypatch.setattr(cv2, "VideoCapture", capture)
    monkeypatch.setattr(Path, "glob", lambda self, pattern: iter([Path("/dev/video0")]))
    (found,) = cameras()
    assert isinstance(found, FoundCamera) and found.size == (1280, 720)
    assert made[0].wishes[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")


class JpegWebcam(Webcam):
    """Hands out its JPEGs as they are, behind each the bytes of older ones; `spoilt` is cut short."""

    spoilt = False

    def get(self, what: int) -> float:
        return self.wishes.get(what, 30.0)

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, Image]:
        if self.wishes.get(cv2.CAP_PROP_CONVERT_RGB, 1):
            return True, plain(20)
        data = cv2.imencode(".jpg", noisy(3))[1].tobytes()
        data = data[: len(data) // 2] if self.spoilt else data
        return True, np.frombuffer(data + bytes(500), np.uint8)[None]


def test_a_damaged_picture_of_a_webcam_is_left_out_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    made: list[JpegWebcam] = []
    monkeypatch.setattr(cv2, "VideoCapture", lambda which: made.append(JpegWebcam(which)) or made[-1])
    camera = _device(0)()
    there, image = camera.retrieve()
    assert there and image.shape == noisy(3).shape
    made[0].spoilt = True
    assert camera.retrieve() == (False, None)
    assert made[0].wishes[cv2.CAP_PROP_CONVERT_RGB] == 0
    assert capfd.readouterr() == ("", "")


def test_a_webcam_whose_jpegs_nothing_can_be_made_of_is_left_to_opencv(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JpegWebcam, "spoilt", True)
    monkeypatch.setattr(cv2, "VideoCapture", JpegWebcam)
    camera = _device(0)()
    assert camera.retrieve() == (False, None)
    there, image = camera.retrieve()
    assert there and (image == plain(20)).all()


def test_a_driver_that_raises_is_tried_again_and_says_why() -> None:
    """A thread that died would be noticed after 15 seconds."""
    tries = 0

    def connect() -> Any:
        nonlocal tries
        tries += 1
        raise OverflowError("cannot fit 'int' into an index-sized integer")

    source = LiveSource(connect, Patience(retry=0.01))
    try:
        end = time.monotonic() + 120
        while tries < 3 and time.monotonic() < end:
            time.sleep(0.01)
        assert tries >= 3 and source.trouble is not None and "OverflowError" in words_of(source.trouble)
    finally:
        source.close()
