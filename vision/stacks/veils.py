"""What is put before a stack, or taken from there, changes how that looks though nobody has touched it.

Who compares a stack with how it looked earlier must leave out where other things stand before it now. Where hardly
anything is left of its top, and of the room for a piece on it, nobody can see whether it was touched.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.solids import Solid, extremes, solids
from vision.stacks.crops import HEIGHT, WIDTH, Frame, LocatedBoard
from vision.stacks.in_front import CLEAR

ROOM = "C1"
"""What may be put on a stack needs as much room at least."""


@dataclass(frozen=True)
class Veil:
    """`over`: where in a cell's crop other things stand before it than did (HEIGHT x WIDTH). `shows`: of its top and
    the room for a small on it, as much of it as showed earlier, the share that still shows (0..1),
    1 where none of it did."""

    over: NDArray[np.bool_]
    shows: float


def veil(
    view: LocatedBoard,
    cell: str,
    stack: str,
    frame: Frame,
    fronts: Mapping[str, tuple[str, str]],
    stacking_rise: float,
) -> Veil | None:
    """What has come or gone before a cell that held `stack`. `fronts`: the stacks that stood in cells nearer to the
    camera, and those that stand there now. None where nothing has changed before it. The stacking rise is in mm."""
    changed = [front for front, (then, now) in fronts.items() if then != now]
    now = _filled(view, frame, ((front, fronts[front][1]) for front in changed), stacking_rise)
    over = now | _filled(view, frame, ((front, fronts[front][0]) for front in changed), stacking_rise)
    own = _outline(view, frame, cell, solids(stack, stacking_rise))
    if not (over & own).any():
        return None
    before = _filled(view, frame, ((front, then) for front, (then, _) in fronts.items()), stacking_rise)
    top = _outline(view, frame, cell, solids(stack + ROOM, stacking_rise)[-2:]) & ~before
    return Veil(over, float((top & ~now).sum() / top.sum()) if top.any() else 1.0)


def nearest_first(view: LocatedBoard, cells: Iterable[str]) -> list[str]:
    """Cells in the order of their distance from the camera's foot: each may be hidden by those before it alone."""
    foot = view.camera_centre[:2]

    def distance(cell: str) -> float:
        return float(np.linalg.norm(np.array(view.grid.centre(cell, view.pitch)) - foot))

    return sorted(cells, key=distance)


def _filled(
    view: LocatedBoard, frame: Frame, stacks: Iterable[tuple[str, str]], stacking_rise: float
) -> NDArray[np.bool_]:
    """Where in the crop stacks stand, but for their clear pieces."""
    mask = np.zeros((HEIGHT, WIDTH), np.bool_)
    for cell, stack in stacks:
        standing = [solid for solid in solids(stack, stacking_rise) if solid.colour != CLEAR]
        mask |= _outline(view, frame, cell, standing)
    return mask


def _outline(view: LocatedBoard, frame: Frame, cell: str, standing: Sequence[Solid]) -> NDArray[np.bool_]:
    """Where in the crop pieces that stand in a cell show, if nothing is before them."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    if standing:
        spots = extremes(standing, *view.grid.centre(cell, view.pitch))
        seen = view.project(np.array(spots)) @ frame.to_crop[:, :2].T + frame.to_crop[:, 2]
        hull = cv2.convexHull(seen.astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(np.asarray(hull) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0
