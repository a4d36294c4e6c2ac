"""Reads how single pyramids beyond the ends of a board stand or where they point, from crops of their own size.

The pyramid reader (`vision.programs.pyramid_reader`) shows the same number of cells around every foot, in which a small
is a few pixels wide. Here a crop shows what a lying pyramid of its size covers, and little more.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.lying import lying_length
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.parameters import parameters
from vision.programs.pyramid_crops import cut_pyramids, half_of, leans, normalised, scales, upwards
from vision.programs.pyramid_reader import SECTORS, PlaceState, PyramidReadings, logs_of, mirrored_sectors, turned_back

MODEL: Final = "heading_reader.onnx"
SIDE: Final = 48
"""Side of a crop, pixels."""
MARGIN: Final = 0.75
"""Half the side of a crop, in lengths of a lying pyramid."""
CONTEXT: Final = 6
"""Numbers given with a crop: direction of the camera, pixels, and the size it was cut for."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    shrunk: float = 1.6  # picture pixels a crop pixel; larger pictures are halved before the crop is cut
    own_state: float = 0.5  # scale on this reader's logs of lying and standing (drawn tables)
    other_state: float = 0.4  # scale on those of the pyramid reader
    own_sector: float = 0.8  # scale on this reader's logs of directions
    other_sector: float = 0.2  # scale on those of the pyramid reader


P: Final = parameters(Parameters)
SIZES: Final = 3
STATES: Final = len(PlaceState)

Ints = NDArray[np.int64]


def reaches(pips: Ints, pitch: float) -> Floats:
    """Return half the side of crops, in cells of `pitch` mm, for pyramids of 1 to 3 pips (N)."""
    lengths = np.array([lying_length(one) for one in range(1, SIZES + 1)])
    return np.asarray(MARGIN * lengths[np.asarray(pips) - 1] / pitch)


def cut_headings(
    image: Image, view: BoardView, places: Floats, turns: Floats, reach: Floats, side: int = SIDE
) -> tuple[Image, Floats]:
    """Cut crops of places (N x 2, cells) that show `reach` (N, cells) to all sides, turned as in `cut_pyramids`: N x
    side x side x 3. Returns also the picture pixels a crop pixel, N."""
    dense = scales(view, places) * 2 * reach / side
    crops = np.empty((len(places), side, side, 3), np.uint8)
    left = np.ones(len(places), bool)
    shrunk = dense.copy()
    while left.any():
        now = left & (shrunk <= P.shrunk)
        for k in np.flatnonzero(now):
            crops[k] = cut_pyramids(image, view, places[k : k + 1], turns[k : k + 1], float(reach[k]), side)[0]
        left &= ~now
        if left.any():
            image = half_of(image)
            view = view.resized((image.shape[1], image.shape[0]))
            shrunk /= 2
    return crops, dense


def context_of(leaning: Floats, dense: Floats, pips: Ints) -> Singles:
    """Return the numbers given with crops, from leans (N x 2), picture pixels a crop pixel (N) and pips (N)."""
    size = np.eye(SIZES)[np.asarray(pips) - 1]
    return np.column_stack([leaning, np.log(np.maximum(dense, 0.05)), size]).astype(np.float32)


def read_headings(image: Image, view: BoardView, places: Floats, pips: Ints) -> tuple[Floats, Floats]:
    """Return log-probabilities of each `PlaceState` at places (N x 2, cells) with supposed pips (N), and of the
    direction of a lying one (N x SECTORS, board frame)."""
    if len(places) == 0:
        return np.empty((0, len(PlaceState))), np.empty((0, SECTORS))
    turns = upwards(view, places)
    crops, dense = cut_headings(image, view, places, turns, reaches(pips, view.pitch))
    leaning = leans(view, places, turns)
    network = load_network(MODEL)
    (output,) = network.answer({"crops": normalised(crops), "context": context_of(leaning, dense, pips)}, ["told"])
    leaning[:, 0] *= -1
    inputs = {"crops": normalised(crops[:, :, ::-1]), "context": context_of(leaning, dense, pips)}
    (mirrored,) = network.answer(inputs, ["told"])
    state = (output[:, :STATES] + mirrored[:, :STATES]) / 2
    sector = (output[:, STATES:] + mirrored_sectors(mirrored[:, STATES:])) / 2
    return logs_of(np.asarray(state, float)), turned_back(logs_of(np.asarray(sector, float)), turns)


def with_headings(
    readings: PyramidReadings, image: Image, view: BoardView, places: Floats, pips: Ints
) -> PyramidReadings:
    """Combine tempered readings of places beyond the ends with this reader's.

    Whether anything is there is left to the former, which has learnt false finds.
    """
    state, sector = read_headings(image, view, places, pips)
    there = [PlaceState.UPRIGHT, PlaceState.LYING]
    ways = logs_of(P.own_state * state[:, there] + P.other_state * readings.state[:, there])
    mixed = readings.state.copy()
    mixed[:, there] = ways + np.logaddexp.reduce(readings.state[:, there], axis=1, keepdims=True)
    return replace(readings, state=mixed, sector=logs_of(P.own_sector * sector + P.other_sector * readings.sector))
