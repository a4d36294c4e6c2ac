"""Draws pictures of the wide throws (see lab.training.scenes.wide_throws) with the truth beside them, in the form of
make_dice; they are only rasterised.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from lab.drawing.dice import photograph, render
from lab.training.data_sets.make_dice import told, write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.wide_throws import wide_throw
from vision.image import Image

TOGETHER, SUFFIX = 1, ".json"


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    rng = np.random.default_rng(seed)
    thrown = wide_throw(rng)
    drawn = render(thrown.scene)
    return told(thrown, drawn.faces, photograph(drawn.canvas, thrown.film, rng))


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path`."""
    write(one, lessons, numbers, path)
