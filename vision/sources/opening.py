"""Opens a source of pictures by its name: a camera's number, a path or an address."""

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import cv2

from vision.errors import VisionError
from vision.sources import http_camera, rtsp
from vision.sources.android_camera import RESOLUTION, AndroidCapture, camera_count
from vision.sources.http_camera import HttpCamera, decoded
from vision.sources.live import Capture, LiveSource, Patience, Silent
from vision.sources.masking import masked_name
from vision.sources.picture_files import MAX_PIXELS
from vision.sources.picture_stream import first_picture
from vision.sources.source import PICTURE_SUFFIXES, Folder, Source, VideoFile, hush

# Schemes of camera addresses.
SCHEMES = (*http_camera.SCHEMES, *rtsp.SCHEMES, "rtmp", "rtmps", "rtp", "udp", "tcp", "srt")
OPEN_TIMEOUT_MS, READ_TIMEOUT_MS = 5000, 5000
# An address typed without its scheme: a host with a port, or four numbers.
BARE_ADDRESS = re.compile(r"(?:[\w-]+(?:\.[\w-]+)*:\d{1,5}|\d{1,3}(?:\.\d{1,3}){3})(?:/\S*)?")
# Size and rate requested of a local camera; its driver gives the nearest it can. Uncompressed pictures of this size
# come five a second.
WISHED_SIZE, WISHED_RATE = (1920, 1080), 30
MJPG = cv2.VideoWriter.fourcc(*"MJPG")
# Camera numbers tried where the system does not list its cameras.
TRIED = 5
# Prefix of an environment variable that holds the address: commands are visible to all users of a machine, with the
# passwords in them.
VARIABLE = "env:"


class FoundCamera(NamedTuple):
    """A local camera: its number, picture size (width, height) and rate as the driver reports them."""

    number: int
    size: tuple[int, int]
    rate: float
    driver: str


def open_source(name: str, patience: Patience | None = None) -> Source:
    """Open a camera by its number or device file, a stream by its address, a folder, a picture or a video by its path;
    `env:NAME` stands for the value of an environment variable.

    A camera or stream is opened in the background; its status tells the result. Raises VisionError for a path with
    nothing readable.
    """
    if name.startswith(VARIABLE):
        name = _held_by(name.removeprefix(VARIABLE))
    name = name.strip()
    if BARE_ADDRESS.fullmatch(name) and not Path(name).exists():
        name = f"http://{name}"
    if name.isdecimal():
        return LiveSource(_device(int(name)), patience)
    if "://" in name:
        return LiveSource(_stream(name), patience)
    path = Path(name)
    if path.is_char_device():
        return LiveSource(_device(name), patience)
    if path.is_dir() or path.suffix.lower() in PICTURE_SUFFIXES:
        return Folder(path)
    if not path.exists():
        raise VisionError("vision.source.none", name=masked_name(name))
    return VideoFile(path)


def cameras() -> Iterator[FoundCamera | VisionError]:
    """Yield the local cameras; an error for each that is there but gives no picture. An Android device's are not opened
    for this: no other program can hold one."""
    if sys.platform == "android":
        for number in range(camera_count()):
            yield FoundCamera(number, RESOLUTION, 0.0, "Android")
        return
    listed = sorted(int(path.name[5:]) for path in Path("/dev").glob("video*") if path.name[5:].isdecimal())
    known = sys.platform == "linux"
    for number in listed if known else range(TRIED):
        capture = _camera(number)
        there, image = capture.read() if capture.isOpened() else (False, None)
        if there and image is not None:
            rate = float(capture.get(cv2.CAP_PROP_FPS))
            yield FoundCamera(number, (image.shape[1], image.shape[0]), rate, capture.getBackendName())
        elif known:
            yield VisionError("vision.camera.silent", number=number)
        capture.release()


def _held_by(variable: str) -> str:
    if held := os.environ.get(variable):
        return held
    raise VisionError("vision.source.variable", name=variable)


def _device(which: int | str) -> Callable[[], Capture]:
    """`which`: the camera's number, or its device file."""
    if sys.platform == "android" and isinstance(which, int):
        return lambda: AndroidCapture(which)
    return lambda: _own_decoder(_camera(which))


class _Jpegs:
    """A local camera whose JPEGs are decoded here: about each damaged one libjpeg would write to the terminal. If the
    driver gives something else, OpenCV decodes it."""

    def __init__(self, camera: cv2.VideoCapture) -> None:
        self._camera, self._any = camera, False
        self.isOpened, self.grab, self.release = camera.isOpened, camera.grab, camera.release

    def retrieve(self) -> tuple[bool, Any]:
        there, data = self._camera.retrieve()
        if not there or data.ndim > 2:
            return there, data
        # Behind the picture there are bytes of older ones.
        start, end = first_picture(data.tobytes())
        image = None if end is None else decoded(data.tobytes()[start:end], MAX_PIXELS)
        if image is None and not self._any:
            self._camera.set(cv2.CAP_PROP_CONVERT_RGB, 1)
        self._any |= image is not None
        return image is not None, image


def _own_decoder(camera: cv2.VideoCapture) -> Capture:
    jpegs = camera.isOpened() and camera.getBackendName() == "V4L2" and camera.get(cv2.CAP_PROP_FOURCC) == MJPG
    return _Jpegs(camera) if jpegs and camera.set(cv2.CAP_PROP_CONVERT_RGB, 0) else camera


def _camera(which: int | str) -> cv2.VideoCapture:
    """Open a local camera with large pictures: OpenCV's default is 640 x 480."""
    hush()
    capture = cv2.VideoCapture(which)
    if capture.isOpened():
        capture.set(cv2.CAP_PROP_FOURCC, MJPG)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, WISHED_SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WISHED_SIZE[1])
        capture.set(cv2.CAP_PROP_FPS, WISHED_RATE)
    return capture


def _stream(address: str) -> Callable[[], Capture]:
    """Return the opener of a stream. Raises VisionError for an address that no camera has."""
    scheme = address.partition("://")[0].lower()
    if scheme not in SCHEMES:
        raise VisionError("vision.source.scheme", name=masked_name(address), schemes=SCHEMES)

    def film(address: str) -> cv2.VideoCapture:
        hush()
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT_MS]
        return cv2.VideoCapture(address, cv2.CAP_FFMPEG, patience)

    def pictures() -> Capture:
        camera = HttpCamera(address)
        opened = film(camera.video) if camera.video else None
        return opened if opened and opened.isOpened() else camera

    def other() -> Capture:
        opened = film(address)
        return opened if opened.isOpened() or scheme not in rtsp.SCHEMES else Silent(rtsp.why_silent(address))

    return pictures if scheme in http_camera.SCHEMES else other
