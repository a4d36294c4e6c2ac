"""Measures whether a board has moved between two pictures, by detail all over it."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    soft_px: float = 1.2  # pixels; blur under which detail is compared
    wide_px: float = 8.0  # pixels; blur whose result is subtracted, which removes light
    dark: int = 12  # grey levels added before logarithms, so that dark pixels do not dominate
    contrast: int = 250  # grey levels of detail for each factor of e
    places: int = 2  # places followed along a cell's side
    window: float = 0.7  # cells; side of the windows followed
    again_px: float = 0.3  # pixels; a place counts if tracking it back ends this near to its start
    together_px: float = 0.5  # pixels; largest distance of a place from where the others' motion takes it
    fewest: int = 20  # places that must move together


P: Final = parameters(Parameters)


def displacement(view: BoardView, before: Image, now: Image) -> NDArray[np.float64] | None:
    """Return by how many pixels each corner (4 x 2, in the order of the ring) of the board has moved since an earlier
    picture in which it lay at `view`. For moves of a few pixels.

    Fits the affine map on which most places agree; each is followed by optical flow (Lucas & Kanade 1981), forwards and
    back. None where too few can be followed, or where the pictures differ in size.
    """
    if before.shape != now.shape:
        return None
    along, up = (
        np.arange(P.places * count + 1) * (view.pitch / P.places) for count in (view.grid.files, view.grid.ranks)
    )
    seen = view.project(np.array([(x, y, 0.0) for x in along for y in up]))
    side = float(np.median(np.linalg.norm(seen[P.places :] - seen[: -P.places], axis=1)))
    window = 2 * max(6, round(P.window * side / 2)) + 1
    one, other = _detail(before), _detail(now)
    start = seen.astype(np.float32)
    there = _followed(one, other, start, window)
    again = np.linalg.norm(_followed(other, one, there, window) - start, axis=1) < P.again_px
    if int(again.sum()) < P.fewest:
        return None
    way, together = cv2.estimateAffine2D(start[again], there[again], ransacReprojThreshold=P.together_px)
    if way is None or int(np.sum(together)) < P.fewest:
        return None
    ring = view.project(view.ring)
    return np.asarray(ring @ way[:, :2].T + way[:, 2] - ring, np.float64)


def _followed(before: Image, now: Image, places: NDArray[np.float32], window: int) -> NDArray[np.float32]:
    """Follow places (N x 2) from one picture to another; NaN where that fails."""
    found, known, _ = cv2.calcOpticalFlowPyrLK(
        before, now, places[:, None], np.zeros_like(places[:, None]), winSize=(window, window), maxLevel=1
    )
    return np.where(np.asarray(known) > 0, np.asarray(found)[:, 0], np.float32(np.nan))


def _detail(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    bright = np.log(cv2.GaussianBlur(grey, (0, 0), P.soft_px) + P.dark)
    return np.clip(127 + P.contrast * (bright - cv2.GaussianBlur(bright, (0, 0), P.wide_px)), 0, 255).astype(np.uint8)
