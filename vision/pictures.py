"""Reads picture files."""

from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.look import Image

MAX_PIXELS = 100_000_000


def load_picture(path: Path) -> Image:
    """The picture as H x W x 3, 8 bits, blue-green-red.

    Raises VisionError if there is no such file, it is no picture, or it is too large to be one from a camera.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except FileNotFoundError:
        raise VisionError(f"there is no picture {path}: check the name") from None
    except OSError as error:
        raise VisionError(f"cannot read {path}: {error.strerror}") from None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise VisionError(f"{path} is not a picture that can be read: use JPEG or PNG")
    if picture.shape[0] * picture.shape[1] > MAX_PIXELS:
        raise VisionError(f"{path} has {picture.shape[1]} x {picture.shape[0]} pixels: shrink it below 100 megapixels")
    return np.asarray(picture, np.uint8)


def unmirrored(picture: Image) -> Image:
    """The picture with left and right exchanged: what a front camera shows is made what eyes see."""
    return np.ascontiguousarray(picture[:, ::-1])
