"""Draws pictures of Blokus 3D tables at the beginning of a game, with the truth beside them (NAME.jpg, NAME.json)."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from lab.training.data_sets.make_dice import write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.column_tables import drawn

TOGETHER, SUFFIX = 1, ".json"


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path` when the picture is whole."""
    write(partial(drawn, begun=True), lessons, numbers, path)
