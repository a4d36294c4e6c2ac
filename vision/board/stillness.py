"""Whether a board has moved between two pictures, by what is to be seen all over it."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Image

SOFT_PX: Final = 1.2
"""The blur (pixels) under which detail is compared."""
WIDE_PX: Final = 8.0
"""The blur (pixels) by which light is left out: detail is what differs from its mean."""
DARK: Final = 12
"""Grey levels that are added before logarithms are taken, for the sake of dark ones."""
CONTRAST: Final = 250
"""Grey levels of detail for each factor of e."""
PLACES: Final = 2
"""Places along a cell's side that are followed."""
WINDOW: Final = 0.7
"""The side of the windows that are followed, as a share of a cell's."""
AGAIN_PX: Final = 0.3
"""A place counts if it is found again so near (pixels) from where it went."""
TOGETHER_PX: Final = 0.5
"""How near (pixels) a place must go to where the others take it."""
FEWEST: Final = 20
"""So many places must go together."""


def displacement(view: BoardView, before: Image, now: Image) -> NDArray[np.float64] | None:
    """By how many pixels each corner (4 x 2, in the order of its ring) of the board moved in the picture since an
    earlier one in which it lay as `view` has it. For moves of a few pixels.

    That is the affine map on which most places agree; each is followed by optical flow (Lucas & Kanade 1981), there and
    back. None where too few can be followed, or where the pictures are of different sizes.
    """
    if before.shape != now.shape:
        return None
    along, up = (np.arange(PLACES * count + 1) * (view.pitch / PLACES) for count in (view.grid.files, view.grid.ranks))
    seen = view.project(np.array([(x, y, 0.0) for x in along for y in up]))
    side = float(np.median(np.linalg.norm(seen[PLACES:] - seen[:-PLACES], axis=1)))
    window = 2 * max(6, round(WINDOW * side / 2)) + 1
    one, other = _detail(before), _detail(now)
    start = seen.astype(np.float32)
    there = _followed(one, other, start, window)
    again = np.linalg.norm(_followed(other, one, there, window) - start, axis=1) < AGAIN_PX
    if int(again.sum()) < FEWEST:
        return None
    way, together = cv2.estimateAffine2D(start[again], there[again], ransacReprojThreshold=TOGETHER_PX)
    if way is None or int(np.sum(together)) < FEWEST:
        return None
    ring = view.project(view.ring)
    return np.asarray(ring @ way[:, :2].T + way[:, 2] - ring, np.float64)


def _followed(before: Image, now: Image, places: NDArray[np.float32], window: int) -> NDArray[np.float32]:
    """Where places (N x 2) of one picture are in another; NaN where that cannot be told."""
    found, known, _ = cv2.calcOpticalFlowPyrLK(
        before, now, places[:, None], np.zeros_like(places[:, None]), winSize=(window, window), maxLevel=1
    )
    return np.where(np.asarray(known) > 0, np.asarray(found)[:, 0], np.float32(np.nan))


def _detail(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    bright = np.log(cv2.GaussianBlur(grey, (0, 0), SOFT_PX) + DARK)
    return np.clip(127 + CONTRAST * (bright - cv2.GaussianBlur(bright, (0, 0), WIDE_PX)), 0, 255).astype(np.uint8)
