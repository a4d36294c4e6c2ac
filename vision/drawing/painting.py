"""Brushes for pictures in linear light: polygons, lines and dots."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

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
    """A key light from `direction` (unit vector, board frame), a sky, and their colour."""

    direction: tuple[float, float, float] = (0.3, 0.4, 0.866)
    key: float = 0.7
    sky: float = 0.5
    colour: Rgb = (1.0, 1.0, 1.0)
    shadow: float = 0.35


USUAL_LIGHT = Light()


def in_reach(pixels: Points) -> bool:
    """Return True for pixels that are not thrown to infinity, as points in the camera's own plane are."""
    return bool(np.isfinite(pixels).all() and np.abs(pixels).max() < FAR_PX)


def _window(canvas: Canvas, pixels: Points, margin: int) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of the part of a canvas around pixels; None if there is none, or none in
    reach."""
    (least_u, least_v), (most_u, most_v) = pixels.min(axis=0).tolist(), pixels.max(axis=0).tolist()
    # Comparisons with NaN are false.
    if not (-FAR_PX < least_u <= most_u < FAR_PX and -FAR_PX < least_v <= most_v < FAR_PX):
        return None
    height, width = canvas.shape[:2]
    left, top = max(floor(least_u) - margin, 0), max(floor(least_v) - margin, 0)
    right, bottom = min(ceil(most_u) + margin + 1, width), min(ceil(most_v) + margin + 1, height)
    return (left, top, right, bottom) if right > left and bottom > top else None


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
    box = _window(canvas, outline, 2 + 2 * blur)
    if box is None:
        return
    left, top, right, bottom = box
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillPoly(mask, [np.round((outline - (left, top)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if blur:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    # NumPy is several times as fast along whole rows as by threes.
    width = right - left
    part = _rows(canvas)[top:bottom, 3 * left : 3 * right]
    fresh = part * np.tile(through.astype(np.float32), width)
    fresh += np.tile(glow.astype(np.float32), width)
    if mottle > 0 and noise is not None:
        coarse = noise.uniform(1 - mottle, 1 + mottle, (5, 4)).astype(np.float32)
        fresh *= _thrice(cv2.resize(coarse, (width, bottom - top), interpolation=cv2.INTER_CUBIC))
    fresh -= part
    fresh *= _thrice(mask) / np.float32(255)
    part += fresh


def _rows(canvas: Canvas) -> NDArray[np.float32]:
    """Return the same pixels, height x 3 width."""
    rows = canvas.view()
    rows.shape = (canvas.shape[0], -1)
    return rows


def _thrice(plane: cv2.typing.MatLike) -> NDArray[Any]:
    """Repeat a number a pixel, H x W, for each of its channels, H x 3 W."""
    return np.asarray(cv2.merge((plane, plane, plane))).reshape(len(plane), -1)


def stroke(canvas: Canvas, a: Points, b: Points, colour: Points, strength: float) -> None:
    """Draw a thin line, `strength` 0..1 over what is there."""
    ends = np.array([a, b])
    box = _window(canvas, ends, 2)
    if strength <= 0 or box is None:
        return
    left, top, right, bottom = box
    mask = np.zeros((bottom - top, right - left), np.uint8)
    p, q = np.round((ends - (left, top)) * 16).astype(int).tolist()
    cv2.line(mask, p, q, 255, 1, cv2.LINE_AA, 4)
    _tinge(canvas[top:bottom, left:right], mask, colour, strength)


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
    _tinge(canvas[y0:y1, x0:x1], mask, colour, strength)


def _tinge(part: Canvas, mask: NDArray[np.uint8], colour: Points, strength: float) -> None:
    """Cover with a colour where a thin mask says so."""
    touched = mask.nonzero()
    pixels = part[touched]
    part[touched] = pixels + (mask[touched].astype(np.float32) / 255 * strength)[:, None] * (
        colour.astype(np.float32) - pixels
    )
