"""Files of a game that are written as a whole and survive being killed at any instant."""

from pathlib import Path
from typing import Final

import cv2

from companion.referee.errors import KeepingError
from hardware import durable_lines
from vision.image import Image

JPEG_QUALITY: Final = 95


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """`hardware.durable_lines.write_whole`, but raises KeepingError where the disk does not take the file."""
    try:
        durable_lines.write_whole(path, data, mode)
    except OSError as error:
        raise KeepingError(path, error) from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture as a JPEG in the same way."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    write_whole(path, data.tobytes())
