"""What of each cell's stack shows past the stacks that stand before it.

Read front to back: what a table holds, drawn into the camera with its true heights, says which pixels of a cell's crop
are its own. Clear pieces hide nothing; whoever looks through them sees what is behind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.solids import extremes, solids
from vision.image import Floats
from vision.stacks.crops import HEIGHT, WIDTH, Frame

CLEAR: Final = "C"
"""The colour through which one sees what is behind."""
EDGE_PX: Final = 1
"""So many crop pixels around what hides are nobody's."""
STEP: Final = 16
"""Outlines are drawn to so many parts of a pixel."""


@dataclass(frozen=True)
class Shown:
    """What of a cell's stack shows: its `share` of the outline (0..1), and where in the crop others stand before it
    (HEIGHT x WIDTH)."""

    share: float
    hidden: NDArray[np.bool_]


def shown(
    view: BoardView, table: Mapping[str, str], stacking_rise: float, frames: Mapping[str, Frame]
) -> dict[str, Shown]:
    """What shows of the stacks of a `table`, in the crops that `frames` cut; its set's stacking rise is in mm. An
    empty place counts as if a bare large stood there."""
    hulls = {cell: _outline(view, cell, stack or f"{CLEAR}3", stacking_rise) for cell, stack in table.items()}
    solid = {cell: _outline(view, cell, stack, stacking_rise, CLEAR) for cell, stack in table.items()}
    foot = view.camera_centre[:2]
    order = sorted(table, key=lambda cell: float(np.linalg.norm(np.array(view.cell_centre(cell)) - foot)))
    found = {}
    for place, cell in enumerate(order):
        way = frames[cell].to_crop
        before = [solid[other] for other in order[:place]]
        found[cell] = _shown(hulls[cell], [hull for hull in before if hull is not None], way)
    return found


def _shown(own: Floats | None, before: Sequence[Floats], way: Floats) -> Shown:
    outline, hidden = np.zeros((HEIGHT, WIDTH), np.uint8), np.zeros((HEIGHT, WIDTH), np.uint8)
    if own is not None:
        _fill(outline, own, way)
    for hull in before:
        _fill(hidden, hull, way)
    if not hidden.any():
        return Shown(1.0, hidden > 0)
    grown = np.asarray(cv2.dilate(hidden, np.ones((2 * EDGE_PX + 1, 2 * EDGE_PX + 1), np.uint8))) > 0
    of = int(outline.sum())
    return Shown(1 - float((outline & hidden).sum()) / of if of else 1.0, grown)


def _outline(view: BoardView, cell: str, stack: str, stacking_rise: float, but: str = "") -> Floats | None:
    """The hull of a stack's pieces, but for those of one colour, N x 2 pixels; None where there are none."""
    standing = [solid for solid in solids(stack, stacking_rise) if solid.colour != but]
    if not standing:
        return None
    spots = view.project(np.array(extremes(standing, *view.cell_centre(cell))))
    return np.asarray(cv2.convexHull(spots.astype(np.float32)), float)[:, 0]


def _fill(mask: NDArray[np.uint8], hull: Floats, way: Floats) -> None:
    """Fills a hull (N x 2 picture pixels) in a crop."""
    spots = hull @ way[:, :2].T + way[:, 2]
    low, high = spots.min(axis=0), spots.max(axis=0)
    if (high < 0).any() or (low > (mask.shape[1], mask.shape[0])).any():
        return
    cv2.fillConvexPoly(mask, np.round(spots * STEP).astype(np.int32), 1, cv2.LINE_8, STEP.bit_length() - 1)
