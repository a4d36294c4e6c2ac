"""Proposes halves of a backgammon board in a picture, from the finder's heat maps.

Both halves of a board may be visible, and bear-off trays beside them have corners, too. So all quadrilaterals of corner
peaks are tried that a usual camera may see half a board as; for the best ones the maps are predicted again, enlarged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.heat_maps import BoardFinder, HeatMaps, peaks
from vision.board.pose_fit import FlatBoard, HeatMapCosts
from vision.board.rings import ring_on_intersections
from vision.geometry.grid import HALF_BOARD
from vision.geometry.half_board import DEEP, ROWS, USUAL_FOCAL
from vision.image import Floats, Image
from vision.parameters import Three, Two, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    corner_least: float = 0.12  # heat (0..1); fainter corners are none
    most_corners: int = 12  # corner peaks used: eight of two halves, and some of trays
    least_area: float = 60.0  # map pixels; smaller halves are none
    closer: int = 4  # proposals examined closely: each needs heat maps, ten milliseconds
    proposed: int = 60  # quadrilaterals compared, many of them alike
    paired: float = 0.5  # weight of the support for another half beside it
    alike: float = 0.12  # shares of a side; proposals with nearer corners are one
    apart: float = 0.6  # shares of a side; smallest distance of the middles of two halves
    bars: Three = (0.2, 2.4, 0.1)  # points' widths; bars between halves that are tried: from, to, step
    clearly: float = 0.03  # 0..2; support by which a half of a whole board must be better than others
    bar_step: float = 0.4  # points' widths; steps of bars of whole boards
    skew: Two = (0.03, 0.15)  # cosines off right angles: seen from above, and growing with the squared sine of the lean
    stretch: Two = (0.1, 0.2)  # logs of depth off the usual: from above, and growing with the lean's squared sine
    unusual: float = 0.05  # 0..2; cost for each squared deviation of these
    plain: float = 1.5  # 0..2; a half with less support may have hidden corners: a whole pose is fitted
    cut_off: float = 0.1  # share of the picture; corners of such a half may lie this far outside
    beside: float = 0.4  # points' widths; margin outside a half at which the surface must end


P: Final = parameters(Parameters)


@dataclass(frozen=True, eq=False)
class Half:
    """A half of a board."""

    ring: Floats
    """Corners, 4 x 2 pixels, anticlockwise to the eye from the beginning of one side of points."""
    support: float
    """Support by the heat maps, 0..2, less the cost of an unusual shape."""

    @property
    def point(self) -> float:
        """Width of a point in pixels."""
        return float(np.linalg.norm(self.ring[1] - self.ring[0])) / ROWS


def halves_in(image: Image) -> list[Half]:
    """Return likely halves in a picture, best first, no two in the same place."""
    finder, size = BoardFinder(HALF_BOARD), image.shape[1::-1]
    maps = finder.heat_maps(image)

    def fitted(rings: Sequence[Floats], found: Sequence[Half]) -> list[Half]:
        return _apart([*found, *(_fitted(finder, image, ring) for ring in rings)])

    def both(found: Sequence[Half]) -> list[Half]:
        beside, _ = _neighbours(maps, maps.of_picture(found[0].ring))
        return fitted([maps.in_picture(ring) for ring in beside], found)

    found = fitted([maps.in_picture(ring) for ring in _proposals(maps, size)[: P.closer]], [])
    found = both(found) if found else found
    if not found or found[0].support < P.plain:
        posed = [pose.rings[0] for pose in HeatMapCosts(maps, _ANY_HALF, size).best()]
        found = fitted([ring for ring in posed if _in_sight(ring, size)], found)
        wholes = fitted([maps.in_picture(ring) for ring in _halves_of_wholes(maps, size)], [])
        if wholes and wholes[0].support > (found[0].support + P.clearly if found else 0.0):
            found = both(_apart([*found, *wholes]))
    return found


def _in_sight(ring: Floats, size: Sequence[int]) -> bool:
    """Return True if a ring of pixels lies in the picture, give or take the width of a rim."""
    return bool((np.abs(ring / (np.array(size) - 1) - 0.5) < 0.5 + P.cut_off).all())


def _neighbours(maps: HeatMaps, ring: Floats) -> tuple[Floats, Floats]:
    """Return the places of the other half left and right of a ring (4 x 2 map pixels), equally large and a bar away, 2
    x 4 x 2, and their support."""
    way = _homographies(ring[None])
    shifts = ROWS + np.arange(*P.bars)
    fields = _FIELD + np.stack([np.stack([-shifts, shifts]), np.zeros((2, len(shifts)))], axis=-1)[:, :, None]
    rings = _at(way, fields.reshape(-1, 2))[0].reshape(-1, 4, 2)
    worth = _worth(maps, rings).reshape(2, -1)
    best = worth.argmax(axis=1)
    return rings.reshape(2, -1, 4, 2)[[0, 1], best], worth[[0, 1], best]


def _worth(maps: HeatMaps, rings: Floats) -> Floats:
    """Return the support (N, about 0..3) of rings, N x 4 x 2 map pixels, by the maps of a whole picture."""
    return np.asarray(_support(maps, rings) + _sampled(maps.corners, rings).mean(1))


def _fitted(finder: BoardFinder, image: Image, ring: Floats) -> Half:
    """Fit a ring (4 x 2 pixels) to the ends of points in new maps around it; the ring itself if it has more support."""
    maps = finder.heat_maps(image, ring)
    rings = np.array([ring_on_intersections(maps, ring, HALF_BOARD), ring])
    worth = _support(maps, np.array([maps.of_picture(one) for one in rings]))
    worth -= P.unusual * _unusual(rings, image.shape[1::-1])
    best = int(np.argmax(worth))
    return Half(rings[best], float(worth[best]))


def _apart(found: Sequence[Half]) -> list[Half]:
    """Return the best of them, best first, no two in the same place."""
    kept: list[Half] = []
    for half in sorted(found, key=lambda half: -half.support):
        middle = half.ring.mean(axis=0)
        if all(np.linalg.norm(one.ring.mean(axis=0) - middle) > P.apart * one.point * ROWS for one in kept):
            kept.append(half)
    return kept


def _proposals(maps: HeatMaps, size: Sequence[int]) -> list[Floats]:
    """Return quadrilaterals of map pixels, each 4 x 2, best first, no two alike."""
    quads = _quads(maps)
    if not quads:
        return []
    rings = np.array([np.roll(quad, k, axis=0) for quad in quads for k in range(2)])
    seen = maps.in_picture(rings.reshape(-1, 2)).reshape(rings.shape)
    worth = _worth(maps, rings) - P.unusual * _unusual(seen, size)
    kept: list[Floats] = []
    together: list[float] = []
    for k in np.argsort(-worth)[: P.proposed]:
        ring = rings[k]
        reach = P.alike * float(np.linalg.norm(ring[1] - ring[0]))
        if all(min(np.abs(one - np.roll(ring, 2 * k, axis=0)).max() for k in range(2)) > reach for one in kept):
            kept.append(ring)
            together.append(float(worth[k]) + P.paired * float(_neighbours(maps, ring)[1].max()))
    return [kept[k] for k in np.argsort(together)[::-1]]


def _quads(maps: HeatMaps) -> list[Floats]:
    """Return all convex quadrilaterals of corners and of the surface's outlines, each 4 x 2 map pixels."""
    spots, _ = peaks(maps.corners, P.corner_least, P.most_corners)
    fours = (spots[list(chosen)] for chosen in combinations(range(len(spots)), 4))
    return [*(quad for four in fours if (quad := _ordered(four)) is not None), *_outlines(maps)]


