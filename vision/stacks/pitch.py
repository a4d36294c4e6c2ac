"""Measures a board's pitch by the apparent size of the pieces: a picture shows only the ratio of the two.

The network (`pitch.onnx`) was trained by `lab.training.trainers.pitch` on drawn tables, with crops at wrong scales. It
looks at one crop at a time, cut as if the board had a middling pitch, and predicts the logarithm of the factor by which
the pieces are too large, and its spread.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.networks.batches import answer_in_batches
from vision.networks.runtime import load_network
from vision.parameters import parameters
from vision.stacks.crops import FOOT, cut_all, frames_of

MODEL = "pitch.onnx"
# Crops are cut for the pitch ASSUMED_MM; RANGE is the largest logarithm of the true one's factor: pitches of 26 to 40.
RANGE, ASSUMED_MM = 0.25, 32.25
# Window of the crop that the network sees at half size: as far around the foot as all pitches show.
ROWS, COLUMNS = slice(37, 221), slice(13, 117)
HEIGHT, WIDTH = (ROWS.stop - ROWS.start) // 2, (COLUMNS.stop - COLUMNS.start) // 2
# The foot in the window, x and y.
FOOT_SEEN = ((FOOT[0] - COLUMNS.start - 0.5) / 2, (FOOT[1] - ROWS.start - 0.5) / 2)


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    error: float = 0.04  # log; standard error of a measured pitch


P: Final = parameters(Parameters)
# Input: the crop's colours, columns, rows, rise, elevation. Output: a logarithm and that of its spread.
PLANES, OUTPUTS = 7, 2
TIGHTEST, WIDEST = -5.0, 0.5
# Crops in one batch: the network's activations then fit into the processor's cache.
AT_ONCE = 6


def with_measured_pitch(pixels: Image, view: BoardView, occupied: Sequence[str]) -> BoardView:
    """Return `view` with the measured pitch and its standard error, whatever its pitch was. `pixels`: H x W x 3, BGR.
    Of many `occupied` cells every second one is used, which is as exact; without any the view stays."""
    # Skip the first: on a Volcano board this leaves out the clear larges, which say least.
    cells = occupied[1::2] if len(occupied) > 2 * AT_ONCE else occupied
    if not cells:
        return view
    frames = frames_of(view.with_pitch(ASSUMED_MM), cells)
    light = np.stack([_seen(crop) for crop in cut_all(pixels, frames)]) / np.float32(127.5) - np.float32(1)
    pose = np.array([(each.rise, each.elevation) for each in frames], np.float32)
    inputs = planes(light.astype(np.float32), pose)
    output = answer_in_batches(load_network(MODEL), {"crops": inputs}, "told", AT_ONCE).astype(np.float64)
    weights = np.exp(-2 * np.clip(output[:, 1], TIGHTEST, WIDEST))
    pitch = ASSUMED_MM * math.exp(-float(output[:, 0] @ weights / weights.sum()))
    return view.with_pitch(pitch, P.error * pitch)


def _seen(crop: Image) -> Image:
    """Return the network's window of a crop, HEIGHT x WIDTH x 3."""
    return np.asarray(cv2.resize(crop[ROWS, COLUMNS], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def planes(light: NDArray[np.float32], pose: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the network's input for windows (N x HEIGHT x WIDTH x 3, -1..1) and the rise and elevation of their frames
    (N x 2): N x PLANES x HEIGHT x WIDTH."""
    made = np.empty((len(light), PLANES, HEIGHT, WIDTH), np.float32)
    made[:, :3] = light.transpose(0, 3, 1, 2)
    made[:, 3] = np.linspace(-1, 1, WIDTH, dtype=np.float32)
    made[:, 4] = np.linspace(-1, 1, HEIGHT, dtype=np.float32)[:, None]
    made[:, 5] = pose[:, :1, None] / 2
    made[:, 6] = pose[:, 1:, None]
    return made
