"""Proposes where a board lies that a hand or a mug hides a corner of: three and a usual camera tell the fourth."""

from itertools import permutations
from typing import Final

import cv2
import numpy as np

from vision.board.crossing_fit import far
from vision.board.grid_fit import turned_to
from vision.board.painted import BoardFinder, peaks
from vision.board.rings import CORNER_LEAST, Points, painted_support, ring_on_crossings
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image

MOST_CORNERS: Final = 9
"""So many painted corners, the surest ones, are tried by threes."""
BEST: Final = 12
"""So many rings are worth a closer look."""
APART: Final = 1.25
"""How far (cells) a corner of two rings lies apart that are not the same."""
HEIGHT_SHARE: Final = 0.75
"""How much the mean height of the corners' paint counts: there are but three."""


def rings_by_three(image: Image, grid: BoardGrid, camera: Camera | None = None) -> list[Points]:
    """Likely outer corners of the grid, best first, as `painted_rings` gives them. `camera` is the picture's, if it is
    known. Raises VisionError for a grid that the network was not trained for."""
    finder = BoardFinder(grid)
    paint = finder.paint(image)
    spots, heights = peaks(paint.corners, CORNER_LEAST, MOST_CORNERS)
    seen = camera or Camera.guess((image.shape[1], image.shape[0]))
    found: list[tuple[float, Points]] = []
    places = paint.in_picture(spots)
    for chosen in permutations(range(len(spots)), 3):
        three = places[list(chosen)]
        for ring in _rings(seen, three, grid) if _bends(three)[1] < 0 else ():
            quad = paint.of_picture(ring)
            height = HEIGHT_SHARE * float(heights[list(chosen)].mean())
            found.append((height + painted_support(paint, quad, grid), ring))
    best: list[Points] = []
    for _, ring in sorted(found, key=lambda one: -one[0]):
        if all(far(turned_to(other, ring, grid), other, grid) > APART for other in best):
            best.append(ring)
        if len(best) == BEST:
            break
    return [ring_on_crossings(finder.paint(image, ring), ring, grid) for ring in best]


def _rings(camera: Camera, three: Points, grid: BoardGrid) -> list[Points]:
    """The rings (4 x 2 pixels, anticlockwise to the eye) whose first corners are these three pixels."""
    outline = np.column_stack([grid.outline, np.zeros(4)])
    count, turns, moves = cv2.solveP3P(outline[:3], three, camera.k, camera.d, cv2.SOLVEPNP_P3P)
    rings = []
    for turn, move in zip(turns[:count], moves[:count], strict=True):
        fourth = camera.project(outline[3:], turn[:, 0].astype(float), move[:, 0].astype(float))
        ring = np.vstack([three, fourth])
        if (_bends(ring) < 0).all() and np.isfinite(ring).all():
            rings.append(ring)
    return rings


def _bends(ring: Points) -> Points:
    """How a ring of pixels bends at each of its corners: below 0 where it runs anticlockwise to the eye."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    return np.asarray(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])