def _halves_of_wholes(maps: HeatMaps, size: Sequence[int]) -> list[Floats]:
    """Return the halves of likely whole boards, each 4 x 2 map pixels: beside a bar corners show faintly, if at all."""
    quads = _quads(maps)
    if not quads:
        return []
    rings = np.array([np.roll(quad, k, axis=0) for quad in quads for k in range(2)])
    bars = np.arange(P.bars[0], P.bars[1], P.bar_step)
    fields = [(_FIELD + np.array([left, 0])) * (ROWS / (2 * ROWS + bar), 1) for bar in bars for left in (0, ROWS + bar)]
    halves = _at(_homographies(rings), np.concatenate(fields)).reshape(-1, 4, 2)
    seen = maps.in_picture(halves.reshape(-1, 2)).reshape(halves.shape)
    worth = (_support(maps, halves) - P.unusual * _unusual(seen, size)).reshape(-1, 2).mean(axis=1)
    best = np.argsort(-worth)[: P.closer]
    return [half for number in best for half in halves.reshape(-1, 2, 4, 2)[number]]


def _ordered(quad: Floats) -> Floats | None:
    """Return four points as a convex ring, anticlockwise to the eye, or None."""
    hull = np.asarray(cv2.convexHull(quad.astype(np.float32), clockwise=False), float)[:, 0]
    if len(hull) < 4 or (area := cv2.contourArea(hull.astype(np.float32), oriented=True)) == 0:
        return None
    if abs(area) < P.least_area:
        return None
    return hull[::-1] if area > 0 else hull


