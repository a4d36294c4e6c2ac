"""Reads and writes picture files: the only way in and out for pictures on a disk."""

import struct
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.errors import VisionError
from vision.image import Image

MAX_PIXELS: Final = 100_000_000
# Upper bound of an uncompressed picture's bytes.
MAX_BYTES: Final = 3 * MAX_PIXELS
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_END: Final = b"\xff\xd9"
# Takes a decoder further in a picture that is cut short: no marker, and no code of black or grey alone.
_FILLING: Final = bytes(range(1, 200))
# Bytes of a PNG chunk beside its data: length, type and checksum.
_CHUNK: Final = 12
# JPEG markers that begin a frame and so give its size: all SOF but DHT, JPG and DAC.
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# JPEG markers without a length behind them.
_ALONE: Final = frozenset((0x01, *range(0xD0, 0xD8)))


class _Announced(NamedTuple):
    """Contents of a header: width and height, and where its part of the file ends."""

    width: int
    height: int
    end: int


def load_picture(path: Path) -> Image:
    """Load a picture as H x W x 3, 8 bits, BGR. Raises VisionError like `read_picture`."""
    return read_picture(path)[0]


def read_picture(path: Path) -> tuple[Image, bytes]:
    """Load a picture like `load_picture`, with the file's bytes.

    Raises VisionError if there is no such file, it is not a complete JPEG or PNG, or it is too large to be from a
    camera; those are refused before they take any memory.
    """
    data = _bytes_of(path)
    return picture_in(data, str(path)), data


def picture_in(data: bytes, name: str) -> Image:
    """Decode a file's bytes. Raises VisionError like `read_picture`, with `name` for the file."""
    announced = _announced(data)
    if announced is None:
        raise VisionError("vision.picture.kind", path=name)
    if announced.width * announced.height > MAX_PIXELS:
        raise VisionError("vision.picture.large", path=name, width=announced.width, height=announced.height)
    whole = data if is_whole(data) else with_end(data)
    if whole is None:
        raise VisionError("vision.picture.cut_short", path=name)
    picture = decoded(whole)
    if picture is None:
        raise VisionError("vision.picture.kind", path=name)
    return picture


def decoded(data: bytes) -> Image | None:
    """Decode a file's bytes; None where OpenCV cannot. Check `announced_size` first."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def save_picture(path: Path, picture: Image) -> None:
    """Write a picture in the format that the file's name says. OpenCV itself writes to no path that is not UTF-8.
    Raises VisionError where that cannot be done."""
    try:
        path.write_bytes(cv2.imencode(path.suffix, picture)[1].tobytes())
    except (cv2.error, OSError):
        raise VisionError("vision.picture.unwritable", path=str(path)) from None


def announced_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the header of a PNG or JPEG file; 0, 0 where there is none."""
    announced = _announced(data)
    return (announced.width, announced.height) if announced else (0, 0)


def is_whole(data: bytes) -> bool:
    """Return True if a PNG or JPEG file is complete: a PNG's chunks lie within the file and the last one is IEND (PNG
    specification, 5.3), a JPEG has an end of image behind its header. OpenCV allocates as much memory as a chunk claims
    to need, so incomplete files must not reach it."""
    if not data.startswith(_PNG):
        announced = _announced(data)
        return announced is not None and data.find(_END, announced.end) >= 0
    place = len(_PNG)
    last = b""
    while last != b"IEND" and place + _CHUNK <= len(data):
        last = data[place + 4 : place + 8]
        place += _CHUNK + int.from_bytes(data[place : place + 4], "big")
    return last == b"IEND" and place <= len(data)


def with_end(data: bytes) -> bytes | None:
    """Return a JPEG file that lacks only its end of image, as some cameras write it, completed; None for any other.

    Whatever follows the last pixel is skipped, so that no more data can change a picture that has all of them. Look at
    `announced_size` first.
    """
    if not data.startswith(_JPEG):
        return None
    ended, filled = decoded(data + _END), decoded(data + _FILLING + _END)
    return data + _END if ended is not None and filled is not None and np.array_equal(ended, filled) else None


def unmirrored(picture: Image) -> Image:
    """Exchange left and right: a front camera's picture becomes what eyes see."""
    return np.ascontiguousarray(picture[:, ::-1])


def _bytes_of(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a folder or a device, which may have no end
            raise VisionError("vision.picture.kind", path=str(path))
        if path.stat().st_size > MAX_BYTES:
            raise VisionError("vision.picture.kind", path=str(path))
        return path.read_bytes()
    except FileNotFoundError:
        raise VisionError("vision.picture.missing", path=str(path)) from None
    except OSError as error:
        raise VisionError("vision.picture.unreadable", path=str(path), error=error.strerror) from None


def _announced(data: bytes) -> _Announced | None:
    """Read the header of a PNG or JPEG file; None where there is none."""
    if data.startswith(_PNG) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return _Announced(width, height, 24) if width and height else None
    place = 2
    while data.startswith(_JPEG) and place + 9 <= len(data) and data[place] == 0xFF:
        marker = data[place + 1]
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[place + 5 : place + 9])
            return _Announced(width, height, place + 9) if width and height else None
        if marker == 0xFF:  # padding
            place += 1
        elif marker in _ALONE:
            place += 2
        else:
            place += 2 + int.from_bytes(data[place + 2 : place + 4], "big")
    return None
