"""Tests whether the middle of a face holds one round spot, as a one does and emblems do not.

A network that has learnt few large pips takes them for emblems; that they are ellipses is plain geometry.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.dice.crops import cut
from vision.dice.finder import FoundDie
from vision.image import Image
from vision.parameters import Two, parameters

# Side of the crop, and of a face in it, pixels.
SIDE, FACE = 64, 48.0


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    least_face: float = 12.0  # pixels; smaller faces are not judged
    body: Two = (0.32, 0.44)  # faces; inner and outer radius of the ring that shows the body's colour
    spot: float = 0.3  # faces; radius within which the spot lies
    least_apart: float = 25.0  # grey levels; least contrast of spot and body
    off: float = 0.12  # faces; largest distance of the spot's middle from the face's
    diameters: Two = (0.12, 0.58)  # faces; least and largest diameter of a spot
    slant: float = 0.5  # least ratio of the axes of a face seen aslant
    round: float = 0.97  # area over that of the ellipse of equal second moments: ellipse 1, square 0.95, plus sign 0.85
    stray: float = 1.15  # factor; all that stands out on the face covers at most this much of the spot's area


P: Final = parameters(Parameters)


def is_round_spot(image: Image, die: FoundDie) -> bool:
    """Return True if one elliptic spot lies in the middle of the face, and nothing else on it."""
    if die.face < P.least_face:
        return False
    crop = cut(image, die.at, die.face, SIDE, FACE).astype(np.float32)
    v, u = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    away = np.hypot(u, v) / FACE
    body = np.median(crop[(away > P.body[0]) & (away < P.body[1])], axis=0)
    apart = np.abs(crop - body).max(axis=2)
    middle = float(np.median(apart[away < 0.05]))
    if middle < P.least_apart:
        return False
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        ((apart > middle / 2) & (away < P.spot + 0.1)).astype(np.uint8), connectivity=4
    )
    mine = int(labels[SIDE // 2, SIDE // 2])
    sizes = stats[1:count, cv2.CC_STAT_AREA]
    if mine == 0 or sizes.sum() > P.stray * stats[mine, cv2.CC_STAT_AREA]:
        return False
    rows, columns = np.nonzero(labels == mine)
    if np.hypot(*(middles[mine] - (SIDE - 1) / 2)) > P.off * FACE or (away[rows, columns] > P.spot).any():
        return False
    # Variance within the pixels themselves.
    spread = np.cov(np.stack([columns, rows])) + np.eye(2) / 12
    short, long = np.sqrt(np.linalg.eigvalsh(spread))
    fits = len(rows) / (4 * np.pi * short * long)
    return bool(
        fits > P.round and short > P.slant * long and P.diameters[0] < 4 * np.sqrt(short * long) / FACE < P.diameters[1]
    )
