"""Proposes where a board lies in a picture, from the finder's heat maps.

The best quadrilateral of corner peaks gives a first homography. The maps are then predicted again, enlarged around it,
and the homography is fitted to all intersections. Good to a tenth of a cell; `grid_fit` continues from there.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.heat_maps import BoardFinder, HeatMaps, peaks
from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.parameters import parameters

Points = NDArray[np.float64]


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    intersection_least: float = 0.15  # heat (0..1); fainter intersections are none
    reach: float = 0.3  # cells; largest distance of an intersection's heat from where it is expected
    fitted: int = 8  # intersections needed to fit a homography
    edge: int = 4  # map pixels; width of strips along the edges of the picture in which boards are cut off
    cut_share: float = 0.2  # share of such a strip covered by the surface of a cut-off board
    cut_area: float = 0.1  # share of the picture covered by a cut-off board
    corner_least: float = 0.12  # heat (0..1); fainter corners are none


P: Final = parameters(Parameters)


class RingCandidates(NamedTuple):
    """Likely outer corners of the grid, best first: each 4 x 2 pixels, in the order of its ring from some corner."""

    rings: list[Points]
    support: float
    """Support of the best ring by the maps of the picture and of the board's surroundings, 0..4."""


def ring_candidates(image: Image, grid: BoardGrid) -> RingCandidates:
    """Propose rings by the heat maps. Raises VisionError for a grid that the network was not trained for."""
    finder = BoardFinder(grid)
    whole = finder.heat_maps(image)
    first = first_ring(whole, grid)
    if first is None:
        return RingCandidates([], 0.0)
    maps = finder.heat_maps(image, first)
    again = first_ring(maps, grid)
    rings = [ring_on_intersections(maps, ring, grid) for ring in (first, again) if ring is not None]
    rings.sort(key=lambda ring: -map_support(maps, maps.of_picture(ring), grid))
    near = map_support(maps, maps.of_picture(rings[0]), grid)
    return RingCandidates([*rings, first], map_support(whole, whole.of_picture(first), grid) + near)


def turned_rings(image: Image, grid: BoardGrid) -> RingCandidates:
    """Propose rings in the picture turned by a quarter, in which the network may see what it misses upright."""
    turned = np.asarray(cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE), np.uint8)
    right = image.shape[1] - 1
    rings, support = ring_candidates(turned, grid)
    return RingCandidates([np.column_stack([right - ring[:, 1], ring[:, 0]]) for ring in rings], support)


def cut_off_at(image: Image, grid: BoardGrid) -> list[str]:
    """Return the edges of the picture (left, right, upper, lower) that cut off a board's surface."""
    maps = BoardFinder(grid).heat_maps(image)
    height, width = image.shape[:2]
    first, last = maps.of_picture(np.array([[0.0, 0.0], [width - 1.0, height - 1.0]]))
    left, top = np.maximum(np.ceil(first), 0).astype(int)
    right, bottom = np.floor(last).astype(int) + 1
    surface = maps.surface[top:bottom, left:right] > 0.5
    if surface.mean() < P.cut_area:
        return []
    edges = {
        "left": surface[:, 1 : P.edge],
        "right": surface[:, -P.edge : -1],
        "upper": surface[1 : P.edge],
        "lower": surface[-P.edge : -1],
    }
    return [name for name, strip in edges.items() if strip.mean() > P.cut_share]


def ring_on_intersections(maps: HeatMaps, ring: Points, grid: BoardGrid) -> Points:
    """Fit a homography to the intersections near `ring` and return its ring."""
    intersections = grid.intersections
    warp = cv2.getPerspectiveTransform(grid.outline.astype(np.float32), maps.of_picture(ring).astype(np.float32))
    spots, _ = peaks(maps.intersections, P.intersection_least, 80)
    for _ in range(4):
        predicted = np.asarray(cv2.perspectiveTransform(intersections[:, None], warp), float)[:, 0]
        found, seen = _matches(spots, predicted, grid)
        if len(found) < P.fitted:
            return ring
        warped, _ = cv2.findHomography(intersections[found], seen, cv2.RANSAC, 1.5)
        if warped is None:
            return ring
        warp = warped
    corners = np.asarray(cv2.perspectiveTransform(grid.outline[:, None], warp), float)[:, 0]
    return maps.in_picture(corners)


