"""Lessons in memory, as tensors: what all training sets have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from lab.training.scenes.relit import Relight
from vision.networks.trained_for import CELLS

Batch = tuple[Tensor, ...]
Numbers = NDArray[np.int64]


class TrainingSet(ABC):
    """Examples by number, 0 .. len - 1: tables, pictures or dice."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of examples."""

    @abstractmethod
    def batch(self, examples: Numbers, rng: np.random.Generator, *, vary: bool) -> Batch:
        """The network's inputs for some examples, then what is to be told of them; at random as another camera would
        show them if they are to `vary`."""

    def pictures(self) -> Numbers:
        """Of which picture each example is; examples of one picture are not independent of one another."""
        return np.arange(len(self))

    def draw(self, size: int, rng: np.random.Generator) -> Iterator[Numbers]:
        """Examples for batches of `size`, in rising order, for ever: a round gives each once at most."""
        size = min(size, len(self))
        while True:
            order = rng.permutation(len(self))
            for start in range(0, len(order) - size + 1, size):
                yield np.sort(order[start : start + size])

    def note(self, examples: Numbers, losses: Tensor) -> None:  # noqa: B027 (most sets draw all alike)
        """How badly some examples were told, for sets that `draw` hard ones more often."""


def load(files: Sequence[Path]) -> list[Any]:
    """The arrays of example files, file by file."""
    return [np.load(path) for path in files]


def rows_of(tables: Numbers) -> Numbers:
    """The numbers of the crops of some tables."""
    return np.asarray((tables[:, None] * len(CELLS) + np.arange(len(CELLS))).ravel())


def twice(cells: Sequence[int]) -> Numbers:
    """The numbers of the scenes of example files of so many cells each, in which all scenes come before some moves and
    then all of them after."""
    starts = np.cumsum([0, *cells]) // len(CELLS)
    return np.concatenate([np.tile(np.arange(a, b), 2) for a, b in pairwise(starts)])


def unvaried(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops as they are, -1..1."""
    return np.asarray(crops / np.float32(127.5) - np.float32(1), np.float32)


def shown_otherwise(
    crops: NDArray[np.uint8], exchange: float, rng: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Crops of whole tables as another camera under another lamp would show them, -1..1, each table's alike; in a share
    `exchange` of tables colours change places (in `crops` as well). Half of the tables are mirrored: which crops, N."""
    tables = len(crops) // len(CELLS)
    exchanged = np.repeat(rng.random(tables) < exchange, len(CELLS))
    crops[exchanged] = crops[exchanged][..., rng.permutation(3)]
    light = np.empty((*crops.shape[:3], 3), np.float32)
    noise = rng.standard_normal(2 * crops[0].size, np.float32)
    for first in range(0, len(crops), len(CELLS)):
        table = slice(first, first + len(CELLS))
        Relight.random(rng).show(crops[table], light[table], noise, rng)
    flip = np.repeat(rng.random(tables) < 0.5, len(CELLS))
    light[flip] = light[flip, :, ::-1]
    return light, flip
