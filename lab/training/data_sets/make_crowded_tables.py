"""Draws tables of Pyramid Ball as make_ball_tables does, but with pyramids of other colours beside many commands (see
lab.training.scenes.ball_neighbours); they are only rasterised.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lab.training.data_sets.make_dice import write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.ball_tables import draw, random_ball_table, truth
from vision.image import Image

TOGETHER, SUFFIX = 1, ".json"


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    table = random_ball_table(seed, crowded=True)
    return draw(table), truth(table)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path`."""
    write(one, lessons, numbers, path)
