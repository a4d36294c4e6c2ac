"""Draws over a picture how many checkers are believed to lie on each point of half a backgammon board."""

from collections.abc import Collection, Mapping

import cv2
import numpy as np

from vision.drawing.lettering import BLACK, text_size, write
from vision.geometry.half_board import POINTS, PlacedHalfBoard
from vision.image import Floats, Image
from vision.tracking.overlay import AMBER, LETTERS, WHITE

LARGER = 1.6
# Where along its half of the board a row's number is written, from the rim.
AT = 0.12


def draw_rows(
    image: Image, view: PlacedHalfBoard, counts: Mapping[str, int], hidden: Collection[str], unsure: Collection[str]
) -> Image:
    """A copy of the picture with the field's outline and each row's count; rows in `hidden` and `unsure` are marked in
    amber, the former with a `?` alone."""
    picture = image.copy()
    scale = max(picture.shape[1] / 960, 0.5)
    _trace(picture, view.ring, WHITE, scale)
    for cell in POINTS:
        quad = view.quad(cell)
        doubtful = cell in hidden or cell in unsure
        if doubtful:
            _trace(picture, quad, AMBER, scale)
        label = "?" if cell in hidden else f"{counts[cell]}{'?' if doubtful else ''}"
        u, v = (1 - AT) * quad[:2].mean(axis=0) + AT * quad[2:].mean(axis=0)
        width, height = text_size(label, LETTERS * LARGER * scale)
        spot = round(float(u) - width / 2), round(float(v) + height / 2)
        write(picture, spot, label, AMBER if doubtful else WHITE, LETTERS * LARGER * scale)
    return picture


def _trace(picture: Image, outline: Floats, colour: tuple[int, int, int], scale: float) -> None:
    points = [np.round(outline * 16).astype(np.int32)]
    cv2.polylines(picture, points, True, BLACK, max(round(2 * scale), 2), cv2.LINE_AA, 4)
    cv2.polylines(picture, points, True, colour, max(round(scale), 1), cv2.LINE_AA, 4)
