"""Paints plain discs into training data: coins, counters, screws and rubber feet, which to a network look like round
dice."""

import cv2
import numpy as np
from numpy.typing import NDArray


def add_disc(
    rng: np.random.Generator, picture: NDArray[np.uint8], at: tuple[float, float], radius: float
) -> NDArray[np.uint8]:
    """The picture (8 bits, H x W x 3) with a disc of some tone at a place (x, y), both in pixels, at times with a rim
    or a shadow."""
    grey = rng.uniform(20, 235)
    tone = np.clip(grey + rng.normal(0, 12 if rng.random() < 0.7 else 60, 3), 0, 255)
    canvas = picture.astype(np.float32)
    if rng.random() < 0.5:
        off = rng.normal(0, 0.12 * radius, 2)
        shade = _round(picture, (at[0] + off[0], at[1] + off[1]), 1.08 * radius, rng.uniform(0.05, 0.25) * radius)
        canvas *= 1 - rng.uniform(0.1, 0.5) * shade
    lit = tone * (1 + rng.normal(0, 0.15) * np.linspace(-1, 1, picture.shape[0])[:, None, None])
    share = _round(picture, at, radius, rng.uniform(0.4, 2))
    canvas += share * (lit.astype(np.float32) - canvas)
    for _ in range(int(rng.integers(0, 3))):
        # Near the edge only: a dot in the middle would make a one of it.
        inner = _round(picture, at, radius * rng.uniform(0.75, 1), rng.uniform(0.4, 1.5))
        outer = _round(picture, at, radius * rng.uniform(0.75, 1), rng.uniform(0.4, 1.5))
        other = np.clip(tone + rng.normal(0, 40, 3), 0, 255)
        canvas += np.abs(inner - outer) * (other.astype(np.float32) - canvas)
    return np.asarray(np.clip(canvas, 0, 255), np.uint8)


def _round(picture: NDArray[np.uint8], at: tuple[float, float], radius: float, blur: float) -> NDArray[np.float32]:
    """1 within a disc, 0 outside, H x W x 1."""
    mask = np.zeros(picture.shape[:2], np.float32)
    cv2.circle(mask, (round(at[0] * 16), round(at[1] * 16)), round(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(blur, 0.3)), np.float32)[..., None]
