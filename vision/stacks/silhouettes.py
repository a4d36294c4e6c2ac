"""Computes where stacks show in the crop of a cell, and how much of a stack others hide.

What comes or goes before a stack changes how it looks though nobody has touched it. A comparison with an earlier
picture must leave out those pixels. Where hardly anything is left of the top, and of the room for a piece on it, nobody
can see whether the stack was touched.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.solids import corners
from vision.parameters import parameters
from vision.stacks.crops import HEIGHT, WIDTH, Frame, LocatedBoard
from vision.stacks.in_front import CLEAR

SMALL: Final = "C1"
"""The smallest piece that may be put on a stack."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    tallest: int = 14  # letters of the longest stack on which there may be room for one more


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Veil:
    """What has come or gone before a stack."""

    over: NDArray[np.bool_]
    """Pixels of the crop, HEIGHT x WIDTH, where other things stand before the cell than did."""
    shows: float
    """Share (0..1) of its top, with room for a small, that still shows, of what showed earlier; 1 if none of it did."""


def stack_mask(view: LocatedBoard, cell: str, stack: str, frame: Frame, stacking_rise: float) -> NDArray[np.bool_]:
    """Return where in its crop a stack shows, with room for one small on top: HEIGHT x WIDTH. `stacking_rise` in mm."""
    return _mask(view, frame, cell, stack + SMALL if len(stack) <= P.tallest else stack, stacking_rise)


def veil(
    view: LocatedBoard,
    cell: str,
    stack: str,
    frame: Frame,
    fronts: Mapping[str, tuple[str, str]],
    stacking_rise: float,
) -> Veil | None:
    """Return what has come or gone before a cell that held `stack`; None if nothing has.

    `fronts`: of cells nearer to the camera, the stack that stood there and the one that stands there now.
    `stacking_rise` in mm.
    """
    changed = [front for front, (then, now) in fronts.items() if then != now]
    now = _opaque(view, frame, ((front, fronts[front][1]) for front in changed), stacking_rise)
    over = now | _opaque(view, frame, ((front, fronts[front][0]) for front in changed), stacking_rise)
    if not (over & _mask(view, frame, cell, stack, stacking_rise)).any():
        return None
    before = _opaque(view, frame, ((front, then) for front, (then, _) in fronts.items()), stacking_rise)
    top = _mask(view, frame, cell, stack + SMALL, stacking_rise, topmost=2) & ~before
    return Veil(over, float((top & ~now).sum() / top.sum()) if top.any() else 1.0)


def nearest_first(view: LocatedBoard, cells: Iterable[str]) -> list[str]:
    """Order cells by distance from the camera's foot: each may be hidden only by those before it in this order."""
    foot = view.camera_centre[:2]

    def distance(cell: str) -> float:
        return float(np.linalg.norm(np.array(view.grid.centre(cell, view.pitch)) - foot))

    return sorted(cells, key=distance)


def _opaque(
    view: LocatedBoard, frame: Frame, stacks: Iterable[tuple[str, str]], stacking_rise: float
) -> NDArray[np.bool_]:
    """Return where in the crop any of the stacks (cell, stack) stands, without clear pieces."""
    mask = np.zeros((HEIGHT, WIDTH), np.bool_)
    for cell, stack in stacks:
        mask |= _mask(view, frame, cell, stack, stacking_rise, without=CLEAR)
    return mask


def _mask(
    view: LocatedBoard, frame: Frame, cell: str, stack: str, rise: float, *, without: str = "", topmost: int = 0
) -> NDArray[np.bool_]:
    """Return where in the crop a stack shows if nothing is before it; `without` and `topmost` as in `corners`."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    spots = corners(stack, rise, view.grid.centre(cell, view.pitch), without=without, topmost=topmost)
    if spots:
        seen = view.project(np.array(spots)) @ frame.to_crop[:, :2].T + frame.to_crop[:, 2]
        hull = cv2.convexHull(seen.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(np.asarray(hull) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0
