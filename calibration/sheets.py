"""Printable sheets: a ChArUco board to calibrate a camera, and the stickers for a board's corners.

The board is OpenCV's `CharucoBoard`, of the same size on both papers, so the paper need not be known to read a picture.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from calibration.pdf import PdfPage, Rectangle
from vision.errors import VisionError

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
DICTIONARY = cv2.aruco.DICT_4X4_50
MODULES = 6
COLUMNS, ROWS = 7, 9
SQUARE_MM, MARKER_MM = 25.0, 18.0
CUT_GREY = 0.7
CUT_MM = 0.2


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Return the board on the sheet: origin at the upper left corner, x right, y down, millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary)


def camera_sheet(paper: str = "a4") -> PdfPage:
    """Return the calibration sheet. Raises VisionError for a paper not in PAPERS."""
    page = _page(paper)
    width, height = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
    left, top = (page.width - width) / 2, (page.height - height) / 2
    dark = [
        Rectangle(left + i * SQUARE_MM, top + j * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for j in range(ROWS)
        for i in range(COLUMNS)
        if (i + j) % 2 == 0
    ]
    page.fill(dark)
    board = charuco_board()
    page.fill(
        [
            module
            for number, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True)
            for module in marker(int(number), left + float(corners[0][0]), top + float(corners[0][1]), MARKER_MM)
        ]
    )
    page.write(left, top - 8, "Camera sheet: print at 100 %, stick it onto something flat and stiff.", 4.5)
    page.write(
        left, top + height + 8, f"Each square measures {SQUARE_MM:g} mm, all together {width:g} x {height:g} mm."
    )
    return page


def sticker_sheet(
    stickers: Mapping[str, tuple[int, Sequence[tuple[float, float]]]], margin: float, paper: str = "a4"
) -> PdfPage:
    """Return a sheet of stickers for a board's corners.

    `stickers`: by corner cell (a1 e1 e5 a5), the marker's number and its four corners (clockwise from its upper left
    one as read) in mm from that corner of the grid, x towards e1, y towards a5. `margin`: mm of the sticker around the
    marker. The stickers are printed in their places around a small board.
    """
    page = _page(paper)
    middle, apart = (page.width / 2, page.height / 2 - 10), 60.0
    for cell, (number, corners) in stickers.items():
        x = middle[0] + (apart if cell[0] == "e" else -apart) / 2
        y = middle[1] + (-apart if cell[1] == "5" else apart) / 2
        left, top = x + corners[0][0], y - corners[0][1]
        size = corners[1][0] - corners[0][0]
        page.fill(_cut_lines(left - margin, top - margin, size + 2 * margin), CUT_GREY)
        page.fill(marker(number, left, top, size))
        # Two short strokes inside the sticker meet at its point for the grid's corner.
        to_x, to_y = (-1 if cell[0] == "a" else 1), (1 if cell[1] == "1" else -1)
        page.fill([_box(x, y, x + to_x * 6, y + to_y * 0.5), _box(x, y, x + to_x * 0.5, y + to_y * 6)])
        page.write(left + size / 2 - 3, top + size + margin + 6 if cell[1] == "1" else top - margin - 3, cell, 5)
    lines = (
        "Stickers for the corners of the board: print at 100 % and cut along the grey lines.",
        "Stick each outside its corner of the grid, as they lie here around the board:",
        "the corner with the two black strokes exactly onto the outer corner of the cell,",
        f"the edges along the grid's lines. The black squares measure {size:g} mm.",
    )
    for n, line in enumerate(lines):
        page.write(25, page.height - 60 + 7 * n, line)
    return page


def marker(number: int, x: float, y: float, size: float) -> list[Rectangle]:
    """Return the black modules of a marker of DICTIONARY with its upper left corner at (x, y), `size` mm wide."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    bits: Any = dictionary.generateImageMarker(number, MODULES, borderBits=1)
    module = size / MODULES
    return [
        Rectangle(x + i * module, y + j * module, module, module)
        for j in range(MODULES)
        for i in range(MODULES)
        if bits[j, i] == 0
    ]


def _page(paper: str) -> PdfPage:
    if paper not in PAPERS:
        raise VisionError("calibration.paper", paper=repr(paper), known=" or ".join(PAPERS))
    return PdfPage(*PAPERS[paper])


def _cut_lines(x: float, y: float, size: float) -> list[Rectangle]:
    half = CUT_MM / 2
    return [
        *(Rectangle(x - half, y + side * size - half, size + CUT_MM, CUT_MM) for side in (0, 1)),
        *(Rectangle(x + side * size - half, y - half, CUT_MM, size + CUT_MM) for side in (0, 1)),
    ]


def _box(x0: float, y0: float, x1: float, y1: float) -> Rectangle:
    return Rectangle(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
