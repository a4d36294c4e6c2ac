"""Reads the stack in each cell with a small network (`reader.onnx`, trained by vision.training on drawn tables)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import Frame
from vision.look import Image
from vision.stacks import FEATURES, LEVELS, feature_matrix, features

MODEL = "reader.onnx"


@dataclass(frozen=True)
class Known:
    """A cell as it looked in an earlier picture (its crop), when it held `stack`."""

    crop: Image
    stack: str


@dataclass(frozen=True)
class CellSight:
    """What one crop says about its cell: a weight for every stack feature, and how likely the stack is covered."""

    weights: NDArray[np.float32]
    covered: float

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Log-probabilities of the stacks, up to one constant; minus infinity for one it never saw the like of:
        too high, or with a clear large on another piece.
        """
        low = [stack for stack in stacks if len(stack) <= 2 * (LEVELS + 1) and "C3" not in stack[2:]]
        scores = dict(zip(low, (_matrix(tuple(low)) @ self.weights).tolist(), strict=True))
        return np.array([scores.get(stack, -np.inf) for stack in stacks])


@lru_cache(maxsize=4096)
def _matrix(stacks: tuple[str, ...]) -> NDArray[np.float32]:
    return feature_matrix(stacks)


class StackReader:
    """The network, run by OpenCV. Not to be shared between threads."""

    def __init__(self) -> None:
        model = np.frombuffer(resources.files("vision").joinpath(MODEL).read_bytes(), np.uint8)
        self._net = cv2.dnn.readNetFromONNX(model)

    def sight(
        self, image: Image, frames: Sequence[Frame], known: Sequence[Known | None] | None = None
    ) -> tuple[list[CellSight], list[Image]]:
        """What the picture says of each framed cell, and the crops it was read from."""
        known = known or [None] * len(frames)
        crops = [frame.cut(image) for frame in frames]
        pictures = np.stack([_planes(f, c, k) for f, c, k in zip(frames, crops, known, strict=True)])
        self._net.setInput(pictures, "picture")
        self._net.setInput(np.stack([_known(k) for k in known]), "known")
        out = np.asarray(self._net.forward(), np.float32)
        covered = 1 / (1 + np.exp(-out[:, FEATURES]))
        return [CellSight(row[:FEATURES], float(p)) for row, p in zip(out, covered, strict=True)], crops


def _planes(frame: Frame, crop: Image, known: Known | None) -> NDArray[np.float32]:
    """The network's picture input for one cell: crop and earlier crop (zero if none), scaled to -1..1, and guides."""
    now = _scaled(crop)
    then = np.zeros_like(now) if known is None else _scaled(known.crop)
    return np.concatenate([now, then, frame.guides()])


def _scaled(crop: Image) -> NDArray[np.float32]:
    return crop.transpose(2, 0, 1).astype(np.float32) * np.float32(2 / 255) - np.float32(1)


def _known(known: Known | None) -> NDArray[np.float32]:
    row = np.zeros(FEATURES + 1, np.float32)
    if known is not None:
        row[:FEATURES] = features(known.stack)
        row[FEATURES] = 1
    return row
