"""How much a cell's look has changed since an earlier picture of it, and what that says.

Under a still camera an untouched stack looks the same but for noise and light. Two measures tell more than one: by
how many grey levels it differs, light taken out by one gain a channel, and how badly its fine detail goes together with
what it was. Noise is measured on the table itself, as the median over all cells, most of which nobody has touched.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import HEIGHT, WIDTH, Frame, View
from vision.look import Image
from vision.render import cell_centre
from vision.solids import extremes, solids

SOFTENING_PX = 1.3
DETAIL_PX = 6.0
SHARE = 90
TALLEST = 14

# Grey levels by which patches this wide may differ while nothing has moved.
STEADY_PX, STEADY_STEP = 9, 5

# Logarithms of the ratio of a cell's change to the table's noise: mean and spread, untouched and touched. Reflections
# and neighbours make an untouched cell look touched now and then, and a touched one may hardly show.
UNTOUCHED = (-0.1, 0.65)
TOUCHED = (1.4, 0.6)
ODD = 0.02


class Change(NamedTuple):
    """How two crops of a cell differ: grey levels, and 1 - correlation of their fine detail (0..2)."""

    step: float
    detail: float


NONE = Change(0.0, 0.0)
LEAST_NOISE = Change(1.0, 0.005)


def steady(before: Sequence[Image], after: Sequence[Image]) -> bool:
    """Whether all crops show what they showed, but for a sensor's noise."""
    return all(_most_changed(one, other) <= STEADY_STEP for one, other in zip(before, after, strict=True))


def _most_changed(before: Image, after: Image) -> float:
    """Grey levels by which the patch that differs most does, the noise within patches averaged out."""
    changed = cv2.blur(cv2.subtract(after, before, dtype=cv2.CV_16S), (STEADY_PX, STEADY_PX))
    return float(np.abs(changed).max())


def stack_mask(view: View, cell: str, stack: str, frame: Frame) -> NDArray[np.bool_]:
    """Where in its crop a stack shows, with room for one small on top: HEIGHT x WIDTH."""
    standing = solids(stack + "C1" if len(stack) <= TALLEST else stack)
    spots = extremes(standing, *cell_centre(cell, view.pitch))
    seen = view.project(np.array(spots)) @ frame.to_crop[:, :2].T + frame.to_crop[:, 2]
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    hull = cv2.convexHull(seen.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(np.asarray(hull) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def difference(before: Image, after: Image, mask: NDArray[np.bool_]) -> Change:
    """The change in the mask. Of the differences in grey levels, light evened out, the 90th percentile counts."""
    then, now = before.astype(np.float32), after.astype(np.float32)
    if not mask.any():
        return NONE
    gain = (then[mask] * now[mask]).sum(axis=0) / np.maximum((then[mask] ** 2).sum(axis=0), 1.0)
    softened = np.asarray(cv2.GaussianBlur(now - gain * then, (0, 0), SOFTENING_PX))
    step = float(np.percentile(np.abs(softened).max(axis=2)[mask], SHARE))
    one, other = (crop[mask] - np.asarray(cv2.GaussianBlur(crop, (0, 0), DETAIL_PX))[mask] for crop in (then, now))
    together = float((one * other).sum() / np.sqrt((one**2).sum() * (other**2).sum() + 1e-6))
    return Change(step, 1 - together)


def touched_log_odds(changes: Mapping[str, Change]) -> dict[str, float]:
    """For every cell, how much likelier (natural log) its change is for a touched stack than for an untouched."""
    usual = np.median(list(changes.values()), axis=0)
    noise = np.maximum(usual, LEAST_NOISE)
    return {
        cell: _log_odds(float(np.mean(np.log(np.maximum(change, 1e-4) / noise)))) for cell, change in changes.items()
    }


def _log_odds(ratio: float) -> float:
    touched, untouched = _density(ratio, *TOUCHED), _density(ratio, *UNTOUCHED)
    return float(np.log(touched + ODD * untouched) - np.log(untouched + ODD * touched))


def _density(value: float, mean: float, spread: float) -> float:
    # Twice past the touched mean is no less touched than the mean itself, and likewise for stiller than still.
    deviation = (value - mean) / spread
    if (mean == TOUCHED[0] and deviation > 0) or (mean == UNTOUCHED[0] and deviation < 0):
        deviation = 0.0
    return float(np.exp(-0.5 * deviation**2) / spread)
