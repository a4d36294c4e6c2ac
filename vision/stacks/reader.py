"""Reads the stack in each cell with two small networks, trained by lab.training on drawn tables.

One looks closely (`reader_fine.onnx`), one more widely at half the resolution (`reader_coarse.onnx`). What they say is
averaged: both err, but seldom in the same way. The close one has learnt only stacks that stand on a large; where the
wider one sees none, it has no say. Both see all cells of a picture at once and compare them, since a set's
pyramids are all made alike. Without an earlier picture the wider one looks into a mirror, where every stack is still
the same stack: so the two err alike more seldom.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.networks.batches import answer_in_batches
from vision.networks.runtime import load_network
from vision.networks.trained_for import TOGETHER
from vision.stacks.crops import Frame
from vision.stacks.features import FEATURES, LEVELS, PIECES, feature_matrix, features
from vision.stacks.reader_views import COARSE, ZOOMS

MODEL = "reader_{}.onnx"
# Crops seen for the first time are printed harder, by this power of their brightness, as a share of what is nearly the
# brightest in the picture: what shows within clear plastic is fainter to cameras than it was in training data.
PRINT, BRIGHTEST = 1.5, 98
# What may stand at the bottom of a cell, and on it.
BOTTOMS = ("", *PIECES, *(low + high for low in PIECES for high in PIECES))
# The features of so many rows of stacks are kept: all that a look asks often. Tens of kilobytes each, and new ones come
# with every turn.
AT_HAND = 64
# What the networks are shown for each level of a picture, -1..1.
EVEN = np.linspace(-1, 1, 256, dtype=np.float32)


@dataclass(frozen=True)
class Known:
    """A cell as it looked in an earlier picture (its crop), when it held `stack`."""

    crop: Image
    stack: str


@dataclass(frozen=True)
class CellReading:
    """What one crop says about its cell: a weight for every stack feature, and how likely the stack is covered."""

    weights: NDArray[np.float32]
    covered: float

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Log-probabilities of the stacks, up to one constant; minus infinity for one it never saw the like of:
        too high, or with a clear large on another piece.
        """
        low, matrix = _matrix(tuple(stacks))
        return np.where(low, (matrix @ self.weights).astype(np.float64), -np.inf)


@lru_cache(maxsize=AT_HAND)
def _matrix(stacks: tuple[str, ...]) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Which stacks are such as were seen in training data, and their features (none for the others)."""
    low = np.array([len(stack) <= 2 * (LEVELS + 1) and "C3" not in stack[2:] for stack in stacks])
    return low, feature_matrix([stack if known else "" for stack, known in zip(stacks, low, strict=True)])


class StackReader:
    """The networks, for the cells of a board of any size: they look at as many together as they were trained on. Not
    to be shared between threads.

    They compare cells and know no places, so it does not matter on what grid these lie.
    """

    def __init__(self) -> None:
        self._nets = [(zoom, load_network(MODEL.format(zoom.name))) for zoom in ZOOMS]

    def read(
        self,
        crops: Sequence[Image],
        frames: Sequence[Frame],
        stacking_rise: float,
        known: Sequence[Known | None] | None = None,
        *,
        quick: bool = False,
    ) -> list[CellReading]:
        """What a picture says of each cell; `crops` are those that `frames`, of all cells, cut out of it. The set's
        stacking rise is in mm. `quick` asks the wider network alone, in a third of the time."""
        if not frames:
            return []
        alone = known is None
        earlier = known or [None] * len(frames)
        taught = np.stack([_known(k) for k in earlier])
        poses = np.array([(each.rise, each.elevation) for each in frames], np.float32)
        silhouettes = [each.silhouette() for each in frames]
        outs = {}
        for zoom, net in self._nets:
            if quick and zoom is not COARSE:
                continue
            pictures = np.zeros((len(frames), 9, zoom.height, zoom.width), np.float32)
            views, masks = [zoom.view(crop) for crop in crops], [zoom.view(mask) for mask in silhouettes]
            if alone and zoom is COARSE:
                views, masks = [cv2.flip(view, 1) for view in views], [cv2.flip(mask, 1) for mask in masks]
            print_ = _printed(views) if alone else EVEN
            for picture, view, cell in zip(pictures, views, earlier, strict=True):
                _show(view, print_, picture[:3])
                if cell is not None:
                    _show(zoom.view(cell.crop), EVEN, picture[3:6])
            zoom.guides(poses, np.stack(masks), stacking_rise, out=pictures[:, 6:])
            outs[zoom.name] = answer_in_batches(net, {"picture": pictures, "known": taught}, "weights", TOGETHER)
        wider = outs[COARSE.name]
        out = np.where(_on_larges(wider)[:, None], np.mean(list(outs.values()), axis=0), wider)
        covered = 1 / (1 + np.exp(-out[:, FEATURES]))
        return [CellReading(row[:FEATURES], float(p)) for row, p in zip(out, covered, strict=True)]


def _on_larges(weights: NDArray[np.float32]) -> NDArray[np.bool_]:
    """In which cells the wider network sees a stack that stands on a large, by what it tells of features (cells x
    FEATURES + 1). The close one has met no others."""
    scores = weights[:, :FEATURES] @ _bottoms().T
    large = np.array(["3" in stack[1:2] for stack in BOTTOMS])
    return np.asarray(np.logaddexp.reduce(scores[:, large], axis=1) > np.logaddexp.reduce(scores[:, ~large], axis=1))


@cache
def _bottoms() -> NDArray[np.float32]:
    return feature_matrix(BOTTOMS)


def _show(view: Image, print_: NDArray[np.float32], planes: NDArray[np.float32]) -> None:
    """Write a picture, height x width x 3, to `planes` as the networks are shown it: 3 x height x width by a table of
    256."""
    cv2.split(cv2.LUT(view, print_), list(planes))


def _printed(views: Sequence[Image]) -> NDArray[np.float32]:
    """What to show for each level, printed harder."""
    white = max(float(np.percentile([view[::4, ::4] for view in views], BRIGHTEST)) / 255, 0.1)
    return np.clip(2 * white * ((EVEN + 1) / 2 / white) ** PRINT - 1, -1, 1).astype(np.float32)


def _known(known: Known | None) -> NDArray[np.float32]:
    row = np.zeros(FEATURES + 1, np.float32)
    if known is not None:
        row[:FEATURES] = features(known.stack)
        row[FEATURES] = 1
    return row
