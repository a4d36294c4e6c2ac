"""Locates half a backgammon board in a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.board.rings import cut_off_at
from vision.checkers.halves import Half, halves_in
from vision.checkers.point_ends import ENDS, drawn_onto_ends
from vision.errors import VisionError
from vision.geometry.grid import HALF_BOARD
from vision.geometry.half_board import CORNERS, PlacedHalfBoard
from vision.geometry.tapped import tapped_ring
from vision.image import Floats, Image, size_checked
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    largest: int = 1280  # pixels; longer pictures are reduced
    doubtful: float = 0.85  # 0..2; support up to which a field is in doubt
    missing: float = 0.1  # 0..2; taken off for every end away from where equal points have it: trays are nearly as wide
    meant: float = 1.5  # points' widths; a half is meant if its corner is this near to the stated one
    far: float = 3.0  # points' widths; beyond this none is meant: the other half is another board
    outside: float = 0.03  # share of the picture; a corner may lie this far outside: the rim hides as much
    far_outside: float = 0.1  # share of the picture; the same for a stated corner, which is rough


P: Final = parameters(Parameters)


def find_half_board(
    image: Image,
    a1: tuple[float, float] | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> PlacedHalfBoard:
    """Locate the playing field in a picture (H x W x 3, BGR).

    `a1`: approximate near left corner, pixels; of two halves it chooses the one that is meant. Without it the half that
    shows best is taken, and its lower side in the picture is the near one. `corners`: all four in their order, if
    somebody tapped them.

    Raises VisionError where there is no such field, where it is partly out of the picture, for pictures that are too
    small, and for impossible corners.
    """
    width, height = size_checked(image)
    if a1 is not None:
        _check_corner(a1, (width, height))
    if corners is not None:
        return _tapped(corners, (width, height))
    scale = min(P.largest / max(height, width), 1.0)
    size = round(width * scale), round(height * scale)
    small = image if scale == 1 else np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    near = None if a1 is None else (np.array(a1) + 0.5) * scale - 0.5
    best = _meant([half for half in halves_in(small) if half.support > P.doubtful], near)
    if best is None:
        if cut := cut_off_at(small, HALF_BOARD):
            raise VisionError("vision.board.cut_off", edges=tuple(cut))
        raise VisionError("vision.half_board.none")
    drawn, ends = drawn_onto_ends(small, PlacedHalfBoard(best.ring, size))
    worth = best.support - P.missing * (2 * ENDS - ends)
    if worth < P.doubtful:
        raise VisionError("vision.half_board.none")
    ring = drawn.ring
    out = (ring < -P.outside * np.array(size)) | (ring > (1 + P.outside) * np.array(size))
    placed = _oriented(replace(drawn, confidence=min(worth / 2, 1.0)).resized((width, height)), a1)
    if out.any():
        edges = {"left": ring[:, 0] < 0, "right": ring[:, 0] > size[0], "upper": ring[:, 1] < 0}
        edges["lower"] = ring[:, 1] > size[1]
        raise VisionError("vision.board.cut_off", edges=tuple(name for name, over in edges.items() if over.any()))
    return placed


def _meant(found: Sequence[Half], a1: Floats | None) -> Half | None:
    """Return the half with a corner where it was stated; of several, or without a stated corner, the one that shows
    best."""

    def off(half: Half) -> float:
        return 0.0 if a1 is None else float(np.linalg.norm(half.ring[[0, 2]] - a1, axis=1).min()) / half.point

    near = [half for half in found if off(half) < P.meant] or sorted((h for h in found if off(h) < P.far), key=off)[:1]
    return max(near, key=lambda half: half.support, default=None)


def _oriented(board: PlacedHalfBoard, a1: tuple[float, float] | None) -> PlacedHalfBoard:
    """Turn the board so that the stated corner is the near left one, or its lower side the near one."""
    turned = board.turned()
    if a1 is not None:
        near = [float(np.hypot(*(one.ring[0] - a1))) for one in (board, turned)]
        return board if near[0] <= near[1] else turned
    lower = board.ring[:2, 1].mean() - board.ring[2:, 1].mean()
    return board if lower >= 0 else turned


def _tapped(corners: Sequence[tuple[float, float]], size: tuple[int, int]) -> PlacedHalfBoard:
    ring = tapped_ring(corners, CORNERS)
    for spot in ring:
        _check_corner((float(spot[0]), float(spot[1])), size)
    return PlacedHalfBoard(ring, size)


def _check_corner(spot: tuple[float, float], size: tuple[int, int]) -> None:
    if not all(-P.far_outside * most <= at <= (1 + P.far_outside) * most for at, most in zip(spot, size, strict=True)):
        u, v = (f"{at:.4g}" for at in spot)
        raise VisionError("vision.corner.outside", corner=CORNERS[0], u=u, v=v, width=size[0], height=size[1])
