"""Draws the believed number of checkers on each point of half a backgammon board over a picture."""

from collections.abc import Collection, Mapping

from vision.geometry.half_board import POINTS, PlacedHalfBoard
from vision.image import Image
from vision.tracking.overlay import AMBER, WHITE, label, trace

# Size of the numbers, as a multiple of that of other labels.
LARGER = 1.6
# Distance from the rim at which a row's number is written, as a share of half the board.
AT = 0.12


def draw_rows(
    image: Image, view: PlacedHalfBoard, counts: Mapping[str, int], hidden: Collection[str], unsure: Collection[str]
) -> Image:
    """Return a copy of the picture with the field's outline and each row's count. Rows in `hidden` and `unsure` are
    amber, hidden ones with a bare `?`."""
    picture = image.copy()
    trace(picture, view.ring, WHITE)
    for cell in POINTS:
        quad = view.quad(cell)
        doubtful = cell in hidden or cell in unsure
        if doubtful:
            trace(picture, quad, AMBER)
        word = "?" if cell in hidden else f"{counts[cell]}{'?' if doubtful else ''}"
        spot = (1 - AT) * quad[:2].mean(axis=0) + AT * quad[2:].mean(axis=0)
        label(picture, spot, word, AMBER if doubtful else WHITE, LARGER)
    return picture
