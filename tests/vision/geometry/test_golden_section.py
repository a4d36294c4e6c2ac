"""The least of a function of one number, as SciPy finds it."""

from math import cosh

import pytest
import scipy

from vision.geometry.golden_section import least_between


@pytest.mark.parametrize("at", [26.0, 26.3, 31.7, 39.99, 40.0])
def test_the_least_is_where_scipy_finds_it(at: float) -> None:
    def cost(x: float) -> float:
        return cosh(x - at) + abs(x - at)

    found = least_between(26, 40, 0.01, cost)
    wanted = scipy.optimize.minimize_scalar(cost, bounds=(26, 40), method="bounded", options={"xatol": 1e-4}).x
    assert found == pytest.approx(wanted, abs=0.01)


def test_it_is_asked_for_seldom() -> None:
    asked: list[float] = []
    least_between(26, 40, 0.01, lambda x: asked.append(x) or (x - 30) ** 2)
    assert len(asked) < 20
