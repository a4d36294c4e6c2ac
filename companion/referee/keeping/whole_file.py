"""Files that are written as a whole and survive being killed at any instant."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2

from companion.referee.errors import KeepingError
from vision.image import Image

JPEG_QUALITY: Final = 95


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment either the old or the new one is there, whole, and wait until the disk has
    it. Raises KeepingError where the disk does not take it; then the old one is there as before.
    """
    # Another process may be writing the same file.
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise
        sync_folder(path.parent)
    except OSError as error:
        raise KeepingError(path, error) from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture as a JPEG in the same way."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    write_whole(path, data.tobytes())


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names of the files in a folder. Raises OSError."""
    if os.name == "nt":  # where folders cannot be opened
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
