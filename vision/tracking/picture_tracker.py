"""Base of all trackers: checks pictures' shape and light, and reads none twice."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import cv2
import numpy as np

from vision.enough_light import check_light_and_colours
from vision.errors import VisionError
from vision.image import Image
from vision.tracking.contract import Look
from vision.tracking.same_picture import LookMemory
from vision.tracking.same_picture import P as SAME_PICTURE

L = TypeVar("L", bound=Any)
"""A tracker's kind of look: a dataclass with an `image`."""


def resized(image: Image, size: tuple[int, int]) -> Image:
    """Return the picture in `size` (width, height). Raises VisionError if its shape differs."""
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    if abs(width * size[1] - height * size[0]) > max(*size, width, height):
        raise VisionError("vision.look.shape", width=width, height=height, was=size[0], by=size[1])
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


class PictureTracker(ABC, Generic[L]):
    """Follows a board from the picture in which it was found (see `vision.tracking.contract.Tracker`).

    `kind`: class of its looks. `step`: grey levels by which small patches may differ in pictures that show the same.
    Raises VisionError for a first picture that is too dark or has no colours.
    """

    def __init__(self, image: Image, kind: type[L], step: float = SAME_PICTURE.step) -> None:
        self.check(image)
        self._kind, self._size = kind, (image.shape[1], image.shape[0])
        self._last = LookMemory[L](step)
        # A picture already checked, which is mostly the next to be read.
        self._checked: Image | None = image

    def check(self, image: Image) -> None:
        """Raise VisionError for a picture that cannot be read."""
        check_light_and_colours(image)

    def look(self, image: Image) -> L:
        """Read a picture, or return the last look if it shows the same. Raises VisionError for another shape, which
        shows another part of the scene, for a dark or colourless picture, and where the board is not found."""
        image = resized(image, self._size)
        same: L | None = self._last.again(image)
        if same is not None and self.final(same):
            return same
        if image is not self._checked:
            self.check(image)
        self._checked = None
        return self._last.keep(self._read(image))

    def final(self, look: L) -> bool:
        """Return True if the same picture, read again, says the same as its look."""
        return True

    @abstractmethod
    def _read(self, image: Image) -> L:
        """Locate the board in a picture of the first one's size and read it. Raises VisionError where it is not
        found."""

    def weighed(self, look: Look) -> None:
        """Do nothing: a picture seen again is evidence as before."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Only check the look: these pieces look alike in every picture. Raises VisionError for a look at another kind
        of board."""
        self._own(look)

    def _own(self, look: Look) -> L:
        """Return the look as one of this tracker's. Raises VisionError for another kind."""
        if not isinstance(look, self._kind):
            raise VisionError("vision.look.foreign")
        return look
