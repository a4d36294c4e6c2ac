"""Computes how much of each cell's stack is visible behind the stacks in front of it.

The table is drawn into the camera from front to back with its true heights, which gives the pixels of each stack. Clear
pieces hide nothing. What lies outside the picture is hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.solids import corners
from vision.image import Floats
from vision.parameters import parameters

CLEAR: Final = "C"
"""Colour that one sees through."""
BARE: Final = "C3"
"""Stack whose outline stands for an empty place."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    width: int = 480  # pixels; width of the picture in which outlines are drawn
    around: int = 120  # pixels around that picture, for outlines that reach out of it


P: Final = parameters(Parameters)
STEP: Final = 16
"""Subpixels of outlines."""


def shown_shares(view: BoardView, stacks: Mapping[str, str], stacking_rise: float) -> dict[str, float]:
    """Return the share (0..1) of every stack's outline that lies in the picture with nothing in front of it;
    `stacking_rise` in mm."""
    scale = P.width / view.camera.size[0]
    height = round(view.camera.size[1] * scale)
    taken = np.ones((height + 2 * P.around, P.width + 2 * P.around), np.uint8)
    taken[P.around : -P.around, P.around : -P.around] = 0
    foot = view.camera_centre[:2]
    order = sorted(stacks, key=lambda cell: float(np.linalg.norm(np.array(view.cell_centre(cell)) - foot)))
    shares = {}
    for cell in order:
        own, hides = np.zeros_like(taken), np.zeros_like(taken)
        _fill(own, scale * _outline(view, cell, stacks[cell] or BARE, stacking_rise) + P.around)
        _fill(hides, scale * _outline(view, cell, stacks[cell], stacking_rise, CLEAR) + P.around)
        whole = cv2.countNonZero(own)
        shares[cell] = 1 - cv2.countNonZero(own & taken) / whole if whole else 0.0
        taken |= hides
    return shares


def _outline(view: BoardView, cell: str, stack: str, stacking_rise: float, without: str = "") -> Floats:
    """Return the hull of a stack's pieces, without those of one colour, N x 2 pixels."""
    ends = corners(stack, stacking_rise, view.cell_centre(cell), without=without)
    if not ends:
        return np.empty((0, 2))
    spots = view.project(np.array(ends))
    return np.asarray(cv2.convexHull(spots.astype(np.float32)), float)[:, 0]


def _fill(mask: NDArray[np.uint8], hull: Floats) -> None:
    if len(hull):
        cv2.fillConvexPoly(mask, np.round(hull * STEP).astype(np.int32), 1, cv2.LINE_8, STEP.bit_length() - 1)
