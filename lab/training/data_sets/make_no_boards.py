"""Draws pictures of tables without any board, so that finders learn what is none (NAME.jpg, NAME.json)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lab.training.data_sets.make_dice import write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.no_boards import draw, random_no_board, truth
from vision.image import Image

TOGETHER, SUFFIX = 1, ".json"


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    table = random_no_board(seed)
    return draw(table), truth(table)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path` when the picture is whole."""
    write(one, lessons, numbers, path)
