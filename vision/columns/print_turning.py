"""Finds which way a turntable stands by the print of its mask: lettering, colours and wear look alike in every picture,
whereas the outline of a mask may look the same from all four sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.columns.joint_decoding import place_of
from vision.columns.sweep import CUBE, SIDE
from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    fine: float = 0.8  # squares; brightness is compared less its mean over about this distance
    clip: float = 0.5  # log; brightness beyond this from its surroundings counts as this: glints
    steps: int = 30  # rounds of aligning
    blur: int = 5  # pixels; side of the filter by which pictures are aligned
    farthest: float = 0.8  # squares; an alignment that moves a corner farther is none
    margin: float = 0.4  # squares at the board's edge that are not compared: it looks alike from all four sides
    beside: float = 0.12  # squares by which a column hides more on every side: poses are inexact
    least: float = 0.15  # share of the board that must show
    near: float = 0.2  # correlation by which a turn may look less alike than the best and is aligned, too


P: Final = parameters(Parameters)
PER_CELL: Final = 14
RIM: Final = 0.25
"""Squares around the board by which it is aligned, too."""
PIXELS: Final = round((SIDE + 2 * RIM) * PER_CELL)
MOST: Final = 50.0
"""Longest shadow, of what is as high as the camera, in heights."""

Mask = NDArray[np.bool_]


class BoardPrint:
    """The look of a bare board, learnt from a picture."""

    def __init__(self, image: Image, view: BoardView) -> None:
        flat = _flattened(image, view)
        self._grey, self._bright = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)), tints(flat)[..., 0]

    def alike(self, image: Image, view: BoardView, columns: Mapping[str, str]) -> Floats:
        """Return how much the board in a picture looks like this one (-1..1), turned by 0, 1, 2 and 3 quarters (see
        `BoardView.turned`). `columns`: those believed to stand on it; what they hide is left out."""
        flat = _flattened(image, view)
        turned = [
            (np.ascontiguousarray(np.rot90(flat, -quarter)), ~behind(columns, view.turned(quarter)))
            for quarter in range(4)
        ]
        found = np.array([self._alike(*each) for each in turned])
        # Aligning is dear, and brings much only where the turn is right.
        for quarter in np.flatnonzero(found >= found.max() - P.near):
            found[quarter] = max(found[quarter], self._alike(*self._aligned(*turned[quarter])))
        return found

    def _alike(self, flat: Image, shows: Mask) -> float:
        if shows.mean() < P.least:
            return 0.0
        inner = np.asarray(cv2.erode(shows.astype(np.uint8), np.ones((3, 3)))) > 0
        edge = round((RIM + P.margin) * PER_CELL)
        inside = (slice(edge, -edge),) * 2
        fine = _fine((self._bright, tints(flat)[..., 0]), shows)
        ours, theirs = (bright[inside][inner[inside]] for bright in fine)
        return _correlated(ours, theirs)

    def _aligned(self, flat: Image, shows: Mask) -> tuple[Image, Mask]:
        """Return a flattened board and what shows of it, moved onto this one; unmoved where they fit nowhere near."""
        grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY))
        stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, P.steps, 1e-5)
        start, mask = np.eye(3, dtype=np.float32), shows.astype(np.uint8)
        try:
            _, found = cv2.findTransformECC(self._grey, grey, start, cv2.MOTION_HOMOGRAPHY, stop, mask * 255, P.blur)
        except cv2.error:
            return flat, shows
        ends = (np.array([[[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]]], np.float32) + RIM) * PER_CELL
        if np.abs(cv2.perspectiveTransform(ends, found) - ends).max() > P.farthest * PER_CELL:
            return flat, shows
        size, how = (PIXELS, PIXELS), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        moved = cv2.warpPerspective(flat, found, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(moved, np.uint8), np.asarray(cv2.warpPerspective(mask, found, size, flags=how)) > 0


def behind(columns: Mapping[str, str], view: BoardView) -> Mask:
    """Return which pixels of the flattened board columns (letters bottom to top) hide."""
    mask = np.zeros((PIXELS, PIXELS), np.uint8)
    eye = view.camera_centre / view.pitch
    for cell, column in columns.items():
        if not column:
            continue
        x, y = place_of(cell)
        ends = [-P.beside, 1 + P.beside]
        corners = np.array([[x + dx, y + dy, z] for dx in ends for dy in ends for z in (0, len(column) * CUBE)])
        reach = eye[2] / np.maximum(eye[2] - corners[:, 2], eye[2] / MOST)
        spots = (eye + (corners - eye) * reach[:, None])[:, 1::-1]
        hull = cv2.convexHull(((spots + RIM) * PER_CELL).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask > 0


def _flattened(image: Image, view: BoardView) -> Image:
    """Return the board and its rim seen square from above: rows along x, columns along y."""
    middles = (np.arange(PIXELS) + 0.5) / PER_CELL - RIM
    x, y = np.meshgrid(middles, middles, indexing="ij")
    spots = view.project(np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3) * view.pitch)
    at = spots.astype(np.float32).reshape(PIXELS, PIXELS, 2)
    area = abs(cv2.contourArea(view.project(view.ring).astype(np.float32)))
    scale = float(np.sqrt(area)) / (SIDE * PER_CELL)
    soft = cv2.GaussianBlur(image, (0, 0), 0.45 * scale) if scale > 1.1 else image
    flat = cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _fine(every: Sequence[Floats], shows: Mask) -> list[Floats]:
    """Return brightnesses less their means over the surroundings that show."""
    weight = shows.astype(np.float32)
    spread = P.fine * PER_CELL
    weights = cv2.GaussianBlur(weight, (0, 0), spread) + 1e-3
    around = [cv2.GaussianBlur(bright * weight, (0, 0), spread) / weights for bright in every]
    return [np.clip(bright - mean, -P.clip, P.clip) for bright, mean in zip(every, around, strict=True)]


def _correlated(one: Floats, other: Floats) -> float:
    """Return the correlation of two rows of numbers, 0 where one of them is even."""
    one, other = one - one.mean(), other - other.mean()
    return float((one * other).sum() / (np.sqrt((one * one).sum() * (other * other).sum()) + 1e-9))
