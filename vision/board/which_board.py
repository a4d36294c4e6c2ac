"""Says which board lies in a picture, by what every board's finder paints there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.board.ground_pattern import made_plain_anywhere
from vision.board.heat_maps import BoardFinder
from vision.board.rings import first_ring, map_support, ring_on_intersections
from vision.geometry.grid import FIELD, BoardGrid
from vision.image import Floats, Image
from vision.networks.trained_for import FOUND_BOARDS
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    largest: int = 1280  # pixels; longer pictures are shrunk: finders look at still smaller ones
    spread: float = 0.16  # 0..4; a board so much better borne out is e times as likely (fitted, 127 drawn pictures)
    hardly: float = 2.2  # 0..4; nothing is borne out: what is likely to be a board comes to more
    borne: float = 2.6  # 0..4; what bears a board out by so much is as likely none: grids and cloths come near it


P: Final = parameters(Parameters)


class LikelyBoard(NamedTuple):
    """A board, how well a picture bears it out (about 0..4), and how likely it is the one that lies there, 0..1."""

    grid: BoardGrid
    support: float
    chance: float


def likely_boards(image: Image, grids: Sequence[BoardGrid] = FOUND_BOARDS) -> list[LikelyBoard]:
    """Boards that may lie in a picture (H x W x 3, BGR), likeliest first; that none does has the rest of the chances.

    Where hardly any is borne out, the pattern of a checked cloth is taken away first, if there is one. Takes some 40 ms
    a board. Raises VisionError for a grid that no finder was trained for.
    """
    shrink = P.largest / max(image.shape[:2])
    if shrink < 1:
        image = np.asarray(cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    supports = np.array([_support(image, grid) for grid in grids])
    if supports.max(initial=0.0) < P.hardly and (plain := made_plain_anywhere(image, FIELD, None)) is not None:
        supports = np.array([_support(plain, grid) for grid in grids])
    chances = _chances(supports)
    found = [LikelyBoard(*one) for one in zip(grids, supports.tolist(), chances.tolist(), strict=True)]
    return sorted(found, key=lambda board: -board.support)


def _chances(supports: Floats) -> Floats:
    logs = np.append(supports, P.borne) / P.spread
    odds = np.exp(logs - logs.max())
    return np.asarray(odds[:-1] / odds.sum())


def _support(image: Image, grid: BoardGrid) -> float:
    """How well the maps of the whole picture, and of the board's surroundings, bear out a board."""
    finder = BoardFinder(grid)
    whole = finder.heat_maps(image)
    rough = first_ring(whole, grid)
    if rough is None:
        return 0.0
    closer = finder.heat_maps(image, rough)
    ring = ring_on_intersections(closer, rough, grid)
    return map_support(whole, whole.of_picture(rough), grid) + map_support(closer, closer.of_picture(ring), grid)
