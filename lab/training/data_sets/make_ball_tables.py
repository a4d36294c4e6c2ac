"""Draws pictures of Pyramid Ball tables with the truth beside them (NAME.jpg, NAME.json).

The truth has the form of `lab.training.scenes.ball_tables.truth`. Path-traced pictures take about thirty times as
long and are small, but for sets that are made to measure with.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from lab.training.data_sets.make_dice import write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.ball_tables import draw, random_ball_table, truth
from vision.image import Image

TRACED_SAMPLES = 8
TRACED_SIZES = (640, 480), (800, 600)
# Sets from this seed on are not learnt from; their pictures are as large as those that people hand in.
MEASURED_FROM, MEASURED_SIZE = 1_000_000, (960, 720)
TOGETHER, SUFFIX = 1, ".json"


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    table = random_ball_table(seed)
    return draw(table), truth(table)


def one_traced(seed: int, size: tuple[int, int] | None = None) -> tuple[Image, dict[str, Any]]:
    """The same, drawn by tracing light paths; of a size (width, height) if it is given."""
    from lab.training.scenes.path_traced_ball import trace_ball  # noqa: PLC0415 (wants Mitsuba)

    sizes = TRACED_SIZES
    table = random_ball_table(seed, size or sizes[int(np.random.default_rng([seed, 1]).integers(len(sizes)))])
    return trace_ball(table, TRACED_SAMPLES), truth(table)


def measured(seed: int) -> tuple[Image, dict[str, Any]]:
    """One of those that are measured with."""
    return one_traced(seed, MEASURED_SIZE)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path` when the picture is whole."""
    traced = measured if lessons.seed >= MEASURED_FROM else one_traced
    write(traced if lessons.traced else one, lessons, numbers, path)
