"""Draws the believed columns over a picture: the outline of each top, its colour and height."""

from collections.abc import Mapping

import numpy as np

from vision.columns.joint_decoding import DecodedColumn, place_of
from vision.columns.sweep import CUBE
from vision.image import Image
from vision.tracking.column_tracker import ColumnLook
from vision.tracking.overlay import AMBER, WHITE, label, trace

INSET = 0.08
"""Distance of outlines within their squares, pitches."""
SMALLER = 0.8
"""Size of letters, which stand close together."""


def draw_columns(look: ColumnLook, columns: Mapping[str, DecodedColumn], sure: float) -> Image:
    """Return a copy of the look's picture. Columns no surer than `sure` are amber with a question mark, hidden ones a
    bare question mark."""
    picture, view = look.image.copy(), look.view
    trace(picture, view.project(view.ring), WHITE)
    ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * (1 - 2 * INSET) + INSET
    for cell, column in sorted(columns.items(), key=lambda one: one[1].height):
        if not column.height and column.visible:
            continue
        top = np.column_stack([ring + place_of(cell), np.full(4, column.height * CUBE)]) * view.pitch
        outline = view.project(top)
        doubtful = not column.visible or column.probability <= sure
        colour = AMBER if doubtful else WHITE
        if column.visible:
            trace(picture, outline, colour)
        word = (f"{column.top}{column.height}" if column.visible else "") + ("?" if doubtful else "")
        label(picture, outline.mean(axis=0), word, colour, SMALLER)
    return picture
