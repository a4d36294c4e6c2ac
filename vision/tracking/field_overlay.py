"""Draws the believed pieces of a field and its programs over a picture."""

from collections.abc import Collection, Mapping

import numpy as np

from vision.image import Image
from vision.tracking.ball_field import BallFieldLook
from vision.tracking.overlay import AMBER, WHITE, draw_table, label

LARGER = 1.5


def draw_field(
    look: BallFieldLook,
    grid: Mapping[str, str],
    hidden: Collection[str],
    unsure: Collection[str],
    programs: Mapping[str, Mapping[str, tuple[str, bool]]],
) -> Image:
    """Return a copy of the look's picture with `grid` drawn in. `programs`: by end and place, a text beside the command
    and True if it is in doubt."""
    picture = draw_table(look.image, look.view, grid, hidden, unsure=unsure)
    for end, labels in programs.items():
        array = look.arrays[end]
        for place, (text, doubtful) in labels.items():
            if array is None or place not in array.at:
                continue
            word = text + ("?" if doubtful else "")
            label(picture, np.asarray(array.at[place]), word, AMBER if doubtful else WHITE, LARGER)
    return picture
