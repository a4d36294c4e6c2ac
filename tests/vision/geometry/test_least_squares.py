"""Least squares: the same as SciPy finds."""

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.geometry.least_squares import least_squares, robust_cost


@given(st.integers(0, 2**32 - 1), st.integers(1, 8))
@settings(max_examples=40)
def test_what_scipy_finds(seed: int, size: int) -> None:
    rng = np.random.default_rng(seed)
    scale = 10.0 ** rng.uniform(-2, 1, size)
    design, truth = rng.normal(0, 1, (6 * size, size)) / scale, scale * rng.normal(0, 1, size)
    noise = rng.normal(0, 0.3, len(design))
    noise[:: 2 + size] += 25

    def residuals(parameters: np.ndarray) -> np.ndarray:
        return np.asarray(design @ (parameters - truth) + 0.1 * np.sin(design @ (parameters - truth)) + noise)

    wanted = scipy.optimize.least_squares(residuals, np.zeros(size), loss="soft_l1", f_scale=2.0, x_scale=scale)
    found = least_squares(residuals, scale, 2.0, np.zeros(size))
    assert robust_cost(residuals(found), 2.0) == pytest.approx(wanted.cost, rel=1e-3)


def test_a_parameter_that_nothing_tells_of_stays() -> None:
    found = least_squares(lambda x: np.array([x[0] - 3.0, 2 * x[0] - 6.0]), np.ones(2), 1.0, np.array([0.0, 7.0]))
    assert found == pytest.approx([3.0, 7.0], abs=1e-4)
