"""Reads single pyramids from crops about their feet: how they stand, their size, colour, where they point, what is on
top."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Final

import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.programs.pyramid_crops import context_of, cut_pyramids, halved, leans, light_of, normalised, scales

MODEL: Final = "pyramid_reader.onnx"
COLOURS: Final = "RYGBKCOPNW"
"""The ten colours, in the order in which the network tells them."""
SECTORS: Final = 36
"""Where a lying pyramid points is told in sectors of ten degrees, the first from +x on, anticlockwise."""


class PlaceState(IntEnum):
    """What is at a place: no foot, something unseen behind something, a pyramid that stands or lies."""

    EMPTY = 0
    HIDDEN = 1
    UPRIGHT = 2
    LYING = 3


class Top(IntEnum):
    """What stands on a pyramid that stands."""

    NONE = 0
    SMALL = 1
    MEDIUM = 2


PARTS: Final = {
    "state": len(PlaceState),
    "pips": 3,
    "size": 2,
    "sector": SECTORS,
    "colour": len(COLOURS),
    "top": len(Top),
    "top_colour": len(COLOURS),
}
"""What the network tells, in this order, and in how many numbers: log odds, and of the size (natural log of the base's
side in cells) the mean and the log of its spread."""


def sector(heading: float) -> int:
    """The sector of a heading (radians, anticlockwise from +x)."""
    return int(np.floor(np.degrees(heading) / (360 / SECTORS))) % SECTORS


@dataclass(frozen=True)
class PyramidSights:
    """What is told of N places: natural logs of probabilities, and sizes (log of the base in cells) with spreads."""

    state: Floats
    pips: Floats
    size: Floats
    spread: Floats
    sector: Floats
    colour: Floats
    top: Floats
    top_colour: Floats

    def some(self, chosen: slice | Sequence[int]) -> "PyramidSights":
        """Those of some places."""
        rows = chosen if isinstance(chosen, slice) else np.array(chosen, int)
        return PyramidSights(**{one.name: getattr(self, one.name)[rows] for one in fields(self)})

    @classmethod
    def of(cls, told: Singles) -> "PyramidSights":
        """What the network's answer (N x numbers) says."""
        ends = np.cumsum(list(PARTS.values()))[:-1]
        parts = dict(zip(PARTS, np.split(np.asarray(told, float), ends, axis=1), strict=True))
        logs = {name: logs_of(part) for name, part in parts.items() if name != "size"}
        spread = np.exp(np.clip(parts["size"][:, 1], -4.5, 1))
        return cls(size=parts["size"][:, 0], spread=spread, **logs)


def logs_of(odds: Floats) -> Floats:
    """Natural logs of the probabilities to which log odds (N x K) belong."""
    return np.asarray(odds - np.logaddexp.reduce(odds, axis=1, keepdims=True))


def read_pyramids(image: Image, view: BoardView, places: Floats) -> PyramidSights:
    """What is at some places (N x 2, cells of the board) of a picture."""
    if len(places) == 0:
        return PyramidSights.of(np.empty((0, sum(PARTS.values())), np.float32))
    light = light_of(image)
    picture, near = halved(image, view)
    crops = normalised(cut_pyramids(picture, near, places))
    context = context_of(leans(near, places), scales(near, places), light)
    (told,) = load_network(MODEL).answer({"crops": crops, "context": context}, ["told"])
    return PyramidSights.of(told)
