"""Counts the checkers on the points of half a backgammon board."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.half_board import ROWS, SIDES, PlacedHalfBoard, shrunk
from vision.image import Floats, Image
from vision.networks.runtime import load_network

MODEL: Final = "rows_reader.onnx"
COUNTS: Final = 17
"""0 to 16 checkers on a point."""
PAINTED: Final = 0.4
"""Middles of checkers are painted at least so strongly."""
STRIDE: Final = 4
TEMPERATURE, DOUBTED, CLEAR = 1.3, 4.0, 0.8
"""Logs are divided by the first, and by more where the board shows less clearly than the last, by the second for each
unit of its confidence."""


@dataclass(frozen=True)
class RowsSight:
    """What is told of both sides: logs of the chances of each count (2 x 6 x 17), how likely each row is seen (2 x 6),
    and the mean colour (BGR, 0..255) of the tops of each side's checkers, None where none is seen."""

    counts: Floats
    seen: Floats
    colours: tuple[Floats | None, Floats | None]


def read_rows(image: Image, view: PlacedHalfBoard) -> RowsSight:
    """What lies on the points of a board; rows left to right as seen from the near side."""
    small, near = shrunk(image, view)
    crops = np.stack([near.crop(small, side) for side in SIDES])
    blob = np.ascontiguousarray(np.transpose(crops, (0, 3, 1, 2)), np.float32) / np.float32(127.5) - 1
    blob = np.concatenate([blob, blob[..., ::-1]])
    network = load_network(MODEL)
    told, maps = network.answer({"sides": np.ascontiguousarray(blob)}, ["rows", "maps"])
    mean = np.asarray(told[:2] + told[2:, ::-1], float) / 2
    logs = mean[..., :COUNTS] / (TEMPERATURE + DOUBTED * max(CLEAR - view.confidence, 0.0))
    logs -= np.logaddexp.reduce(logs, axis=-1, keepdims=True)
    seen = np.asarray(1 / (1 + np.exp(-mean[..., COUNTS])), float)
    logs[1], seen[1] = logs[1, ::-1].copy(), seen[1, ::-1].copy()
    one, other = (_colour(crop, paint) for crop, paint in zip(crops, maps[:2], strict=True))
    return RowsSight(logs, seen, (one, other))


def _colour(crop: Image, paint: Floats) -> Floats | None:
    """The median colour of checkers' middles in a crop."""
    chances = 1 / (1 + np.exp(-np.asarray(paint, float).max(axis=0)))
    v, u = np.nonzero((chances >= cv2.dilate(chances, np.ones((3, 3)))) & (chances > PAINTED))
    if not len(v):
        return None
    soft = cv2.blur(crop, (5, 5))
    spots = soft[np.minimum(v * STRIDE + 2, crop.shape[0] - 1), np.minimum(u * STRIDE + 2, crop.shape[1] - 1)]
    return np.asarray(np.median(spots.reshape(-1, 3), axis=0), float)


def rows_of(sight: RowsSight) -> list[tuple[str, int, float, float]]:
    """Of every row: its cell's name, its likeliest count, how likely that is, and how likely the row is seen."""
    found = []
    for end, side in enumerate(SIDES):
        for row in range(ROWS):
            best = int(np.argmax(sight.counts[end, row]))
            chance = float(np.exp(sight.counts[end, row, best]))
            found.append((f"{side}.{row + 1}", best, chance, float(sight.seen[end, row])))
    return found
