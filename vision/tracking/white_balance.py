"""Removes the tint of a lamp from pictures, measured on a table whose pieces are known."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.image import Image
from vision.parameters import Three, parameters
from vision.stacks.crops import FOOT, SCALE, LocatedBoard, frame

COLOURS = "RYGB"


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    neutral: Three = (0.41, 0.30, 0.22)  # linear R, G, B; mean of a large of each colour under white light
    strongest: float = 4.0  # factor; no lamp needs larger gains
    slight: float = 1.35  # ratio of gains up to which sets' own differences explain them
    strong: float = 1.8  # ratio of gains from which readers are misled
    half_mm: float = 6.0  # mm; half the height of the part of a large's foot that is measured
    fewest: int = 2  # larges a colour needs


P: Final = parameters(Parameters)
GAMMA = 2.2


@dataclass(frozen=True)
class WhiteBalance:
    """Gains of the channels R, G and B in linear light; their product is 1."""

    gains: tuple[float, float, float]

    @classmethod
    def from_json(cls, profile: Any) -> Self:
        """Read the profile format ``{"gains": [r, g, b]}``. Raises VisionError naming what is wrong with it."""
        try:
            red, green, blue = (float(gain) for gain in profile["gains"])
        except (KeyError, TypeError, ValueError) as error:
            raise VisionError("vision.colours.profile", error=str(error)) from error
        if not all(1 / P.strongest <= gain <= P.strongest for gain in (red, green, blue)):
            raise VisionError("vision.colours.gains", least=1 / P.strongest, most=P.strongest)
        return cls((red, green, blue))

    def to_json(self) -> dict[str, Any]:
        """Return the profile format that `from_json` reads."""
        return {"gains": [round(gain, 4) for gain in self.gains]}

    def corrected(self, image: Image) -> Image:
        """Return the picture (H x W x 3, BGR) as under white light."""
        return np.asarray(cv2.LUT(image, self._table), np.uint8)

    @property
    def tint(self) -> Literal["none", "slight", "strong"]:
        """How far the light departs from white."""
        unequal = max(self.gains) / min(self.gains)
        return "none" if unequal < P.slight else "slight" if unequal < P.strong else "strong"

    @cached_property
    def _table(self) -> NDArray[np.uint8]:
        levels = np.arange(256)[:, None] * np.array(self.gains[::-1]) ** (1 / GAMMA)
        return np.asarray(np.clip(levels + 0.5, 0, 255), np.uint8)[None]


def measure(image: Image, view: LocatedBoard, grid: Mapping[str, str]) -> WhiteBalance:
    """Measure the white balance of a picture of a table on which `grid` stands (the set-up has five larges of each
    colour).

    Raises VisionError where too few larges of a colour are free to be measured.
    """
    means = []
    for colour in COLOURS:
        seen = [_foot(image, view, cell) for cell, stack in grid.items() if stack.startswith(f"{colour}3")]
        if len(seen) < P.fewest:
            raise VisionError("vision.colours.few", n=len(seen), colour=colour, least=P.fewest)
        means.append(np.median(seen, axis=0))
    gains = P.neutral / np.maximum(np.mean(means, axis=0), 1e-4)
    red, green, blue = np.clip(gains / np.cbrt(gains.prod()), 1 / P.strongest, P.strongest)
    return WhiteBalance((float(red), float(green), float(blue)))


def _foot(image: Image, view: LocatedBoard, cell: str) -> NDArray[np.float64]:
    """Return the mean linear R, G, B of the front of a large, near its foot."""
    placed = frame(view, cell)
    u, v = FOOT[0], FOOT[1] - placed.rise * P.half_mm
    half = SCALE * P.half_mm
    part = placed.cut(image)[int(v - half) : int(v + half) + 1, int(u - half) : int(u + half) + 1]
    return np.asarray(((part.reshape(-1, 3)[:, ::-1] / 255.0) ** GAMMA).mean(axis=0))
