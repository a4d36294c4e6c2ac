"""Writes text readable on light and dark ground."""

import cv2
import numpy as np

from vision.image import Image

FONT = cv2.FONT_HERSHEY_SIMPLEX
BLACK = (0, 0, 0)
# Pixels around the letters, for strokes that reach beyond the font's box.
ROOM = 3


def text_size(text: str, size: float) -> tuple[int, int]:
    """Return width and height of a text in pixels."""
    (width, height), _ = cv2.getTextSize(text, FONT, size, 1)
    return int(width), int(height)


def write(picture: Image, where: tuple[int, int], text: str, ink: tuple[int, int, int], size: float) -> None:
    """Write in `ink` (BGR) with a dark rim, the lower left corner at `where`; changes the picture.

    Drawing the letters twice, thick and thin, would fail: a font's bolder letters are wider and do not lie below.
    """
    width, height = text_size(text, size)
    rim = max(round(2.5 * size), 1)
    room = rim + ROOM
    letters = np.zeros((2 * height + 2 * room, width + 2 * room), np.uint8)
    cv2.putText(letters, text, (room, height + room), FONT, size, 255, max(round(2 * size), 1), cv2.LINE_AA)
    around = np.asarray(cv2.dilate(letters, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * rim + 1, 2 * rim + 1))))
    left, top = where[0] - room, where[1] - height - room
    u0, v0 = max(left, 0), max(top, 0)
    u1, v1 = min(left + letters.shape[1], picture.shape[1]), min(top + letters.shape[0], picture.shape[0])
    if u0 >= u1 or v0 >= v1:
        return
    there = picture[v0:v1, u0:u1]
    for mask, colour in ((around, BLACK), (letters, ink)):
        share = mask[v0 - top : v1 - top, u0 - left : u1 - left, None].astype(np.float32) / 255
        there[:] = np.round(there * (1 - share) + share * np.array(colour, np.float32)).astype(np.uint8)
