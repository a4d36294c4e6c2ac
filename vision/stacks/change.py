"""Measures how a cell has changed since an earlier picture, and what that says.

Under a still camera an untouched stack looks the same except for noise, light, and reflections and shadows of its
neighbours. A small put on a stack leaves most of it as it was. So what counts is where the stack has changed most, and
there the structure (contrast and structure of the structural similarity, Wang et al. 2004), not the brightness. The
noise level is measured on the table itself, as the median over all cells, most of which are untouched.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    structure_px: float = 2.0  # crop pixels; neighbourhood in which the structure is compared
    least_alike: int = 15  # percentile of similarity that is used: where the stack has changed most
    no_contrast: float = 58.5  # grey levels squared; variance below which there is no structure to compare
    steady_px: int = 9  # crop pixels; side of the patches averaged to remove noise
    steady_step: int = 5  # grey levels; patches differ less while nothing has moved
    least_usual: float = 0.2  # lower bound of the noise level
    neither: float = 1.1  # multiple of the noise level that speaks neither for a touch nor against it
    tells: float = 2.7  # nats for each factor of e in the change
    least_change: float = 0.01  # lower bound of a change


P: Final = parameters(Parameters)


def steady(before: Sequence[Image], after: Sequence[Image]) -> bool:
    """Return True if all crops show the same except for sensor noise."""
    return all(_most_changed(one, other) <= P.steady_step for one, other in zip(before, after, strict=True))


def _most_changed(before: Image, after: Image) -> float:
    """Return the largest difference of a patch in grey levels, with noise averaged out."""
    changed = cv2.blur(cv2.subtract(after, before, dtype=cv2.CV_16S), (P.steady_px, P.steady_px))
    return float(np.abs(changed).max())


def difference(before: Image, after: Image, mask: NDArray[np.bool_]) -> float:
    """Return the dissimilarity (0..2) of the structure in the mask where it has changed most."""
    if not mask.any():
        return 0.0
    then, now = (_grey(crop) for crop in (before, after))
    gain = float((then[mask] * now[mask]).sum() / max(float((then[mask] ** 2).sum()), 1.0))
    then = then * np.float32(gain)
    mean, other = _smooth(then), _smooth(now)
    variances = _smooth(then * then) - mean * mean + _smooth(now * now) - other * other
    together = _smooth(then * now) - mean * other
    alike = (2 * together + P.no_contrast) / (variances + P.no_contrast)
    return 1 - float(np.percentile(alike[mask], P.least_alike))


def touched_log_odds(differences: Mapping[str, float]) -> dict[str, float]:
    """Return for every cell the log-odds (natural) of its change for a touched against an untouched stack."""
    usual = max(float(np.median(list(differences.values()))), P.least_usual)
    return {
        cell: P.tells * float(np.log(max(change, P.least_change) / usual / P.neither))
        for cell, change in differences.items()
    }


def _grey(crop: Image) -> NDArray[np.float32]:
    return np.asarray(crop.mean(axis=2, dtype=np.float32), np.float32)


def _smooth(values: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.GaussianBlur(values, (0, 0), P.structure_px), np.float32)
