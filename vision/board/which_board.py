"""Identifies the board in a picture, by the support of every board's finder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.board.ground_pattern import made_plain_anywhere
from vision.board.heat_maps import BoardFinder
from vision.board.rings import Points, first_ring, map_support, ring_on_intersections
from vision.geometry.grid import FIELD, BoardGrid
from vision.image import Floats, Image
from vision.networks.trained_for import FOUND_BOARDS
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    largest: int = 1280  # pixels; longer pictures are reduced: finders use still smaller ones
    spread: float = 0.16  # 0..4; support that makes a board e times as likely (fitted, 127 drawn pictures)
    hardly: float = 2.2  # 0..4; support below which no board is likely: boards come to more
    borne: float = 2.6  # 0..4; support at which a board is as likely as none: grids and cloths come near it


P: Final = parameters(Parameters)


class LikelyBoard(NamedTuple):
    """A board that may lie in the picture."""

    grid: BoardGrid
    support: float
    """Support by its finder's heat maps, about 0..4."""
    chance: float
    """Probability that this board lies there, 0..1."""


def likely_boards(
    image: Image, grids: Sequence[BoardGrid] = FOUND_BOARDS, corners: Points | None = None
) -> list[LikelyBoard]:
    """Return the boards that may lie in a picture (H x W x 3, BGR), likeliest first; the rest of the probability is no
    board.

    `corners`, 4 x 2 pixels, are a board's outer corners, if they are known: only a board with these corners counts.
    Where support is low, the pattern of a checked cloth is removed first, if there is one. Takes some 40 ms a board.
    Raises VisionError for a grid that no finder was trained for.
    """
    shrink = P.largest / max(image.shape[:2])
    if shrink < 1:
        image = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
        corners = None if corners is None else corners * shrink
    supports = np.array([_support(image, grid, corners) for grid in grids])
    if supports.max(initial=0.0) < P.hardly and (plain := made_plain_anywhere(image, FIELD, None)) is not None:
        supports = np.array([_support(plain, grid, corners) for grid in grids])
    chances = _chances(supports)
    found = [LikelyBoard(*one) for one in zip(grids, supports.tolist(), chances.tolist(), strict=True)]
    return sorted(found, key=lambda board: -board.support)


def _chances(supports: Floats) -> Floats:
    logs = np.append(supports, P.borne) / P.spread
    odds = np.exp(logs - logs.max())
    return np.asarray(odds[:-1] / odds.sum())


def _support(image: Image, grid: BoardGrid, corners: Points | None) -> float:
    """Return the support of a board by the maps of the whole picture and of its surroundings."""
    finder = BoardFinder(grid)
    whole = finder.heat_maps(image)
    rough = first_ring(whole, grid) if corners is None else corners
    if rough is None:
        return 0.0
    closer = finder.heat_maps(image, rough)
    ring = ring_on_intersections(closer, rough, grid) if corners is None else corners
    return map_support(whole, whole.of_picture(rough), grid) + map_support(closer, closer.of_picture(ring), grid)
