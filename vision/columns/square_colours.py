"""Compares the colours of a bare board's squares with a mask: open squares look alike, and so do closed ones."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.columns.joint_decoding import place_of
from vision.columns.sweep import SIDE
from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    light: float = 14.0  # grey levels; standard deviation of lightness among squares of one kind
    hue: float = 8.0  # the same in each of the two colour axes of LAB
    mottled: float = 0.6  # weight of a square's spread of colours against its median


P: Final = parameters(Parameters)
PER_CELL: Final = 16
Squares = NDArray[np.bool_]
EVERY: Final[Squares] = np.ones((SIDE, SIDE), bool)
RIM: Final = 3
"""Pixels at a square's edge that are left out: lines, and the next square where the pose is slightly off."""


def square_colours(image: Image, view: BoardView) -> Floats:
    """Return features of squares, 10 x 10 (by x, then y) x 6: median and spread of each channel of LAB, in units of the
    usual differences among squares of one kind."""
    side = SIDE * PER_CELL
    ends = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]) * PER_CELL
    # The plane's rows run along x, its columns along y.
    flat = cv2.getPerspectiveTransform(
        view.project(view.ring).astype(np.float32), ends[:, ::-1].astype(np.float32) - np.float32(0.5)
    )
    lab = cv2.cvtColor(np.asarray(cv2.warpPerspective(image, flat, (side, side))), cv2.COLOR_BGR2LAB)
    squares = lab.astype(np.float64).reshape(SIDE, PER_CELL, SIDE, PER_CELL, 3)[:, RIM:-RIM, :, RIM:-RIM]
    pixels = squares.transpose(0, 2, 1, 3, 4).reshape(SIDE, SIDE, -1, 3)
    scale = np.array([P.light, P.hue, P.hue])
    return np.concatenate([np.median(pixels, axis=2) / scale, P.mottled * pixels.std(axis=2) / scale], axis=-1)


def agreeing(colours: Floats, opened: Collection[str], among: Squares = EVERY) -> list[int]:
    """Return the number of some squares whose colours agree with a mask that leaves `opened` open, for the board turned
    by 0, 1, 2 and 3 quarters (see `BoardView.turned`). A square agrees if it is nearer to the median of its own
    kind."""
    mask = np.zeros((SIDE, SIDE), bool)
    for cell in opened:
        mask[place_of(cell)] = True
    return [_agreeing(colours[among], np.rot90(mask, quarter)[among]) for quarter in range(4)]


def _agreeing(colours: Floats, mask: Squares) -> int:
    if mask.all() or not mask.any():
        return mask.size  # no other kind to be nearer to
    from_open, from_closed = (
        np.linalg.norm(colours - np.median(colours[kind], axis=0), axis=-1) for kind in (mask, ~mask)
    )
    return int(((from_open < from_closed) == mask).sum())
