"""Sparse features of stacks, with which one small network can score any stack.

The network gives every feature a weight. A stack's score is the sum of the weights of its features, a log-probability
up to a constant over any set of stacks (a log-linear model).
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.errors import VisionError
from vision.geometry.solids import pieces

LEVELS = 8
PIECES: tuple[str, ...] = (
    *("R1", "R2", "Y1", "Y2", "G1", "G2", "B1", "B2"),
    *("K1", "K2", "K3"),
    *("R3", "Y3", "G3", "B3", "C3"),
)

_NOTHING = len(PIECES)
_KINDS = len(PIECES) + 1
_BASE = 0
_LEVEL = _BASE + _KINDS
_COUNT = _LEVEL + LEVELS * _KINDS
_TOP = _COUNT + LEVELS + 2
_SECOND = _TOP + _KINDS
FEATURES = _SECOND + _KINDS


def features(stack: str) -> NDArray[np.float32]:
    """Return the FEATURES indicators of a stack: base, the piece on each level above it, height, the two topmost
    pieces.

    Raises VisionError for pieces that no set has, or more than LEVELS above the base.
    """
    try:
        kinds = [PIECES.index(piece) for piece in pieces(stack)]
    except ValueError:
        raise VisionError("vision.stack.pieces", stack=stack, pieces=tuple(PIECES)) from None
    if len(kinds) > LEVELS + 1:
        raise VisionError("vision.stack.high", stack=stack, most=LEVELS + 1)
    kinds_or_nothing = kinds + [_NOTHING] * (LEVELS + 1 - len(kinds))
    row = np.zeros(FEATURES, np.float32)
    row[_BASE + kinds_or_nothing[0]] = 1
    for level, kind in enumerate(kinds_or_nothing[1:]):
        row[_LEVEL + level * _KINDS + kind] = 1
    row[_COUNT + len(kinds)] = 1
    row[_TOP + (kinds[-1] if kinds else _NOTHING)] = 1
    row[_SECOND + (kinds[-2] if len(kinds) > 1 else _NOTHING)] = 1
    return row


def feature_matrix(stacks: Sequence[str]) -> NDArray[np.float32]:
    """Return one row of features a stack, len(stacks) x FEATURES."""
    return np.array([_row(stack) for stack in stacks], np.float32).reshape(len(stacks), FEATURES)


@lru_cache(maxsize=2048)
def _row(stack: str) -> NDArray[np.float32]:
    return features(stack)
