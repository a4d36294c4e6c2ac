"""Finds the pyramids beyond the ends of a board, and what covers them or the board's squares."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.parameters import parameters
from vision.programs.ends import BOARD, ENDS, SCALE, EndMap, cuts
from vision.programs.pyramid_crops import normalised

MODEL: Final = "feet_finder.onnx"
STRIDE: Final = 4
"""Pixels of an end's view for each square of the network's output."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    covers: float = 0.7  # chance from which a square is covered; training data hold more covered ones than tables do
    likely: float = 0.15  # chance; less likely feet are dropped
    together: float = 0.25  # cells; of nearer feet only the likeliest is kept


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class EndFeet:
    """Feet found beyond one end."""

    places: Floats
    """Board places (N x 2, cells) where the middle of a pyramid's base appears on the board's plane, likeliest
    first."""
    chances: Floats
    """Probability of each, N."""
    hand: Floats
    """Share of the view's squares covered by a hand, rows x columns."""
    screen: Floats
    """Share of the view's squares covered by a screen, rows x columns."""
    squares: Floats
    """Board places of the squares' middles, rows x columns x 2, cells."""

    def some(self, chosen: Sequence[int] | NDArray[np.bool_]) -> "EndFeet":
        """Return the same with some of its feet."""
        return replace(self, places=self.places[chosen], chances=self.chances[chosen])


def find_feet(image: Image, view: BoardView) -> tuple[Mapping[str, EndFeet], Floats]:
    """Find the feet beyond both ends, by end ("near", "far"), and the share of each of the board's squares that a hand
    covers, 0..1."""
    maps = [EndMap(view, end) for end in (*ENDS, BOARD)]
    (output,) = load_network(MODEL).answer({"ends": normalised(cuts(image, maps))}, ["feet"])
    ends = {here.end: _feet(here, planes) for here, planes in zip(maps[:-1], output, strict=False)}
    return ends, _covered(maps[-1], output[-1])


def _feet(here: EndMap, planes: Singles) -> EndFeet:
    chances, hand, screen = (_likely(planes[k]) for k in (0, 3, 4))
    spots, likely = _peaks(chances, planes)
    places = here.on_table(spots * STRIDE)
    # What stands on the board belongs to no program.
    beyond = (places[:, 1] < 0) if here.end == "near" else (places[:, 1] > here.view.grid.ranks)
    return EndFeet(places[beyond], likely[beyond], hand, screen, _middles(here, hand.shape))


def _covered(here: EndMap, planes: Singles) -> Floats:
    """Return the share of each of the board's squares that a hand covers."""
    hand = _likely(planes[3]) > P.covers
    grid = here.view.grid
    places = np.floor(_middles(here, hand.shape)).astype(int)
    return np.array([hand[(places == grid.place(cell)).all(axis=2)].mean() for cell in grid.cells])


def _likely(odds: Singles) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.asarray(odds, float))))


def _middles(here: EndMap, shape: tuple[int, ...]) -> Floats:
    """Return the board places of the middles of a view's squares, rows x columns x 2, cells."""
    rows, columns = shape
    u, v = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    return here.on_table(np.column_stack([u.ravel(), v.ravel()]) * STRIDE).reshape(rows, columns, 2)


def _peaks(chances: Floats, planes: Singles) -> tuple[Floats, Floats]:
    """Return the peaks of the output, in squares from the view's corner (N x 2), and their probabilities."""
    highest = cv2.dilate(chances.astype(np.float32), np.ones((3, 3), np.uint8))
    v, u = np.nonzero((chances.astype(np.float32) >= highest) & (chances > P.likely))
    likely = chances[v, u]
    order = np.argsort(-likely)
    around = [_pointed(chances, planes, int(row), int(column)) for row, column in zip(v, u, strict=True)]
    spots = np.array(around).reshape(-1, 2)
    kept: list[int] = []
    for k in order:
        if all(np.hypot(*(spots[k] - spots[other])) > P.together * SCALE / STRIDE for other in kept):
            kept.append(int(k))
    return np.asarray(spots[kept], float).reshape(-1, 2), np.asarray(likely[kept], float)


def _pointed(chances: Floats, planes: Singles, row: int, column: int) -> Floats:
    """Average the offsets of the squares around a peak, weighted by probability."""
    height, width = chances.shape
    rows = slice(max(row - 1, 0), min(row + 2, height))
    columns = slice(max(column - 1, 0), min(column + 2, width))
    v, u = np.mgrid[rows, columns]
    weights = chances[rows, columns]
    said = np.stack([u, v]) + 0.5 + np.clip(planes[1:3, rows, columns], -1.5, 1.5)
    return np.asarray((said * weights).sum(axis=(1, 2)) / weights.sum(), float)
