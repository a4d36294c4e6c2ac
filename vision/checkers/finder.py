"""Finds half a backgammon board in a picture."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.board.rings import cut_off_at
from vision.checkers.halves import Half, halves_in
from vision.checkers.point_ends import ENDS, drawn_onto_ends
from vision.errors import VisionError
from vision.geometry.grid import HALF_BOARD
from vision.geometry.half_board import CORNERS, PlacedHalfBoard
from vision.image import Floats, Image

SMALLEST: Final = 160
"""The shorter side (pixels) of the smallest picture that a board is looked for in."""
LARGEST: Final = 1280
"""Larger pictures (pixels along the longer side) are shrunk to this."""
DOUBTFUL: Final = 0.85
"""How well paint bears out a field (0..2) that is believed at all,"""
MISSING: Final = 0.1
"""less this for every end of a point that is not where twelve equal points have it: bear-off trays are nearly as wide
as points."""
MEANT: Final = 1.5
"""A half is meant whose corner lies so near (points' widths) to where somebody says,"""
FAR: Final = 3.0
"""and none is that lies farther from it: the other half is another board."""
OUTSIDE: Final = 0.03
"""How far outside the picture (a share of its size) a corner may lie: its rim hides that much."""
FAR_OUTSIDE: Final = 0.1
"""The same of a corner that people say: they say it roughly."""


def find_half_board(
    image: Image,
    a1: tuple[float, float] | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> PlacedHalfBoard:
    """Where the playing field lies in a picture (H x W x 3, BGR). `a1` is roughly where its near left corner is, in
    pixels: of two halves that is the one meant; without it the half that shows best is taken, and the lower of its two
    sides in the picture is the near one. `corners` are all four in their order, if somebody tapped them.

    Raises VisionError where there is no such field, where it is partly out of the picture, for pictures that are too
    small, and for corners that cannot be.
    """
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST:
        raise VisionError("vision.picture.small", width=width, height=height, least=SMALLEST)
    if a1 is not None:
        _check_corner(a1, (width, height))
    if corners is not None:
        return _tapped(corners, (width, height))
    scale = min(LARGEST / max(height, width), 1.0)
    size = round(width * scale), round(height * scale)
    small = image if scale == 1 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    near = None if a1 is None else (np.array(a1) + 0.5) * scale - 0.5
    best = _meant([half for half in halves_in(small) if half.support > DOUBTFUL], near)
    if best is None:
        if cut := cut_off_at(small, HALF_BOARD):
            raise VisionError("vision.board.cut_off", edges=tuple(cut))
        raise VisionError("vision.half_board.none")
    drawn, ends = drawn_onto_ends(small, PlacedHalfBoard(best.ring, size))
    worth = best.support - MISSING * (2 * ENDS - ends)
    if worth < DOUBTFUL:
        raise VisionError("vision.half_board.none")
    ring = drawn.ring
    out = (ring < -OUTSIDE * np.array(size)) | (ring > (1 + OUTSIDE) * np.array(size))
    placed = _oriented(replace(drawn, confidence=min(worth / 2, 1.0)).resized((width, height)), a1)
    if out.any():
        edges = {"left": ring[:, 0] < 0, "right": ring[:, 0] > size[0], "upper": ring[:, 1] < 0}
        edges["lower"] = ring[:, 1] > size[1]
        raise VisionError("vision.board.cut_off", edges=tuple(name for name, over in edges.items() if over.any()))
    return placed


def _meant(found: Sequence[Half], a1: Floats | None) -> Half | None:
    """The half with a corner where it was said to be; of several, or without a word, the one that shows best."""

    def off(half: Half) -> float:
        return 0.0 if a1 is None else float(np.linalg.norm(half.ring[[0, 2]] - a1, axis=1).min()) / half.point

    near = [half for half in found if off(half) < MEANT] or sorted((h for h in found if off(h) < FAR), key=off)[:1]
    return max(near, key=lambda half: half.support, default=None)


def _oriented(board: PlacedHalfBoard, a1: tuple[float, float] | None) -> PlacedHalfBoard:
    """The board with its near left corner where it was said to be, or else with its lower side as the near one."""
    turned = board.turned()
    if a1 is not None:
        near = [float(np.hypot(*(one.ring[0] - a1))) for one in (board, turned)]
        return board if near[0] <= near[1] else turned
    lower = board.ring[:2, 1].mean() - board.ring[2:, 1].mean()
    return board if lower >= 0 else turned


def _tapped(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> PlacedHalfBoard:
    ring = np.asarray(corners, float)
    if ring.shape != (4, 2) or not np.isfinite(ring).all():
        raise VisionError("vision.corners.four", corners=" ".join(CORNERS))
    for spot in ring:
        _check_corner((float(spot[0]), float(spot[1])), size)
    steps = np.roll(ring, -1, axis=0) - ring
    after = np.roll(steps, -1, axis=0)
    # Anticlockwise seen from above: with v downwards every turn is negative.
    if (steps[:, 0] * after[:, 1] - steps[:, 1] * after[:, 0] >= 0).any():
        raise VisionError("vision.corners.no_board", corners=" ".join(CORNERS))
    return PlacedHalfBoard(ring, size)


def _check_corner(spot: tuple[float, float], size: tuple[int, int]) -> None:
    if not all(-FAR_OUTSIDE * most <= at <= (1 + FAR_OUTSIDE) * most for at, most in zip(spot, size, strict=True)):
        u, v = (f"{at:.4g}" for at in spot)
        raise VisionError("vision.corner.outside", corner=CORNERS[0], u=u, v=v, width=size[0], height=size[1])
