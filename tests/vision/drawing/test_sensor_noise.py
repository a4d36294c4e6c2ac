"""Noise that costs little looks as a sensor's does."""

import numpy as np
import pytest

from vision.drawing.sensor_noise import SensorNoise

GREY = np.full((120, 160, 3), 90, np.uint8)


@pytest.mark.parametrize("grey", [True, False])
def test_it_is_as_strong_as_asked_and_another_in_each_picture(grey: bool) -> None:
    noise = SensorNoise(3.0, grey=grey)
    one, other = noise.on(GREY).astype(float), noise.on(GREY).astype(float)
    assert one.std() == pytest.approx(3.0, rel=0.1)
    assert one.mean() == pytest.approx(90, abs=0.3)
    assert (one - other).std() == pytest.approx(3.0 * np.sqrt(2), rel=0.1)
    assert bool((one[..., 0] == one[..., 1]).all()) == grey


def test_nothing_is_darker_than_black_or_lighter_than_white() -> None:
    noise = SensorNoise(3.0)
    for level in (0, 255):
        shown = noise.on(np.full((50, 70, 3), level, np.uint8)).astype(int)
        assert abs(shown - level).max() < 20
