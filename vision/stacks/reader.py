"""Reads the stack in each cell with two small networks, trained by lab.training on drawn tables.

The fine one looks closely (`reader_fine.onnx`), the coarse one more widely at half the resolution
(`reader_coarse.onnx`). Their outputs are averaged: both err, but seldom alike. The fine one has learnt only stacks on a
large and is ignored where the coarse one sees none. Both see all cells of a picture at once and compare them, since a
set's pyramids are made alike. Without an earlier picture the coarse one is shown mirror images, in which every stack is
still the same: so the two err alike even less.
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
# Crops without an earlier one get more contrast, by this power of brightness relative to a percentile of the picture:
# cameras show less inside clear plastic than the training data.
PRINT, BRIGHTEST = 1.5, 98
# What may stand at the bottom of a cell, and on it.
BOTTOMS = ("", *PIECES, *(low + high for low in PIECES for high in PIECES))
# Rows of stacks whose features are cached: all that a look asks often. Each takes tens of kilobytes, and new ones come
# with every turn.
AT_HAND = 64
# Network input for each level of a picture, -1..1.
EVEN = np.linspace(-1, 1, 256, dtype=np.float32)


@dataclass(frozen=True)
class Known:
    """An earlier crop of a cell and the stack it held."""

    crop: Image
    stack: str


@dataclass(frozen=True)
class CellReading:
    """Output for one cell."""

    weights: NDArray[np.float32]
    """Weight of every stack feature."""
    covered: float
    """Probability that the stack is covered."""

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        """Return log-probabilities of the stacks, up to one constant; minus infinity for stacks unlike any in the
        training data: too high, or with a clear large on another piece."""
        low, matrix = _matrix(tuple(stacks))
        return np.where(low, (matrix @ self.weights).astype(np.float64), -np.inf)


@lru_cache(maxsize=AT_HAND)
def _matrix(stacks: tuple[str, ...]) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Return True for stacks like those in the training data, and features (none for others)."""
    low = np.array([len(stack) <= 2 * (LEVELS + 1) and "C3" not in stack[2:] for stack in stacks])
    return low, feature_matrix([stack if known else "" for stack, known in zip(stacks, low, strict=True)])


class StackReader:
    """The networks, for boards of any size: they look at as many cells together as in training. Not to be shared
    between threads.

    They compare cells and know no places, so the grid does not matter.
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
        """Read all cells of a picture. `crops` were cut by `frames`. `stacking_rise` in mm. `known`: earlier crops to
        compare with. `quick` uses the coarse network alone, in a third of the time."""
        if not frames:
            return []
        alone = known is None
        earlier = known or [None] * len(frames)
        taught = np.stack([_known_row(k) for k in earlier])
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
    """Return True for cells where the coarse network sees a stack on a large, from feature weights (cells x FEATURES +
    1). The fine one has learnt no others."""
    scores = weights[:, :FEATURES] @ _bottoms().T
    large = np.array(["3" in stack[1:2] for stack in BOTTOMS])
    return np.asarray(np.logaddexp.reduce(scores[:, large], axis=1) > np.logaddexp.reduce(scores[:, ~large], axis=1))


@cache
def _bottoms() -> NDArray[np.float32]:
    return feature_matrix(BOTTOMS)


def _show(view: Image, print_: NDArray[np.float32], planes: NDArray[np.float32]) -> None:
    """Write a picture, height x width x 3, to `planes`, 3 x height x width, through a table of 256 levels."""
    cv2.split(cv2.LUT(view, print_), list(planes))


def _printed(views: Sequence[Image]) -> NDArray[np.float32]:
    """Return the table of levels with more contrast."""
    white = max(float(np.percentile([view[::4, ::4] for view in views], BRIGHTEST)) / 255, 0.1)
    return np.clip(2 * white * ((EVEN + 1) / 2 / white) ** PRINT - 1, -1, 1).astype(np.float32)


def _known_row(known: Known | None) -> NDArray[np.float32]:
    row = np.zeros(FEATURES + 1, np.float32)
    if known is not None:
        row[:FEATURES] = features(known.stack)
        row[FEATURES] = 1
    return row
