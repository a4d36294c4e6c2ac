"""Whether what is in the middle of a face is one round spot, as the single pip of a one is and signs are not.

A network that has seen few large pips takes them for signs; that they are ellipses is plain geometry.
"""

import cv2
import numpy as np

from vision.dice.crops import cut
from vision.dice.finder import FoundDie
from vision.image import Image

# Looked at is a crop of so many pixels a side in which a face takes `FACE`; of faces smaller than the last share
# of that nothing is told.
SIDE, FACE = 64, 48.0
LEAST_FACE = 12.0
# The body's colour is taken between these radii, in faces; the spot lies within the third.
BODY, SPOT = (0.32, 0.44), 0.3
# Spot and body are so far apart at least, in grey levels.
LEAST_APART = 25.0
# How far the spot's middle may be from the face's and between what its diameter lies, in faces; how much shorter one
# axis may be than the other where the face is seen aslant.
OFF, DIAMETERS, SLANT = 0.12, (0.12, 0.58), 0.5
# Area over that of the ellipse of the same second moments: 1 for an ellipse, 0.95 for a square, 0.85 for a plus sign.
ROUND = 0.97
# All that stands out from the body within the reach of pips may cover so many times as much as the spot.
STRAY = 1.15


def is_round_spot(image: Image, die: FoundDie) -> bool:
    """Whether one elliptic spot lies in the middle of the face, and nothing else on it."""
    if die.face < LEAST_FACE:
        return False
    crop = cut(image, die.at, die.face, SIDE, FACE).astype(np.float32)
    v, u = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
    away = np.hypot(u, v) / FACE
    body = np.median(crop[(away > BODY[0]) & (away < BODY[1])], axis=0)
    apart = np.abs(crop - body).max(axis=2)
    middle = float(np.median(apart[away < 0.05]))
    if middle < LEAST_APART:
        return False
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        ((apart > middle / 2) & (away < SPOT + 0.1)).astype(np.uint8), connectivity=4
    )
    mine = int(labels[SIDE // 2, SIDE // 2])
    sizes = stats[1:count, cv2.CC_STAT_AREA]
    if mine == 0 or sizes.sum() > STRAY * stats[mine, cv2.CC_STAT_AREA]:
        return False
    rows, columns = np.nonzero(labels == mine)
    if np.hypot(*(middles[mine] - (SIDE - 1) / 2)) > OFF * FACE or (away[rows, columns] > SPOT).any():
        return False
    # The spread of the pixels themselves.
    spread = np.cov(np.stack([columns, rows])) + np.eye(2) / 12
    short, long = np.sqrt(np.linalg.eigvalsh(spread))
    fits = len(rows) / (4 * np.pi * short * long)
    return bool(
        fits > ROUND and short > SLANT * long and DIAMETERS[0] < 4 * np.sqrt(short * long) / FACE < DIAMETERS[1]
    )
