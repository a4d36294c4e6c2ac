"""Draws the believed stacks over a picture.

Nothing is told by colour alone, for colour-blind players: every stack has an outline, light on dark, and a label that
names its pieces. A question mark follows an unsure label and stands alone for a hidden cell.
"""

from collections.abc import Collection, Mapping, Sequence

import cv2
import numpy as np

from vision.drawing.lettering import BLACK, text_size, write
from vision.drawing.painting import Points
from vision.geometry.solids import USUAL_RISE_MM, Solid, extremes, solids
from vision.image import Image
from vision.stacks.crops import LocatedBoard
from vision.tracking.standing import Stance, upright

# BGR
WHITE, AMBER = (255, 255, 255), (0, 170, 255)
# Of a label, as a share of its stack's.
LABEL_HEIGHT = 0.5
# Size of letters for pictures 960 pixels wide.
LETTERS = 0.46


def draw_table(
    image: Image,
    view: LocatedBoard,
    grid: Mapping[str, str],
    hidden: Collection[str] = (),
    stacking_rise: float = USUAL_RISE_MM,
    stances: Mapping[str, Stance] | None = None,
    unsure: Collection[str] = (),
) -> Image:
    """Return a copy of the picture with stacks outlined. Cells in `hidden` and `unsure` are amber, hidden ones with a
    bare `?`. `stances`: how stacks stand; others are drawn upright in the middle of their cells."""
    picture, doubtful = image.copy(), {*hidden, *unsure}
    labels = {
        cell: "?" if cell in hidden else short(stack) + ("?" if cell in unsure else "") for cell, stack in grid.items()
    }
    # Of a hidden cell only the lowest believed piece is drawn.
    drawn = {cell: stack[:2] if cell in hidden else stack for cell, stack in grid.items()}
    trace(picture, view.project(np.column_stack([view.grid.outline * view.pitch, np.zeros(4)])), WHITE)
    stances = {cell: upright(view.grid.centre(cell, view.pitch)) for cell in grid} | dict(stances or {})
    far_first = sorted(grid, key=lambda cell: -_distance(view, cell))
    for cell in far_first:
        if drawn[cell]:
            outline = _outline(view, stances[cell], solids(drawn[cell], stacking_rise))
            trace(picture, outline, AMBER if cell in doubtful else WHITE)
    for cell in far_first:
        place = _label_place(view, stances[cell], drawn[cell], stacking_rise)
        label(picture, place, labels[cell], AMBER if cell in doubtful else WHITE)
    return picture


def short(stack: str) -> str:
    """Return a short name of a stack, each colour named once in a run: `G321 K3` for G3G2G1K3."""
    if not stack:
        return ""
    words, last = [], ""
    for colour, pips in zip(stack[::2], stack[1::2], strict=True):
        words.append(pips if colour == last else f" {colour}{pips}")
        last = colour
    return "".join(words).strip()


def _distance(view: LocatedBoard, cell: str) -> float:
    return float(np.linalg.norm(np.array([*view.grid.centre(cell, view.pitch), 0.0]) - view.camera_centre))


def _outline(view: LocatedBoard, stance: Stance, stack: Sequence[Solid]) -> Points:
    """Return the outline of a whole stack in pixels, its steps smoothed."""
    spots = stance.at(np.array(extremes(stack, 0.0, 0.0)))
    return np.asarray(cv2.convexHull(view.project(spots).astype(np.float32))[:, 0], float)


def _label_place(view: LocatedBoard, stance: Stance, stack: str, rise: float) -> Points:
    height = solids(stack, rise)[-1].apex * LABEL_HEIGHT if stack else 0.0
    return np.asarray(view.project(stance.at(np.array([[0.0, 0.0, height]])))[0])


def scale_of(picture: Image) -> float:
    """Return the scale of lines and letters: 1 for a picture 960 pixels wide."""
    return float(max(picture.shape[1] / 960, 0.5))


def trace(picture: Image, outline: Points, colour: tuple[int, int, int]) -> None:
    """Draw a closed line with a dark rim; changes the picture."""
    points, scale = [np.round(outline * 16).astype(np.int32)], scale_of(picture)
    cv2.polylines(picture, points, True, BLACK, max(round(2 * scale), 2), cv2.LINE_AA, 4)
    cv2.polylines(picture, points, True, colour, max(round(scale), 1), cv2.LINE_AA, 4)


def label(picture: Image, place: Points, text: str, colour: tuple[int, int, int], larger: float = 1.0) -> None:
    """Write a text with its middle at a place, letters so many times `larger` than usual; changes the picture."""
    size = LETTERS * larger * scale_of(picture)
    width, height = text_size(text, size)
    write(picture, (round(float(place[0]) - width / 2), round(float(place[1]) + height / 2)), text, colour, size)
