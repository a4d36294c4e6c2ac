"""Compares pictures, to skip those that show the same but for noise."""

from dataclasses import dataclass, replace
from typing import Any, Final, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.parameters import parameters

L = TypeVar("L", bound=Any)
"""A look: a dataclass with an `image`."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    width: int = 480  # pixels; pictures are compared at this width
    patch: int = 3  # pixels; side of the patches that are averaged
    step: int = 7  # grey levels; patches differ less while nothing moves


P: Final = parameters(Parameters)


def small(image: Image) -> NDArray[np.uint8]:
    """Return a picture reduced and blurred for comparison."""
    height, width = image.shape[:2]
    size = min(P.width, width), max(round(height * min(P.width, width) / width), 1)
    return np.asarray(cv2.blur(cv2.resize(image, size, interpolation=cv2.INTER_AREA), (P.patch, P.patch)), np.uint8)


def alike(one: NDArray[np.uint8], other: NDArray[np.uint8], step: float = P.step) -> bool:
    """Return True if two small pictures show the same within `step` grey levels."""
    return one.shape == other.shape and float(cv2.norm(one, other, cv2.NORM_INF)) <= step


class LookMemory(Generic[L]):
    """The look at the last picture that was read. `step`: grey levels within which a picture shows the same."""

    def __init__(self, step: float = P.step) -> None:
        self._step = step
        self._seen: NDArray[np.uint8] | None = None
        self._kept: tuple[NDArray[np.uint8], L] | None = None

    def again(self, image: Image) -> L | None:
        """Return the last look with `image` in place of its picture, if it shows the same; otherwise None."""
        self._seen = small(image)
        if self._kept is None or not alike(self._kept[0], self._seen, self._step):
            return None
        return replace(self._kept[1], image=image)

    @property
    def last(self) -> L | None:
        """The remembered look."""
        return None if self._kept is None else self._kept[1]

    def keep(self, look: L) -> L:
        """Remember the look at the picture that was compared last."""
        if self._seen is not None:
            self._kept = self._seen, look
        return look

    def revise(self, look: L) -> None:
        """Replace the remembered look at the same picture."""
        if self._kept is not None:
            self._kept = self._kept[0], look

    def forget(self) -> None:
        """Forget the look, since what is known has changed: the next picture is read in any case."""
        self._kept = None
