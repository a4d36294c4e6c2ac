"""Compares a found board with its neighbours by the two colours of its squares.

A board a row off, or turned by a quarter, may lie on the same lines. Then a row of its squares shows the bare ground.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.pose import Pose
from vision.image import Image
from vision.parameters import Three, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    usual: Three = (14.0, 9.0, 9.0)  # grey levels of LAB; differences among squares of one colour
    most: float = 4.0  # of that; larger differences count as much
    soft: int = 5  # pixels; side of the patches whose medians are compared
    aside: float = 0.3  # squares; places this far from the middle are looked at: pieces stand there
    least: int = 15  # squares of a colour that must lie in the picture
    clear: float = 0.15  # by which another window must fit better to be taken
    doubt: float = 0.2  # probability of the other where its fit is just that much better
    wide: float = 0.4  # difference of fits from there on which nothing is in doubt


P: Final = parameters(Parameters)


def surest_window(pixels: Image, windows: Sequence[Pose]) -> tuple[Pose, float]:
    """Return the first window, or one whose squares fit two colours clearly better; and the probability that it is
    another."""
    soft = np.asarray(cv2.cvtColor(cv2.medianBlur(pixels, P.soft), cv2.COLOR_BGR2LAB), np.float32)
    fits = np.array([_fit(soft, window) for window in windows])
    best = int(fits[1:].argmax()) + 1
    lead = float(fits[best] - fits[0])
    doubt = P.doubt * max(1 - abs(lead - P.clear) / P.wide, 0.0)
    return windows[best if lead > P.clear else 0], doubt


def _fit(soft: NDArray[np.float32], pose: Pose) -> float:
    """Return how well the squares of a grid fit two colours in turn: 0 at best."""
    files, ranks = pose.prior.grid.size
    x, y = (part.ravel() for part in np.meshgrid(np.arange(files) + 0.5, np.arange(ranks) + 0.5))
    around = [(right, up) for right in (-P.aside, 0, P.aside) for up in (-P.aside, 0, P.aside) if right or up]
    places = np.stack([np.column_stack([x + right, y + up]) for right, up in around], axis=1)
    spots = pose.project(places.reshape(-1, 2)).astype(np.float32)
    seen = cv2.remap(soft, spots[None, :, 0], spots[None, :, 1], cv2.INTER_NEAREST)[0].reshape(len(x), -1, 3)
    height, width = soft.shape[:2]
    inside = ((spots >= 0) & (spots < (width, height))).all(axis=1).reshape(len(x), -1).all(axis=1)
    squares, odd = np.median(seen, axis=1), (x + y).astype(int) % 2 == 1
    off = []
    for colour in (squares[odd & inside], squares[~odd & inside]):
        if len(colour) < P.least:
            return -P.most
        apart = np.linalg.norm((colour - np.median(colour, axis=0)) / np.array(P.usual), axis=1)
        off.extend(np.minimum(apart, P.most))
    return -float(np.mean(off))
