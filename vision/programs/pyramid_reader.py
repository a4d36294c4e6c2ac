"""Reads single pyramids from crops around their feet: state, size, colour, direction, and what is on top."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.programs.pyramid_crops import (
    context_of,
    cut_pyramids,
    halved,
    leans,
    light_of,
    normalised,
    scales,
    upwards,
)

MODEL: Final = "pyramid_reader.onnx"
COLOURS: Final = "RYGBKCOPNW"
"""The ten colours in the order of the network's output."""
SECTORS: Final = 36
"""Sectors of ten degrees for directions, the first from +x on, anticlockwise."""


class PlaceState(IntEnum):
    """State of a place: no foot, hidden, a standing or a lying pyramid."""

    EMPTY = 0
    HIDDEN = 1
    UPRIGHT = 2
    LYING = 3


class Top(IntEnum):
    """Piece on top of a standing pyramid."""

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
"""Parts of the network's output and their numbers: log odds, and for the size (natural log of the base's side in cells)
mean and log of its spread."""


TEMPERATURES: Final = {"state": 0.9, "sector": 0.45, "colour": 0.85, "top": 0.75}
"""Divisors of logs that calibrate the output (fitted on drawn tables that nothing has learnt from)."""


def sector(heading: float) -> int:
    """Return the sector of a heading (radians, anticlockwise from +x)."""
    return int(np.floor(np.degrees(heading) / (360 / SECTORS))) % SECTORS


@dataclass(frozen=True)
class PyramidReadings:
    """Readings of N places: log-probabilities, and sizes (log of the base in cells) with spreads."""

    state: Floats
    pips: Floats
    size: Floats
    spread: Floats
    sector: Floats
    colour: Floats
    top: Floats
    top_colour: Floats

    def some(self, chosen: slice | Sequence[int] | NDArray[np.intp]) -> "PyramidReadings":
        """Return the readings of some places."""
        rows = chosen if isinstance(chosen, slice) else np.array(chosen, int)
        return PyramidReadings(**{one.name: getattr(self, one.name)[rows] for one in fields(self)})

    def tempered(self) -> "PyramidReadings":
        """Return calibrated readings (temperature scaling, Guo et al. 2017)."""
        cooled = {name: logs_of(getattr(self, name) / heat) for name, heat in TEMPERATURES.items()}
        return replace(self, **cooled)

    @classmethod
    def of(cls, output: Singles) -> "PyramidReadings":
        """Split the network's output (N x numbers)."""
        ends = np.cumsum(list(PARTS.values()))[:-1]
        parts = dict(zip(PARTS, np.split(np.asarray(output, float), ends, axis=1), strict=True))
        logs = {name: logs_of(part) for name, part in parts.items() if name != "size"}
        spread = np.exp(np.clip(parts["size"][:, 1], -4.5, 1))
        return cls(size=parts["size"][:, 0], spread=spread, **logs)


def together(readings: Sequence[PyramidReadings]) -> PyramidReadings:
    """Concatenate readings."""
    parts = {
        one.name: np.concatenate([getattr(each, one.name) for each in readings]) for one in fields(PyramidReadings)
    }
    return PyramidReadings(**parts)


def meant_by(readings: Sequence[PyramidReadings]) -> PyramidReadings:
    """Average several readings of the same places: logs, and sizes."""
    means = {}
    for one in fields(PyramidReadings):
        mean = np.mean([getattr(each, one.name) for each in readings], axis=0)
        means[one.name] = mean if one.name in ("size", "spread") else logs_of(mean)
    return PyramidReadings(**means)


def logs_of(odds: Floats) -> Floats:
    """Return log-probabilities from log odds (N x K)."""
    return np.asarray(odds - np.logaddexp.reduce(odds, axis=1, keepdims=True))


def read_pyramids(image: Image, view: BoardView, places: Floats) -> PyramidReadings:
    """Read places (N x 2, cells of the board) of a picture."""
    if len(places) == 0:
        return PyramidReadings.of(np.empty((0, sum(PARTS.values())), np.float32))
    light = light_of(image)
    picture, near = halved(image, view)
    turns = upwards(near, places)
    crops, lean, pixels = cut_pyramids(picture, near, places, turns), leans(near, places, turns), scales(near, places)
    network = load_network(MODEL)
    (output,) = network.answer({"crops": normalised(crops), "context": context_of(lean, pixels, light)}, ["told"])
    seen = PyramidReadings.of(output)
    return replace(seen, sector=turned_back(seen.sector, turns))


def mirrored_sectors(sectors: Singles) -> Singles:
    """Return the sectors (N x SECTORS) of mirror images, left to right."""
    return np.roll(sectors[:, ::-1], SECTORS // 2, axis=1)


def turned_back(sectors: Floats, turns: Floats) -> Floats:
    """Return logs of directions (N x SECTORS) of turned crops (radians) as if they had not been turned; uniform within
    a sector."""
    steps = turns / (2 * np.pi) * SECTORS
    whole = np.floor(steps).astype(int)
    share = (steps - whole)[:, None]
    likely = np.exp(sectors)
    columns = np.arange(SECTORS) + whole[:, None]
    first, second = (np.take_along_axis(likely, (columns + more) % SECTORS, axis=1) for more in (0, 1))
    return np.asarray(np.log(np.maximum((1 - share) * first + share * second, 1e-12)))