def first_ring(maps: HeatMaps, grid: BoardGrid) -> Points | None:
    """Return the board's four corners in the picture, anticlockwise to the eye, 4 x 2 pixels; None for empty maps."""
    spots, heights = peaks(maps.corners, P.corner_least, 9)
    best, ring = 0.0, None
    for chosen in combinations(range(len(spots)), 4):
        quad = _ordered(spots[list(chosen)])
        if quad is None:
            continue
        # Skip the area of a quadrilateral that cannot win even if its surface is complete.
        quad = _turned(maps, quad, grid)
        score = float(heights[list(chosen)].mean()) + _intersections_on(maps, quad, grid)
        if score + 1 > best and (score := score + _overlap(maps, quad)) > best:
            best, ring = score, quad
    if ring is None and (outline := _surface_ring(maps)) is not None:
        ring = _turned(maps, outline, grid)
    return None if ring is None else maps.in_picture(ring)


def _turned(maps: HeatMaps, quad: Points, grid: BoardGrid) -> Points:
    """Rotate a ring of map pixels so that the sides of a non-square grid match."""
    if len(grid.turns) == 4:
        return quad
    return max((quad, np.roll(quad, 1, axis=0)), key=lambda ring: _intersections_on(maps, ring, grid))


def _ordered(quad: Points) -> Points | None:
    """Return four points as a convex ring, anticlockwise to the eye, or None."""
    hull = np.asarray(cv2.convexHull(quad.astype(np.float32), clockwise=False), float)[:, 0]
    if len(hull) < 4 or cv2.contourArea(hull.astype(np.float32)) < 60:
        return None
    area = 0.5 * float(np.sum(hull[:, 0] * np.roll(hull[:, 1], -1) - np.roll(hull[:, 0], -1) * hull[:, 1]))
    return hull[::-1] if area > 0 else hull


def map_support(maps: HeatMaps, quad: Points, grid: BoardGrid) -> float:
    """Return how well intersections and surface support a quadrilateral of map pixels, about 0..2."""
    return _overlap(maps, quad) + _intersections_on(maps, quad, grid)


def _overlap(maps: HeatMaps, quad: Points) -> float:
    """Return the overlap (intersection over union, 0..1) of surface heat and a quadrilateral of map pixels."""
    inside = np.zeros(maps.surface.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    believed = maps.surface > 0.5
    return float((believed & (inside > 0)).sum()) / max(float((believed | (inside > 0)).sum()), 1.0)


def _intersections_on(maps: HeatMaps, quad: Points, grid: BoardGrid) -> float:
    """Return the mean heat (0..1) where a grid in a quadrilateral of map pixels has its intersections."""
    warp = cv2.getPerspectiveTransform(grid.outline.astype(np.float32), quad.astype(np.float32))
    spots = np.asarray(cv2.perspectiveTransform(grid.intersections[:, None], warp), float)[:, 0]
    return float(np.mean(_sampled(maps.intersections, spots)))


def _sampled(maps: NDArray[np.float32], spots: Points) -> NDArray[np.float64]:
    """Sample a map at N x 2 map pixels, 0 outside it."""
    columns, rows = (np.ascontiguousarray(spots[:, i : i + 1], np.float32) for i in (0, 1))
    return np.asarray(cv2.remap(maps, columns, rows, cv2.INTER_LINEAR), np.float64)[:, 0]


def _surface_ring(maps: HeatMaps) -> Points | None:
    """Return the outline of the surface heat, for use where too few corners show."""
    outlines, _ = cv2.findContours((maps.surface > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = cv2.convexHull(max(outlines, key=cv2.contourArea))
    if len(outline) < 4:
        return None
    quad = np.asarray(cv2.approxPolyN(outline, 4, ensure_convex=True), float).reshape(-1, 2)
    return _ordered(quad)


def _matches(spots: Points, predicted: Points, grid: BoardGrid) -> tuple[NDArray[np.int_], Points]:
    """Match intersections seen at `spots` (N x 2) to predicted map pixels. Returns their numbers and places."""
    lattice = predicted.reshape(grid.ranks + 1, grid.files + 1, 2)
    gaps = np.minimum(
        np.linalg.norm(np.diff(lattice, axis=0), axis=2).min(), np.linalg.norm(np.diff(lattice, axis=1), axis=2).min()
    )
    found, seen = [], []
    for k, place in enumerate(predicted):
        if not len(spots):
            break
        distance = np.linalg.norm(spots - place, axis=1)
        near = int(np.argmin(distance))
        if distance[near] < max(P.reach * gaps, 1.5):
            found.append(k)
            seen.append(spots[near])
    return np.array(found, int), np.array(seen, float).reshape(-1, 2)
