"""Minimises a function of one variable."""

from collections.abc import Callable
from math import sqrt

SHARE = (sqrt(5) - 1) / 2


def least_between(low: float, high: float, close: float, cost: Callable[[float], float]) -> float:
    """Return where a unimodal `cost` is least between `low` and `high`, to within `close`, by golden sections (Kiefer
    1953)."""
    left, right = high - SHARE * (high - low), low + SHARE * (high - low)
    of_left, of_right = cost(left), cost(right)
    while high - low > close:
        if of_left < of_right:
            high, right, of_right = right, left, of_left
            left = high - SHARE * (high - low)
            of_left = cost(left)
        else:
            low, left, of_left = left, right, of_right
            right = low + SHARE * (high - low)
            of_right = cost(right)
    return (low + high) / 2
