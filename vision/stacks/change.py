"""How much a cell's look has changed since an earlier picture of it, and what that says.

Under a still camera an untouched stack looks the same but for noise, light, and the reflections and shadows of what
stands around it. Who puts a small on a stack need not move the others: most of it looks the same then, too. So what
counts is where the stack has changed most, and there the structure of what shows (contrast and structure of the
structural similarity, Wang et al. 2004), not its brightness. Noise is measured on the table itself, as the median over
all cells, most of which nobody has touched.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.solids import extremes, solids
from vision.image import Image
from vision.stacks.crops import HEIGHT, WIDTH, Frame, LocatedBoard

STRUCTURE_PX: Final = 2.0
"""The structure is compared within so many crop pixels."""
LEAST_ALIKE: Final = 15
"""The percentile of the structural similarity that counts: where the stack has changed most."""
NO_CONTRAST: Final = 58.5
"""The variance (grey levels squared) below which there is no contrast to compare."""
TALLEST: Final = 14
"""The longest stack (letters) on which there may be room for one more."""
STEADY_PX: Final = 9
"""The side (crop pixels) of the patches by which pictures are compared for noise."""
STEADY_STEP: Final = 5
"""Grey levels by which such patches may differ while nothing has moved."""
LEAST_USUAL: Final = 0.2
"""A change is compared with the usual one of its picture, or with this where that is less."""
NEITHER: Final = 1.1
"""The multiple of the usual change that says neither that a stack was touched nor that it was not."""
TELLS: Final = 2.7
"""How much a change says (nats for each factor of e)."""
LEAST_CHANGE: Final = 0.01
"""The least change says as much as this."""


def steady(before: Sequence[Image], after: Sequence[Image]) -> bool:
    """Whether all crops show what they showed, but for a sensor's noise."""
    return all(_most_changed(one, other) <= STEADY_STEP for one, other in zip(before, after, strict=True))


def _most_changed(before: Image, after: Image) -> float:
    """Grey levels by which the patch that differs most does, the noise within patches averaged out."""
    changed = cv2.blur(cv2.subtract(after, before, dtype=cv2.CV_16S), (STEADY_PX, STEADY_PX))
    return float(np.abs(changed).max())


def stack_mask(view: LocatedBoard, cell: str, stack: str, frame: Frame, stacking_rise: float) -> NDArray[np.bool_]:
    """Where in its crop a stack shows, with room for one small on top: HEIGHT x WIDTH. The set's stacking rise is in
    mm."""
    standing = solids(stack + "C1" if len(stack) <= TALLEST else stack, stacking_rise)
    spots = extremes(standing, *view.grid.centre(cell, view.pitch))
    seen = view.project(np.array(spots)) @ frame.to_crop[:, :2].T + frame.to_crop[:, 2]
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    hull = cv2.convexHull(seen.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(np.asarray(hull) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return mask > 0


def difference(before: Image, after: Image, mask: NDArray[np.bool_]) -> float:
    """How unlike the structure in the mask has become where it has most (0..2)."""
    if not mask.any():
        return 0.0
    then, now = (_grey(crop) for crop in (before, after))
    gain = float((then[mask] * now[mask]).sum() / max(float((then[mask] ** 2).sum()), 1.0))
    then = then * np.float32(gain)
    mean, other = _smooth(then), _smooth(now)
    variances = _smooth(then * then) - mean * mean + _smooth(now * now) - other * other
    together = _smooth(then * now) - mean * other
    alike = (2 * together + NO_CONTRAST) / (variances + NO_CONTRAST)
    return 1 - float(np.percentile(alike[mask], LEAST_ALIKE))


def touched_log_odds(differences: Mapping[str, float]) -> dict[str, float]:
    """For every cell, how much likelier (natural log) its change is for a touched stack than for an untouched."""
    usual = max(float(np.median(list(differences.values()))), LEAST_USUAL)
    return {
        cell: TELLS * float(np.log(max(change, LEAST_CHANGE) / usual / NEITHER)) for cell, change in differences.items()
    }


def _grey(crop: Image) -> NDArray[np.float32]:
    return np.asarray(crop.mean(axis=2, dtype=np.float32), np.float32)


def _smooth(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), STRUCTURE_PX), np.float32)
