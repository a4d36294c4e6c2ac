"""Files that are written as a whole and survive being killed at any instant."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import cv2

from vision.image import Image

JPEG_QUALITY: Final = 95


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that at every moment either the old or the new one is there, whole, and wait until the disk has
    it. Raises OSError where it cannot be written.
    """
    # Another process may be writing the same file.
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
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


def write_picture(path: Path, image: Image) -> None:
    """Write a picture as a JPEG in the same way."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    write_whole(path, data.tobytes())
