"""Proposes a board with one corner hidden: three corners and a usual camera give the fourth."""

from dataclasses import dataclass
from itertools import permutations
from typing import Final

import cv2
import numpy as np

from vision.board.grid_fit import turned_to
from vision.board.heat_maps import BoardFinder, peaks
from vision.board.intersection_fit import far
from vision.board.rings import P as RINGS
from vision.board.rings import Points, map_support, ring_on_intersections
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    most_corners: int = 9  # corner peaks tried by threes, the strongest
    best: int = 3  # rings examined closely: each needs heat maps of its own
    apart: float = 1.25  # cells; different rings have corners farther apart
    height_share: float = 0.75  # scale on the mean heat of corners: there are only three


P: Final = parameters(Parameters)


def rings_by_three(image: Image, grid: BoardGrid, camera: Camera | None = None) -> list[Points]:
    """Return likely outer corners of the grid, best first, as `ring_candidates` gives them. `camera`: the picture's, if
    known. Raises VisionError for a grid that the network was not trained for."""
    finder = BoardFinder(grid)
    maps = finder.heat_maps(image)
    spots, heights = peaks(maps.corners, RINGS.corner_least, P.most_corners)
    seen = camera or Camera.guess((image.shape[1], image.shape[0]))
    found: list[tuple[float, Points]] = []
    places = maps.in_picture(spots)
    for chosen in permutations(range(len(spots)), 3):
        three = places[list(chosen)]
        for ring in _rings(seen, three, grid) if _bends(three)[1] < 0 else ():
            quad = maps.of_picture(ring)
            height = P.height_share * float(heights[list(chosen)].mean())
            found.append((height + map_support(maps, quad, grid), ring))
    best: list[Points] = []
    for _, ring in sorted(found, key=lambda one: -one[0]):
        if all(far(turned_to(other, ring, grid), other, grid) > P.apart for other in best):
            best.append(ring)
        if len(best) == P.best:
            break
    return [ring_on_intersections(finder.heat_maps(image, ring), ring, grid) for ring in best]


def _rings(camera: Camera, three: Points, grid: BoardGrid) -> list[Points]:
    """Return the rings (4 x 2 pixels, anticlockwise to the eye) whose first corners are these three pixels."""
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
    """Return the turn of a ring of pixels at each corner: negative where it runs anticlockwise to the eye."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    return np.asarray(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0])