def _outlines(maps: HeatMaps) -> list[Floats]:
    """Return the outlines of the surface heat as quadrilaterals: corners may be hidden."""
    found = []
    outlines, _ = cv2.findContours((maps.surface > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        hull = cv2.convexHull(outline)
        if len(hull) >= 4 and cv2.contourArea(hull) > P.least_area:
            quad = _ordered(np.asarray(cv2.approxPolyN(hull, 4, ensure_convex=True), float).reshape(-1, 2))
            found += [] if quad is None else [quad]
    return found


def _homographies(rings: Floats) -> Floats:
    """Return the homographies (N x 3 x 3) from points' widths (x from 0 to 6, y from 0 to `DEEP`) to rings, N x 4 x 2
    (Heckbert 1989)."""
    a, b, c, d = (rings[:, k] for k in range(4))
    one, two, rest = b - c, d - c, a - b + c - d
    det = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    g = (rest[:, 0] * two[:, 1] - rest[:, 1] * two[:, 0]) / det
    h = (one[:, 0] * rest[:, 1] - one[:, 1] * rest[:, 0]) / det
    unit = np.zeros((len(rings), 3, 3))
    unit[:, :2, 0], unit[:, :2, 1], unit[:, :2, 2] = b - a + g[:, None] * b, d - a + h[:, None] * d, a
    unit[:, 2] = np.column_stack([g, h, np.ones_like(g)])
    return unit @ np.diag([1 / ROWS, 1 / DEEP, 1.0])


def _at(ways: Floats, spots: Floats) -> Floats:
    """Map M x 2 spots by homographies (N x 3 x 3): N x M x 2."""
    there = np.column_stack([spots, np.ones(len(spots))]) @ np.swapaxes(ways, 1, 2)
    return np.asarray(there[..., :2] / np.where(np.abs(there[..., 2:]) < 1e-9, 1e-9, there[..., 2:]))


def _unusual(rings: Floats, size: Sequence[int]) -> Floats:
    """Return how unusual the shapes of rings (N x 4 x 2 pixels of a picture of this size) are for half a board before a
    usual camera, N."""
    focal = USUAL_FOCAL * max(size)
    lens = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    ways = np.linalg.inv(lens) @ _homographies(rings)
    across, deep, sight = ways[..., 0], ways[..., 1], ways @ np.array([ROWS / 2, DEEP / 2, 1.0])
    wide, high = np.linalg.norm(across, axis=1), np.linalg.norm(deep, axis=1)
    up = np.cross(across, deep)
    facing = (up * sight).sum(1) / np.maximum(np.linalg.norm(up, axis=1) * np.linalg.norm(sight, axis=1), 1e-12)
    leaning = 1 - facing**2
    skew = (across * deep).sum(1) / (wide * high) / (P.skew[0] + P.skew[1] * leaning)
    return np.asarray(skew**2 + (np.log(high / wide) / (P.stretch[0] + P.stretch[1] * leaning)) ** 2)


def _rings_of(shapes: Floats) -> Floats:
    """Return the field's corners (B x 1 x 4 x 2 points' widths) for the logs of its depth, B x 1."""
    depth = np.exp(shapes)[:, :, None, None]
    return np.asarray(_FIELD * np.concatenate([np.ones_like(depth), depth], axis=3))


def _ends_of(shapes: Floats) -> Floats:
    """Return the places where its points meet the rim, B x 14 x 2."""
    return np.asarray(_ENDS * np.stack([np.ones(len(shapes)), np.exp(shapes[:, 0])], axis=1)[:, None])


_FIELD = np.array([[0, 0], [ROWS, 0], [ROWS, DEEP], [0, DEEP]], float)
_ALONG = np.arange(ROWS + 1.0)
_ENDS = np.array([[x, y] for y in (0.0, DEEP) for x in _ALONG])
_ANY_HALF = FlatBoard(_rings_of, _ends_of, usual=(0.03,), spread=(0.08,), turns=2)
_INNER = np.array([[x, y] for x in np.arange(0.5, ROWS) for y in np.linspace(0.06, 0.94, 8) * DEEP])
_OUTER = np.array(
    [[x, y] for x in (-P.beside, ROWS + P.beside) for y in np.linspace(0.06, 0.94, 8) * DEEP]
    + [[x, y] for x in np.arange(0.5, ROWS) for y in (-P.beside, DEEP + P.beside)]
)


def _support(maps: HeatMaps, rings: Floats) -> Floats:
    """Return the support (N, about 0..2) of rings (N x 4 x 2 map pixels) by ends of points and surface."""
    ways = _homographies(rings)
    ends = _sampled(maps.intersections, _at(ways, _ENDS)).mean(1)
    inside = _sampled(maps.surface, _at(ways, _INNER)).mean(1)
    return np.asarray(ends + inside - 0.5 * _sampled(maps.surface, _at(ways, _OUTER)).mean(1))


def _sampled(plane: NDArray[np.float32], spots: Floats) -> Floats:
    """Sample a map at N x M x 2 map pixels, 0 outside it."""
    u, v = (np.ascontiguousarray(spots[..., k], np.float32) for k in range(2))
    return np.asarray(cv2.remap(plane, u, v, cv2.INTER_LINEAR), float)
