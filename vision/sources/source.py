"""The interface of all sources: cameras, streams, videos, folders and the simulated table."""

import os
import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image
from vision.sources.picture_files import load_picture

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png")
OTHER_SUFFIXES = (".heic", ".heif", ".webp", ".avif", ".tif", ".tiff", ".bmp", ".gif", ".dng", ".jpg_large")
TICK = 0.2
STEP = 5.0
"""Seconds from one picture of a folder to the next."""


class Shot(NamedTuple):
    """A picture and its time in seconds from the beginning; `name` if it comes from a file."""

    t: float
    image: Image
    name: str = ""


class Status(StrEnum):
    """State of a source.

    OPENING: no picture yet. STALLED: no picture for a while. FROZEN: the same picture again and again, without a
    sensor's noise. LOST: not connected, trying again. ENDED: no more pictures, or closed.
    """

    OPENING = "opening"
    LIVE = "live"
    STALLED = "stalled"
    FROZEN = "frozen"
    LOST = "lost"
    ENDED = "ended"


class Source(Protocol):
    """A sequence of pictures."""

    @property
    def still(self) -> bool:
        """True if every picture is a settled one, chosen by somebody."""

    @property
    def status(self) -> Status:
        """State of the source."""

    def next(self, wait: float) -> Shot | None:
        """Return the next picture, of a live source the newest; None when none came within `wait` seconds.

        Raises VisionError where a picture that should be there cannot be read.
        """

    @property
    def trouble(self) -> VisionError | None:
        """The reason why there are no pictures, if known."""

    def close(self) -> None:
        """Release the camera, file or connection. May be called more than once."""


def hush() -> None:
    """Keep OpenCV and FFmpeg from printing every failed attempt: a source's status tells."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def shots(source: Source, wait: float = TICK) -> Iterator[Shot | None]:
    """Yield the pictures of a source until it ends; None whenever none came for `wait` seconds."""
    while True:
        shot = source.next(wait)
        if shot is None and source.status is Status.ENDED:
            return
        yield shot


def _in_natural_order(path: Path) -> tuple[tuple[bool, int, str], ...]:
    """Return a sort key by which IMG_2 comes before IMG_10."""
    parts = re.findall(r"[0-9]+|[^0-9]+", path.name)
    return tuple((not part[0].isdecimal(), int(part) if part[0].isdecimal() else 0, part) for part in parts)


class Folder:
    """The pictures in a folder by name, 2 before 10; or a single picture file.

    An unreadable one is reported once; the next ones follow.
    """

    still = True
    trouble = None

    def __init__(self, path: Path) -> None:
        found = sorted(path.iterdir(), key=_in_natural_order) if path.is_dir() else [path]
        found = [p for p in found if p == path or not p.name.startswith(".")]
        if other := next((p for p in found if p.suffix.lower() in OTHER_SUFFIXES), None):
            # One picture less may be one turn less.
            raise VisionError("vision.folder.other", name=other.name, kinds=PICTURE_SUFFIXES)
        self._paths = [p for p in found if p.suffix.lower() in PICTURE_SUFFIXES]
        self._at = 0
        if not self._paths:
            raise VisionError("vision.folder.empty", path=str(path), kinds=PICTURE_SUFFIXES)

    @property
    def status(self) -> Status:
        return Status.LIVE if self._at < len(self._paths) else Status.ENDED

    def next(self, wait: float) -> Shot | None:
        if self._at == len(self._paths):
            return None
        t, path = self._at * STEP, self._paths[self._at]
        self._at += 1
        return Shot(t, load_picture(path), path.name)

    def close(self) -> None:
        self._at = len(self._paths)


class VideoFile:
    """Every picture of a video file, with the file's own times, as fast as they are asked for."""

    still = False
    trouble = None

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise VisionError("vision.video.missing", path=str(path))
        hush()
        self._capture = cv2.VideoCapture(str(path))
        self._ahead: tuple[bool, Any] | None = self._capture.read()
        self.status = Status.LIVE if self._ahead[0] else Status.ENDED
        if self.status is Status.ENDED:
            raise VisionError("vision.video.kind", path=str(path))

    def next(self, wait: float) -> Shot | None:
        if self.status is Status.ENDED:
            return None
        there, image = self._ahead or self._capture.read()
        self._ahead = None
        if not there:
            self.close()
            return None
        return Shot(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000, np.asarray(image, dtype=np.uint8))

    def close(self) -> None:
        self._capture.release()
        self.status = Status.ENDED
