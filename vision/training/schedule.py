"""How fast networks learn over the time they have."""

import math

from torch.optim import Optimizer


def set_rate(optimiser: Optimizer, rate: float, warm: float, spent: float) -> None:
    """`rate`, a part of it while `warm` is below 1, and down to nothing along a cosine as `spent` goes from 0 to 1
    (Loshchilov and Hutter 2017, without restarts)."""
    for group in optimiser.param_groups:
        group["lr"] = rate * min(1.0, warm) * (0.5 + 0.5 * math.cos(math.pi * spent))
