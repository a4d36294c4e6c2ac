"""Reads picture files."""

import struct
from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image

MAX_PIXELS = 100_000_000
# JPEG markers that begin a frame and so tell its size: all SOF but DHT, JPG and DAC.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def load_picture(path: Path) -> Image:
    """The picture as H x W x 3, 8 bits, blue-green-red.

    Raises VisionError if there is no such file, it is no picture, or it is too large to be one from a camera; too
    large JPEG and PNG files are refused before they take any memory.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise VisionError("vision.picture.missing", path=str(path)) from None
    except OSError as error:
        raise VisionError("vision.picture.unreadable", path=str(path), error=error.strerror) from None
    _check_size(path, *announced_size(data))
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None:
        raise VisionError("vision.picture.kind", path=str(path))
    _check_size(path, picture.shape[1], picture.shape[0])
    return np.asarray(picture, np.uint8)


def announced_size(data: bytes) -> tuple[int, int]:
    """Width and height from the header of a PNG or JPEG file; 0, 0 where there is none to be read."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    place = 2
    while data[:2] == b"\xff\xd8" and place + 9 <= len(data) and data[place] == 0xFF:
        if data[place + 1] in _FRAMES:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return int(width), int(height)
        place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return 0, 0


def _check_size(path: Path, width: int, height: int) -> None:
    if width * height > MAX_PIXELS:
        raise VisionError("vision.picture.large", path=str(path), width=width, height=height)


def unmirrored(picture: Image) -> Image:
    """The picture with left and right exchanged: what a front camera shows is made what eyes see."""
    return np.ascontiguousarray(picture[:, ::-1])
