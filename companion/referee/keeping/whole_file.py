"""Files of a game that are written as a whole and survive being killed at any instant."""

import errno
import os
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import cv2

from companion.referee.errors import KeepingError
from hardware import durable_lines
from vision.errors import VisionError
from vision.image import Image

JPEG_QUALITY: Final = 95


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """`hardware.durable_lines.write_whole`, but raises KeepingError where the disk does not take the file."""
    try:
        durable_lines.write_whole(path, data, mode)
    except OSError as error:
        raise KeepingError(path, error) from error


def check_writable(path: Path) -> None:
    """Raise KeepingError where a file cannot be written, before the work for it is done."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise KeepingError(path, error) from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture in the same way, in the format that the file's name says. Raises VisionError where it says none.

    OpenCV itself would write to no path that is not UTF-8.
    """
    # OpenCV warns on stderr of what another format does not know.
    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if path.suffix.lower() in (".jpg", ".jpeg") else []
    try:
        _, data = cv2.imencode(path.suffix, image, quality)
    except cv2.error:
        raise VisionError("vision.picture.unwritable", path=str(path)) from None
    write_whole(path, data.tobytes())
