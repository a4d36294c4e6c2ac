"""What a reader would make of columns, without pictures."""

from collections.abc import Collection, Mapping

import numpy as np

from vision.columns.joint_decoding import place_of
from vision.columns.reader import COLOURS, LETTERS, ColumnReading
from vision.columns.sweep import LEVELS, SIDE

SURE = 0.97


def reading_of_columns(columns: Mapping[str, str], hidden: Collection[str] = ()) -> ColumnReading:
    """A sight fairly sure of some columns (letters bottom to top)."""
    heights = np.full((SIDE, SIDE, LEVELS), (1 - SURE) / (LEVELS - 1))
    colours = np.full((SIDE, SIDE, LEVELS, COLOURS), 1 / COLOURS)
    covered = np.zeros((SIDE, SIDE))
    for x in range(SIDE):
        for y in range(SIDE):
            column = columns.get(f"{x},{y}", "")
            heights[x, y, len(column)] = SURE
            if column:
                colours[x, y, len(column)] = (1 - SURE) / (COLOURS - 1)
                colours[x, y, len(column), LETTERS.index(column[-1])] = SURE
    for cell in hidden:
        covered[place_of(cell)] = 0.95
    return ColumnReading(np.log(heights), np.log(colours), covered)
