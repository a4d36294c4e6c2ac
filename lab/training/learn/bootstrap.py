"""How sure a difference between two networks is."""

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
CONFIDENCE = 0.95


def paired_interval(
    old: NDArray[np.float64], new: NDArray[np.float64], pictures: NDArray[np.int64], seed: int = 0
) -> tuple[float, float, float]:
    """The mean of new - old over the examples that both have a number for, and its 95 % bootstrap interval (Efron and
    Tibshirani 1993). Whole pictures are drawn, since examples of one are alike; `pictures` tells which they are of."""
    has = np.isfinite(old) & np.isfinite(new)
    _, groups = np.unique(pictures[has], return_inverse=True)
    sums, counts = np.bincount(groups, (new - old)[has]), np.bincount(groups)
    drawn = np.random.default_rng(seed).integers(len(counts), size=(RESAMPLES, len(counts)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(sums.sum() / counts.sum()), float(low), float(high)
