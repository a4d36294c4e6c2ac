"""How much a cell's look has changed since an earlier picture of it, and what that says.

Under a still camera an untouched stack looks the same but for noise and light. The light is taken out by one gain a
channel; noise is measured on the table itself, as the median over all cells, most of which nobody has touched.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import HEIGHT, WIDTH, Frame, View
from vision.look import Image
from vision.render import cell_centre
from vision.solids import solids

SOFTENING_PX = 2.7
SHARE = 90
LEAST_NOISE = 1.0
TALLEST = 14

# Grey levels by which patches this wide may differ while nothing has moved.
STEADY_PX, STEADY_STEP = 9, 5

# Logarithms of the ratio of a cell's change to the table's noise: mean and spread, untouched and touched. Reflections
# and neighbours make an untouched cell look touched now and then, and a touched one may hardly show.
UNTOUCHED = (0.1, 0.42)
TOUCHED = (1.35, 0.5)
ODD = 0.015


def steady(before: Sequence[Image], after: Sequence[Image]) -> bool:
    """Whether all crops show what they showed, but for a sensor's noise."""
    return all(_most_changed(one, other) <= STEADY_STEP for one, other in zip(before, after, strict=True))


def _most_changed(before: Image, after: Image) -> float:
    """Grey levels by which the patch that differs most does, the noise within patches averaged out."""
    changed = cv2.blur(cv2.subtract(after, before, dtype=cv2.CV_16S), (STEADY_PX, STEADY_PX))
    return float(np.abs(changed).max())


def stack_mask(view: View, cell: str, stack: str, frame: Frame) -> NDArray[np.bool_]:
    """Where in its crop a stack shows, with room for one small on top: HEIGHT x WIDTH."""
    x, y = cell_centre(cell, view.pitch)
    spots = []
    for solid in solids(stack + "C1" if len(stack) <= TALLEST else stack):
        half = solid.base / 2
        spots += [(x + sx * half, y + sy * half, solid.foot) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        spots.append((x, y, solid.apex))
    seen = view.project(np.array(spots)) @ frame.to_crop[:, :2].T + frame.to_crop[:, 2]
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    hull = cv2.convexHull(seen.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(np.asarray(hull) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def difference(before: Image, after: Image, mask: NDArray[np.bool_]) -> float:
    """Grey levels by which two crops of one cell differ in the mask, light evened out: the 90th percentile."""
    then, now = before.astype(np.float32), after.astype(np.float32)
    if not mask.any():
        return 0.0
    gain = (then[mask] * now[mask]).sum(axis=0) / np.maximum((then[mask] ** 2).sum(axis=0), 1.0)
    softened = np.asarray(cv2.GaussianBlur(now - gain * then, (0, 0), SOFTENING_PX))
    return float(np.percentile(np.abs(softened).max(axis=2)[mask], SHARE))


def touched_log_odds(differences: Mapping[str, float]) -> dict[str, float]:
    """For every cell, how much likelier (natural log) its difference is for a touched stack than for an untouched."""
    noise = max(float(np.median(list(differences.values()))), LEAST_NOISE)
    return {cell: _log_odds(np.log(max(value, 1e-3) / noise)) for cell, value in differences.items()}


def _log_odds(ratio: float) -> float:
    touched, untouched = _density(ratio, *TOUCHED), _density(ratio, *UNTOUCHED)
    return float(np.log(touched + ODD * untouched) - np.log(untouched + ODD * touched))


def _density(value: float, mean: float, spread: float) -> float:
    # Twice past the touched mean is no less touched than the mean itself, and likewise for stiller than still.
    deviation = (value - mean) / spread
    if (mean == TOUCHED[0] and deviation > 0) or (mean == UNTOUCHED[0] and deviation < 0):
        deviation = 0.0
    return float(np.exp(-0.5 * deviation**2) / spread)
