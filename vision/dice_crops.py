"""Cuts dice out of a picture at one scale: the top face in the middle, what lies around it beside it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.look import Image

SIDE = 64
FACE = 30.0
GREY = (127, 127, 127)


def cut(image: Image, centre: tuple[float, float], face: float, side: int = SIDE, scale: float = FACE) -> Image:
    """A square of `side` pixels about `centre` in which a top face of `face` picture pixels takes `scale` pixels.

    What lies outside the picture is grey. Shrinks by averaging, so that pips of large dice are not lost.
    """
    height, width = image.shape[:2]
    zoom = scale / max(face, 1.0)
    reach = side / zoom / 2 + 2
    u0, v0 = max(int(centre[0] - reach), 0), max(int(centre[1] - reach), 0)
    u1, v1 = min(int(centre[0] + reach) + 2, width), min(int(centre[1] + reach) + 2, height)
    if u1 <= u0 or v1 <= v0:
        return np.full((side, side, 3), GREY, np.uint8)
    part = image[v0:v1, u0:u1]
    sx = sy = 1.0
    if zoom < 0.75:
        size = (max(round((u1 - u0) * zoom), 1), max(round((v1 - v0) * zoom), 1))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        sx, sy = size[0] / (u1 - u0), size[1] / (v1 - v0)
    # Pixel k of the part shows picture pixel (k + 0.5) / s - 0.5 + start.
    middle = (side - 1) / 2
    ax, ay = zoom / sx, zoom / sy
    to_crop = np.array(
        [
            [ax, 0, middle + zoom * (u0 - 0.5 - centre[0]) + 0.5 * ax],
            [0, ay, middle + zoom * (v0 - 0.5 - centre[1]) + 0.5 * ay],
        ]
    )
    return np.asarray(cv2.warpAffine(part, to_crop, (side, side), flags=cv2.INTER_LINEAR, borderValue=GREY), np.uint8)


def from_crop(spots: NDArray[np.float64], centre: tuple[float, float], face: float) -> NDArray[np.float64]:
    """N x 2 crop pixels to picture pixels."""
    return np.asarray((spots - (SIDE - 1) / 2) * (face / FACE) + np.asarray(centre))
