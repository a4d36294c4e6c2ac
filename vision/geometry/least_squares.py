"""Robust non-linear least squares for a few parameters; SciPy's takes a quarter of a second to load."""

from collections.abc import Callable

import numpy as np

from vision.image import Floats

# Steps for derivatives, as a share of the parameters' own scale.
NEAR = 1e-6
# Damping: at first, and factors after a step that is better or worse.
DAMPING, EASIER, HARDER = 1e-3, 0.2, 8.0
MOST_STEPS, MOST_TRIES = 50, 12
# The search ends with a step that lowers the cost by a smaller share.
SETTLED = 1e-6


def robust_cost(residuals: Floats, far: float) -> float:
    """Return the robust cost: half the sum of squares of small residuals, linear beyond about `far` (soft L1, Triggs et
    al. 2000)."""
    return float(far**2 * (np.sqrt(1 + (residuals / far) ** 2) - 1).sum())


def least_squares(residuals: Callable[[Floats], Floats], scale: Floats, far: float, start: Floats) -> Floats:
    """Minimise the `robust_cost` of the residuals (N) near `start` by the Levenberg-Marquardt method. `scale`: usual
    differences of parameters."""
    found, damping = start, DAMPING
    here = residuals(found)
    cost = robust_cost(here, far)
    for _ in range(MOST_STEPS):
        steps = NEAR * np.diag(scale)
        slopes = np.array([(residuals(found + step) - here) / NEAR for step in steps])
        weighted = slopes / np.sqrt(1 + (here / far) ** 2)
        curve, pull = weighted @ slopes.T, weighted @ here
        for _ in range(MOST_TRIES):
            tried = found - scale * np.linalg.solve(curve + damping * np.diag(np.diag(curve) + 1), pull)
            there = residuals(tried)
            if (reached := robust_cost(there, far)) < cost:
                break
            damping *= HARDER
        else:
            break
        gained, found, here, cost, damping = cost - reached, tried, there, reached, damping * EASIER
        if gained < SETTLED * cost:
            break
    return found
