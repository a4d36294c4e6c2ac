"""Cuts dice out of a picture at one scale, with the top face in the middle."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.parameters import Two, parameters

SIDE = 64
FACE = 30.0
GREY = (127, 127, 127)


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    inside: float = 0.21  # share of the crop's side; radius of the disc that lies within the face
    body_and_pips: tuple[int, int] = (5, 97)  # percentiles of hue taken for body and pips
    least_hues: float = 10.0  # hue levels (of 255); body and pips must be this far apart
    hues_shown: Two = (-0.15, 1.1)  # shares of the way from body to pips that are shown as black and white


P: Final = parameters(Parameters)


def cut(image: Image, centre: tuple[float, float], face: float, side: int = SIDE, scale: float = FACE) -> Image:
    """Cut a square of `side` pixels around `centre`, in which a top face of `face` picture pixels takes `scale` pixels.

    Grey outside the picture. Shrinks by averaging, so that pips of large dice are not lost.
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


def by_hue(crop: Image) -> NDArray[np.float32]:
    """Return a crop (side x side x 3) in grey levels, 45 to 235 from the hue of the body to that of the pips, whatever
    their lightness: glints, which are grey, vanish. The rarer hue on the face is taken for pips."""
    pale = crop.astype(np.float32)
    hues = (pale - pale.mean(axis=2, keepdims=True))[..., ::2]
    middle = (np.arange(len(crop)) - (len(crop) - 1) / 2) / (len(crop) * P.inside)
    inside = middle[:, None] ** 2 + middle**2 < 1
    face = hues[inside] - hues[inside].mean(axis=0)
    _, ways = np.linalg.eigh(face.T @ face)
    along = (hues - hues[inside].mean(axis=0)) @ ways[:, 1]
    if float((along[inside] ** 3).mean()) < 0:
        along = -along
    low, high = np.percentile(along[inside], P.body_and_pips)
    share = np.clip((along - low) / max(high - low, P.least_hues), *P.hues_shown)
    return np.asarray(np.repeat((45 + 190 * share)[..., None], 3, axis=2), np.float32)


def from_crop(spots: NDArray[np.float64], centre: tuple[float, float], face: float) -> NDArray[np.float64]:
    """Convert N x 2 crop pixels to picture pixels."""
    return np.asarray((spots - (SIDE - 1) / 2) * (face / FACE) + np.asarray(centre))
