"""How far reported confidence may be relied on (Guo et al. 2017, arXiv 1706.04599)."""

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

SURE = (0.9, 0.97)
BINS = (0.0, 0.5, 0.7, 0.9, 0.97, 0.99, 1.0001)


def print_reliability(told: Iterable[tuple[float, bool]]) -> None:
    """Prints stated confidence (0..1) against the share that was right, the expected calibration error, and how much of
    what is reported most confidently is wrong."""
    pairs = np.array([(confidence, right) for confidence, right in told], float).reshape(-1, 2)
    print("reported confidence     count   mean %  right %")
    error = 0.0
    for low, high in pairwise(BINS):
        inside = pairs[(low <= pairs[:, 0]) & (pairs[:, 0] < high)]
        if len(inside):
            said, right = 100 * inside.mean(axis=0)
            error += len(inside) / len(pairs) * abs(said - right)
            print(f"{low:8.2f} to {min(high, 1):4.2f} {len(inside):14} {said:8.1f} {right:8.1f}")
    print(f"expected calibration error {error:.1f} %")
    for least in SURE:
        sure = pairs[pairs[:, 0] >= least, 1]
        print(f"at {least} or more: {100 * (1 - sure).sum() / max(len(sure), 1):.2f} % of {len(sure)} wrong")
