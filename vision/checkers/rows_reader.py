"""Counts the checkers on the points of half a backgammon board."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.half_board import SIDES, PlacedHalfBoard, shrunk
from vision.image import Floats, Image
from vision.networks.runtime import load_network
from vision.parameters import parameters

MODEL: Final = "rows_reader.onnx"
COUNTS: Final = 17
"""Counts of 0 to 16 checkers on a point."""
LOW, HIGH = 9, 9
"""Counts of the network's output: 0 to 8 checkers on the board, and with each of these 0 to 8 on top."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    heat: float = 0.4  # chance; fainter middles of checkers are none
    few: int = 4  # checkers; on fewer others are seldom piled: there is room on the board
    seldom: float = 0.1  # factor by which such piles are rarer in games than in training data (a third of rows)
    unknown: float = 0.6  # the same on a table of which nothing is known
    cooled: float = 1.5  # divisor of logs there, fitted so that probabilities are calibrated
    temperature: float = 1.0  # divisor of the network's log odds
    doubted: float = 6.0  # nats; most that a row in doubt is believed
    clear: float = 0.8  # chance from which a count is clear


P: Final = parameters(Parameters)
STRIDE: Final = 8
"""Pixels for each square of the maps."""


@dataclass(frozen=True)
class RowsReading:
    """Readings of both sides."""

    counts: Floats
    """Log-probabilities of each count in a game, 2 x 6 x 17."""
    anywhere: Floats
    """The same on a table of which nothing is known."""
    seen: Floats
    """Probability that each row is visible, 2 x 6."""
    colours: tuple[Floats | None, Floats | None]
    """Mean colour (BGR, 0..255) of the tops of each side's checkers; None if none is visible."""


def read_rows(image: Image, view: PlacedHalfBoard) -> RowsReading:
    """Read the points of a board; rows left to right as seen from the near side."""
    small, near = shrunk(image, view)
    crops = np.stack([near.crop(small, side) for side in SIDES])
    seen = np.concatenate([network_input(near, crop, side) for crop, side in zip(crops, SIDES, strict=True)])
    mirrored = seen[..., ::-1].copy()
    mirrored[:, 3] *= -1
    output, maps = load_network(MODEL).answer({"sides": np.concatenate([seen, mirrored])}, ["rows", "maps"])
    mean = np.asarray(output[:2] + output[2:, ::-1], float) / 2
    mean[1] = mean[1, ::-1].copy()
    odds = mean[..., :-1] / (P.temperature + P.doubted * max(P.clear - view.confidence, 0.0))
    shows = np.asarray(1 / (1 + np.exp(-mean[..., -1])), float)
    one, other = (_colour(crop, heat) for crop, heat in zip(crops, maps[:2], strict=True))
    return RowsReading(counted(odds, P.seldom), counted(odds / P.cooled, P.unknown), shows, (one, other))


def network_input(view: PlacedHalfBoard, crop: Image, side: str) -> NDArray[np.float32]:
    """Return a side's crop with the lean of what stands on it, 1 x 5 x height x width."""
    light = np.asarray(crop, np.float32) / np.float32(127.5) - 1
    return np.ascontiguousarray(np.concatenate([light, view.leans(side)], axis=-1).transpose(2, 0, 1)[None])


def counted(logs: Floats, seldom: float) -> Floats:
    """Return log-probabilities of each count (... x 17), from log odds of all pairs (... x 81) of checkers on the board
    and on top. `seldom`: factor on piles on few checkers."""
    low, high = (one.ravel() for one in np.mgrid[:LOW, :HIGH])
    odds = _chances(logs + np.where((low < P.few) & (high > 0), np.log(seldom), 0.0))
    return np.stack([np.logaddexp.reduce(odds[..., low + high == n], axis=-1) for n in range(COUNTS)], axis=-1)


def _chances(odds: Floats) -> Floats:
    """Return log-probabilities from log odds, along the last axis."""
    return np.asarray(odds - np.logaddexp.reduce(odds, axis=-1, keepdims=True))


def _colour(crop: Image, heat: Floats) -> Floats | None:
    """Return the median colour of checkers' middles in a crop."""
    chances = 1 / (1 + np.exp(-np.asarray(heat, float).max(axis=0)))
    v, u = np.nonzero((chances >= cv2.dilate(chances, np.ones((3, 3)))) & (chances > P.heat))
    if not len(v):
        return None
    soft = cv2.blur(crop, (9, 9))
    spots = soft[v * STRIDE + STRIDE // 2, u * STRIDE + STRIDE // 2]
    return np.asarray(np.median(spots.reshape(-1, 3), axis=0), float)
