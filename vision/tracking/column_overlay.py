"""Draws the believed columns over a picture: the outline of each top, its colour and height."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.columns.joint_decoding import DecodedColumn, place_of
from vision.columns.sweep import CUBE
from vision.drawing.lettering import BLACK, text_size, write
from vision.drawing.painting import Points
from vision.image import Image
from vision.tracking.column_tracker import ColumnLook
from vision.tracking.overlay import AMBER, LETTERS, WHITE

INSET = 0.08
"""Distance of outlines within their squares, pitches."""


def draw_columns(look: ColumnLook, columns: Mapping[str, DecodedColumn], sure: float) -> Image:
    """Return a copy of the look's picture. Columns no surer than `sure` are amber with a question mark, hidden ones a
    bare question mark."""
    picture, view = look.image.copy(), look.view
    scale = max(picture.shape[1] / 960, 0.5)
    _trace(picture, view.project(view.ring), WHITE, scale)
    ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * (1 - 2 * INSET) + INSET
    for cell, column in sorted(columns.items(), key=lambda one: one[1].height):
        if not column.height and column.visible:
            continue
        top = np.column_stack([ring + place_of(cell), np.full(4, column.height * CUBE)]) * view.pitch
        outline = view.project(top)
        doubtful = not column.visible or column.probability <= sure
        colour = AMBER if doubtful else WHITE
        if column.visible:
            _trace(picture, outline, colour, scale)
        label = (f"{column.top}{column.height}" if column.visible else "") + ("?" if doubtful else "")
        width, height = text_size(label, LETTERS * scale * 0.8)
        u, v = outline.mean(axis=0)
        write(picture, (round(u - width / 2), round(v + height / 2)), label, colour, LETTERS * scale * 0.8)
    return picture


def _trace(picture: Image, outline: Points, colour: tuple[int, int, int], scale: float) -> None:
    points = [np.round(outline * 16).astype(np.int32)]
    cv2.polylines(picture, points, True, BLACK, max(round(2 * scale), 2), cv2.LINE_AA, 4)
    cv2.polylines(picture, points, True, colour, max(round(scale), 1), cv2.LINE_AA, 4)
