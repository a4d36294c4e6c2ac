"""Draws pictures of throws on other people's trays (see lab.training.scenes.tray_throws) with the truth beside them,
in the form of make_dice; they are only rasterised.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from lab.training.data_sets.make_dice import told, write
from lab.training.data_sets.sets import DataSet
from lab.training.scenes.tray_throws import taken, tray_throw
from vision.image import Image

TOGETHER, SUFFIX = 1, ".json"


def one(seed: int) -> tuple[Image, dict[str, Any]]:
    """A picture and its truth."""
    rng = np.random.default_rng(seed)
    thrown = tray_throw(rng)
    faces, picture = taken(rng, thrown)
    return told(thrown, faces, picture)


def make_file(lessons: DataSet, numbers: Iterable[int], path: Path) -> None:
    """Write a picture of a set, and its truth to `path`."""
    write(one, lessons, numbers, path)
