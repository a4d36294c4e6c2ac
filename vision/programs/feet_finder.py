"""Finds the pyramids beyond the ends of a board, and what hides them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.networks.runtime import Singles, load_network
from vision.programs.ends import ENDS, SCALE, EndMap, cuts
from vision.programs.pyramid_crops import normalised

MODEL: Final = "feet_finder.onnx"
STRIDE: Final = 4
"""The network tells of squares of so many pixels of an end's view."""
COVERS: Final = 0.7
"""What covers a square of the view is told as likelier than this; what covers is rare, and taught as less rare."""
LIKELY: Final = 0.15
"""Feet less likely than this are not told."""
TOGETHER: Final = 0.25
"""Of feet nearer to each other than this (cells) only the likelier is told."""


@dataclass(frozen=True)
class EndFeet:
    """What was found beyond one end.

    `places` are board places (N x 2, cells), where on the board's plane the middle of a pyramid's footprint is seen,
    the likelier first; `chances` say how likely it is that there is one. `hand` and `screen` are the shares of the
    view's squares (rows x columns) that a hand and a screen cover; `squares` are the board places of their middles
    (rows x columns x 2, cells).
    """

    places: Floats
    chances: Floats
    hand: Floats
    screen: Floats
    squares: Floats


def find_feet(image: Image, view: BoardView) -> Mapping[str, EndFeet]:
    """The feet beyond both ends of a board, by end ("near", "far")."""
    maps = [EndMap(view, end) for end in ENDS]
    (told,) = load_network(MODEL).answer({"ends": normalised(cuts(image, maps))}, ["feet"])
    return {here.end: _feet(here, planes) for here, planes in zip(maps, told, strict=True)}


def _feet(here: EndMap, planes: Singles) -> EndFeet:
    chances, hand, screen = (1 / (1 + np.exp(-np.asarray(planes[k], float))) for k in (0, 3, 4))
    spots, likely = _peaks(chances, planes)
    places = here.on_table(spots * STRIDE)
    rows, columns = chances.shape
    u, v = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    squares = here.on_table(np.column_stack([u.ravel(), v.ravel()]) * STRIDE).reshape(rows, columns, 2)
    return EndFeet(places, likely, hand, screen, squares)


def _peaks(chances: Floats, planes: Singles) -> tuple[Floats, Floats]:
    """Where feet are likeliest, in squares from the view's corner (N x 2), and how likely they are."""
    highest = cv2.dilate(chances.astype(np.float32), np.ones((3, 3), np.uint8))
    v, u = np.nonzero((chances.astype(np.float32) >= highest) & (chances > LIKELY))
    likely = chances[v, u]
    order = np.argsort(-likely)
    around = [_pointed(chances, planes, int(row), int(column)) for row, column in zip(v, u, strict=True)]
    spots = np.array(around).reshape(-1, 2)
    kept: list[int] = []
    for k in order:
        if all(np.hypot(*(spots[k] - spots[other])) > TOGETHER * SCALE / STRIDE for other in kept):
            kept.append(int(k))
    return np.asarray(spots[kept], float).reshape(-1, 2), np.asarray(likely[kept], float)


def _pointed(chances: Floats, planes: Singles, row: int, column: int) -> Floats:
    """Where the squares around a peak say that the foot is, the likelier counting more."""
    height, width = chances.shape
    rows = slice(max(row - 1, 0), min(row + 2, height))
    columns = slice(max(column - 1, 0), min(column + 2, width))
    v, u = np.mgrid[rows, columns]
    weights = chances[rows, columns]
    said = np.stack([u, v]) + 0.5 + np.clip(planes[1:3, rows, columns], -1.5, 1.5)
    return np.asarray((said * weights).sum(axis=(1, 2)) / weights.sum(), float)
