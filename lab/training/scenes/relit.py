"""Lessons as other cameras under other lamps would show them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats


@dataclass(frozen=True)
class Relight:
    """Gamma, gain a channel, noise, and how channels run into one another; alike for all crops of a picture."""

    gamma: float
    gain: Floats
    grain: float
    mixing: Floats

    @staticmethod
    def random(rng: np.random.Generator) -> "Relight":
        gamma = float(np.exp(rng.normal(0, 0.3)))
        gain = np.exp(rng.normal(0, 0.22) + rng.normal(0, 0.10, 3))
        grain, grey = rng.uniform(0, 0.05), rng.uniform(-0.2, 0.35)
        return Relight(gamma, gain, grain, (1 - grey) * np.eye(3) + grey / 3 + rng.normal(0, 0.03, (3, 3)))

    def show(
        self,
        crops: NDArray[np.uint8],
        out: NDArray[np.float32],
        noise: NDArray[np.float32],
        rng: np.random.Generator,
    ) -> None:
        """Writes crops, N x height x width x 3, to `out`, -1..1, a little brighter or darker than the next picture.
        `noise` is normal and at least twice as long as a crop."""
        bright = self.gain * np.exp(rng.normal(0, 0.04) + rng.normal(0, 0.02, 3))
        levels = np.arange(256)[None, :, None] / 255
        table = (2 * np.clip(levels**self.gamma * bright, 0, 1) - 1).astype(np.float32)
        for crop, shown in zip(crops, out, strict=True):
            start = int(rng.integers(0, crop.size))
            fresh = noise[start : start + crop.size].reshape(crop.shape)
            seen = cv2.scaleAdd(fresh, self.grain, cv2.transform(cv2.LUT(crop, table), self.mixing))
            np.clip(seen, -1, 1, out=shown)
