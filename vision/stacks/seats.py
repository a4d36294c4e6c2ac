"""Where the topmost piece of each cell's stack sits, looked at closely.

From straight above, a stack that is higher by one piece looks larger by a hundredth or two, which is less than a pixel
of the crops that stacks are read in. What `vision.stacks.feet_and_apexes` points at is therefore looked at again in
twice their resolution, where that matters most, by a network of the same kind (`seats.onnx`, trained by
`lab.training.trainers.seats`).
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
# So many pixels a crop's pixel, and so many along each side of the window.
CLOSER, SIDE = 2.0, 144
# Farther from below the camera a piece more moves its seat by enough to be told in the crops.
LOOKED_AT = 3 * AT_ONCE
# A side of which the size is nought, pixels of the window.
USUAL_SIDE = CLOSER * USUAL_CROP_SIDE
# What a seat's x, y and size are divided by to be told in those of the crop.
PIXELS = np.array([CLOSER, CLOSER, 1.0])


def close_up(image: Image, cut: Frame, spot: Floats, side: int = SIDE) -> Image:
    """The window around a place in a crop, (2,) pixels of that: side x side x 3."""
    way = CLOSER * cut.to_crop
    way[:, 2] += (side - 1) / 2 - CLOSER * spot
    return cut_out(image, way, (side, side))


class SeatReader:
    """The network, loaded when it is first asked. Not to be shared between threads."""

    @cached_property
    def _net(self) -> Network:
        return load_network(MODEL)

    def closer(self, image: Image, frames: Sequence[Frame], ends: Sequence[Ends]) -> list[Ends]:
        """The ends, with the seats as they look from near in the LOOKED_AT cells that are most nearly below the camera;
        `frames` cut the crops that the ends were seen in."""
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
