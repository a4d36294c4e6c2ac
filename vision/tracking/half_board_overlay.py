"""Draws the believed number of checkers on each point of half a backgammon board over a picture."""

from collections.abc import Collection, Mapping

import cv2
import numpy as np

from vision.drawing.lettering import BLACK, text_size, write
from vision.geometry.half_board import POINTS, PlacedHalfBoard
from vision.image import Floats, Image
from vision.tracking.overlay import AMBER, LETTERS, WHITE

LARGER = 1.6
# Distance from the rim at which a row's number is written, as a share of half the board.
AT = 0.12


def draw_rows(
    image: Image, view: PlacedHalfBoard, counts: Mapping[str, int], hidden: Collection[str], unsure: Collection[str]
) -> Image:
    """Return a copy of the picture with the field's outline and each row's count. Rows in `hidden` and `unsure` are
    amber, hidden ones with a bare `?`."""
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
