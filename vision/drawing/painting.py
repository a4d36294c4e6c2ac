"""Brushes: polygons, lines and dots over a picture in linear light, and what all that is drawn by."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Canvas = NDArray[np.float32]
Rgb = tuple[float, float, float]
Projection = Callable[[Points], Points]

FAR_PX = 1e5


@dataclass(frozen=True)
class Light:
    """One key light from `direction` (unit vector, board frame), a sky, and their colour."""

    direction: tuple[float, float, float] = (0.3, 0.4, 0.866)
    key: float = 0.7
    sky: float = 0.5
    colour: Rgb = (1.0, 1.0, 1.0)
    shadow: float = 0.35


USUAL_LIGHT = Light()


def in_reach(pixels: Points) -> bool:
    """Not thrown to infinity, as points in the camera's own plane are."""
    return bool(np.isfinite(pixels).all() and np.abs(pixels).max() < FAR_PX)


def paint(canvas: Canvas, outline: Points, colour: Rgb, shade: float) -> None:
    blend(canvas, outline, np.zeros(3), np.asarray(colour) * shade)


def blend(
    canvas: Canvas,
    outline: Points,
    through: Points,
    glow: Points,
    *,
    blur: int = 0,
    mottle: float = 0.0,
    noise: np.random.Generator | None = None,
) -> None:
    """Replace what is inside the outline by (what was there) x through + glow."""
    if not in_reach(outline):
        return
    height, width = canvas.shape[:2]
    margin = 2 + 2 * blur
    low = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0)
    high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + margin + 1, (width, height))
    if (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(mask, [np.round((outline - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if blur:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    cover = (mask.astype(np.float32) / 255)[..., None]
    part = canvas[low[1] : high[1], low[0] : high[0]]
    fresh = part * through.astype(np.float32) + glow.astype(np.float32)
    if mottle > 0 and noise is not None:
        coarse = noise.uniform(1 - mottle, 1 + mottle, (5, 4)).astype(np.float32)
        fresh = fresh * np.asarray(cv2.resize(coarse, part.shape[1::-1], interpolation=cv2.INTER_CUBIC))[..., None]
    part += cover * (fresh - part)


def stroke(canvas: Canvas, a: Points, b: Points, colour: Points, strength: float) -> None:
    """A thin line, `strength` 0..1 over what is there."""
    ends = np.array([a, b])
    if not in_reach(ends):
        return
    height, width = canvas.shape[:2]
    low = np.maximum(np.floor(ends.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(ends.max(axis=0)).astype(int) + 3, (width, height))
    if strength <= 0 or (high <= low).any():
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    p, q = (np.round((e - low) * 16).astype(int).tolist() for e in ends)
    cv2.line(mask, p, q, 255, 1, cv2.LINE_AA, 4)
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part += (mask.astype(np.float32) / 255 * strength)[..., None] * (colour.astype(np.float32) - part)


def dot(canvas: Canvas, u: float, v: float, radius: float, colour: Points, strength: float) -> None:
    if not in_reach(np.array([u, v, radius])):
        return
    height, width = canvas.shape[:2]
    reach = int(radius) + 2
    x0, y0 = max(int(u) - reach, 0), max(int(v) - reach, 0)
    x1, y1 = min(int(u) + reach + 1, width), min(int(v) + reach + 1, height)
    if strength <= 0 or x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.circle(mask, (int((u - x0) * 16), int((v - y0) * 16)), max(int(radius * 16), 4), 255, -1, cv2.LINE_AA, 4)
    part = canvas[y0:y1, x0:x1]
    part += (mask.astype(np.float32) / 255 * strength)[..., None] * (colour.astype(np.float32) - part)
