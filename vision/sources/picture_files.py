"""Reads picture files: the only way in for pictures on a disk."""

import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
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
_SCAN: Final = b"\xff\xda"
# What stands in for data that a JPEG may lack: a picture that has all its data is the same with each. Without any,
# libjpeg would wait for the end before it decodes the last pixels.
_FILLINGS: Final = (bytes(64), b"\x55" * 64)
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
        raise VisionError("vision.picture.cut_short", path=name)
    return picture


def decoded(data: bytes) -> Image | None:
    """Decode a complete file; None where that cannot be done, or a JPEG has fewer data than its size needs.

    Look at `announced_size` and `is_whole` first. libjpeg writes to stderr about data that end too early. For data
    without an end marker it waits, and OpenCV gives up silently: so the marker is taken off a JPEG of one scan, which
    can be decoded without it.
    """
    announced = _announced(data)
    end = data.find(_END, announced.end) if announced and data.startswith(_JPEG) else -1
    one_scan = announced is not None and end >= 0 and data.count(_SCAN, announced.end, end) == 1
    return _decoded(data[:end] + _FILLINGS[0] if one_scan else data)


def _decoded(data: bytes) -> Image | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def announced_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the header of a PNG or JPEG file; 0, 0 where there is none."""
    announced = _announced(data)
    return (announced.width, announced.height) if announced else (0, 0)


def is_whole(data: bytes) -> bool:
    """Return True if a PNG or JPEG file is complete.

    A PNG's chunks lie within the file and have their checksums, and the last one is IEND (PNG specification, 5.3); a
    JPEG has an end of image behind its header. OpenCV allocates as much memory as a chunk claims to need, and libpng
    writes to stderr about a wrong checksum, so such files must not reach them.
    """
    if not data.startswith(_PNG):
        announced = _announced(data)
        return announced is not None and data.find(_END, announced.end) >= 0
    place = len(_PNG)
    while place + _CHUNK <= len(data):
        begin, place = place, place + _CHUNK + int.from_bytes(data[place : place + 4], "big")
        checksum = int.from_bytes(data[place - 4 : place], "big")
        if place > len(data) or zlib.crc32(memoryview(data)[begin + 4 : place - 4]) != checksum:
            return False
        if data[begin + 4 : begin + 8] == b"IEND":
            return True
    return False


def with_end(data: bytes) -> bytes | None:
    """Return a JPEG file that lacks only its end of image, as some cameras write it, completed; None for any other.

    Look at `announced_size` first.
    """
    if not data.startswith(_JPEG):
        return None
    # Of several scans nothing is decoded before the end, and libjpeg complains of what fills the gap before it.
    several = data.count(_SCAN) > 1
    with _no_complaints() if several else nullcontext():
        one, other = (_decoded(data + filling + _END * several) for filling in _FILLINGS)
    return data + _END if one is not None and other is not None and np.array_equal(one, other) else None


@contextmanager
def _no_complaints() -> Iterator[None]:
    """Keep what libraries write to file descriptor 2 from the terminal."""
    try:
        kept = os.dup(2)
    except OSError:  # the shell has closed it
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


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
