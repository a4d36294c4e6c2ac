"""What all trackers of tables do alike: one shape of pictures, light enough, and no picture read twice."""

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
"""A tracker's own kind of look: a dataclass with the `image` that it is of."""


def resized(image: Image, size: tuple[int, int]) -> Image:
    """The picture in another `size` (width, height). Raises VisionError where its shape is another one."""
    height, width = image.shape[:2]
    if (width, height) == size:
        return image
    if abs(width * size[1] - height * size[0]) > max(*size, width, height):
        raise VisionError("vision.look.shape", width=width, height=height, was=size[0], by=size[1])
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


class PictureTracker(ABC, Generic[L]):
    """Follows a board from the picture on in which it was found (see `vision.tracking.contract.Tracker`).

    `kind`: its looks; `step`: levels by which small patches of pictures may differ that show the same. Raises
    VisionError for a first picture that is too dark or has no colours.
    """

    def __init__(self, image: Image, kind: type[L], step: float = SAME_PICTURE.step) -> None:
        self.check(image)
        self._kind, self._size = kind, (image.shape[1], image.shape[0])
        self._last = LookMemory[L](step)
        # What was checked needs not be checked again when it is read, as it mostly is next.
        self._checked: Image | None = image

    def check(self, image: Image) -> None:
        """Raises VisionError for a picture of which nothing can be told."""
        check_light_and_colours(image)

    def look(self, image: Image) -> L:
        """Read a picture. One that shows what the last one showed is not read again, so that a camera's every picture
        may be looked at. A camera that sends another size is borne with, as long as the shape stays: another shape
        shows another part of the scene. Raises VisionError for such a one, for one that is too dark or has no colours,
        and where the board cannot be found any more."""
        image = resized(image, self._size)
        same: L | None = self._last.again(image)
        if same is not None:
            return same
        if image is not self._checked:
            self.check(image)
        self._checked = None
        return self._last.keep(self._read(image))

    @abstractmethod
    def _read(self, image: Image) -> L:
        """Find the board in a picture of the first one's size and read it. Raises VisionError where it is not found."""

    def weighed(self, look: Look) -> None:
        """Nothing is noted of what was not understood: seen again, it says the same."""

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Nothing is learnt: all that lies there looks alike in every picture. Raises VisionError for a look of another
        kind of board."""
        self._own(look)

    def _own(self, look: Look) -> L:
        """The look, as one of this kind of board. Raises VisionError for another."""
        if not isinstance(look, self._kind):
            raise VisionError("vision.look.foreign")
        return look
