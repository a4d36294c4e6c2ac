"""What lessons that are drawn by whole tables have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.networks.trained_for import CELLS
from vision.training.learn.schedule import drawn_tables
from vision.training.scenes.relit import Relight


class TableLessons(ABC):
    """Crops in memory, N x height x width x 3, table by table, drawn at random in batches of whole tables."""

    crops: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.crops)

    def batches(self, size: int, rng: np.random.Generator, *, vary: bool) -> Iterator[tuple[Tensor, ...]]:
        for tables in drawn_tables(len(self) // len(CELLS), size, rng):
            yield self.batch(tables, rng, vary=vary)

    @abstractmethod
    def batch(self, tables: NDArray[Any], rng: np.random.Generator, *, vary: bool) -> tuple[Tensor, ...]:
        """Inputs and what is to be told of them."""


def tried_on(
    net: Any, lessons: TableLessons, size: int, losses: Callable[[Any, tuple[Tensor, ...]], tuple[Tensor, Tensor]]
) -> tuple[Tensor, Tensor]:
    """The mean of the first and all of the second of what `losses` tells of a network, over all lessons as they are in
    batches of so many tables."""
    net.eval()
    rng = np.random.default_rng(0)
    with torch.no_grad():
        each = [losses(net, batch) for batch in lessons.batches(size, rng, vary=False)]
    net.train()
    return torch.stack([one for one, _ in each]).mean(0), torch.cat([off for _, off in each])


def rows_of(tables: NDArray[Any]) -> NDArray[Any]:
    """The numbers of the crops of some tables."""
    return np.asarray((tables[:, None] * len(CELLS) + np.arange(len(CELLS))).ravel())


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
