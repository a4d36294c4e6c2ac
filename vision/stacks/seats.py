"""Locates the seat of each cell's stack more closely.

Seen from straight above, a stack that is one piece higher looks larger by a hundredth or two, less than a pixel of the
usual crops. Where that matters most, the seats found by `vision.stacks.feet_and_apexes` are located again at twice the
resolution, by a network of the same kind (`seats.onnx`, trained by `lab.training.trainers.seats`).
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from vision.image import Floats, Image
from vision.networks.batches import answer_in_batches
from vision.networks.runtime import Network, load_network
from vision.stacks.crops import Frame, cut_out
from vision.stacks.feet_and_apexes import AT_ONCE, Ends, mixture, planes
from vision.stacks.feet_and_apexes import USUAL_SIDE as USUAL_CROP_SIDE
from vision.stacks.feet_and_apexes import P as FEET_AND_APEXES

MODEL = "seats.onnx"
# Window pixels for each crop pixel, and side of the window in pixels.
CLOSER, SIDE = 2.0, 144
# Number of cells looked at, nearest to below the camera. In others a further piece moves the seat visibly in the crops.
LOOKED_AT = 3 * AT_ONCE
# Side of a seat, in window pixels, for which the network states size 0.
USUAL_SIDE = CLOSER * USUAL_CROP_SIDE
# Divisors that convert a seat's x, y and size to those of the crop.
PIXELS = np.array([CLOSER, CLOSER, 1.0])


def close_up(image: Image, cut: Frame, spot: Floats, side: int = SIDE) -> Image:
    """Cut a window around a place in a crop, (2,) pixels of the crop: side x side x 3."""
    way = CLOSER * cut.to_crop
    way[:, 2] += (side - 1) / 2 - CLOSER * spot
    return cut_out(image, way, (side, side))


class SeatReader:
    """The network, loaded at the first use. Not to be shared between threads."""

    @cached_property
    def _net(self) -> Network:
        return load_network(MODEL)

    def closer(self, image: Image, frames: Sequence[Frame], ends: Sequence[Ends]) -> list[Ends]:
        """Return the ends with closer seats in the LOOKED_AT cells nearest to below the camera. `frames` cut the crops
        of the ends."""
        found = list(ends)
        below = np.argsort([cut.rise for cut in frames])[:LOOKED_AT]
        for first in range(0, len(below), AT_ONCE):
            some = below[first : first + AT_ONCE]
            spots = [ends[k].seat.middles[0, :2] for k in some]
            crops = [close_up(image, frames[k], spot) for k, spot in zip(some, spots, strict=True)]
            light = np.stack(crops) / np.float32(127.5) - np.float32(1)
            elevations = np.array([frames[k].elevation for k in some])
            shown = planes(light.astype(np.float32), elevations)
            output = answer_in_batches(self._net, {"crops": shown}, "told", AT_ONCE)
            for k, spot, cell in zip(some, spots, output.astype(np.float64), strict=True):
                near = mixture(cell, np.full(2, (1 - SIDE) / 2), FEET_AND_APEXES.kept)
                middles, variances = near.middles / PIXELS + (*spot, 0), near.variances / PIXELS**2
                found[k] = replace(ends[k], seat=replace(near, middles=middles, variances=variances))
        return found
