"""Proposes rough corners of a grid from a picture's lines, best first, for stricter tests to judge.

Straight segments vote for pairs of vanishing points at right angles (Manhattan directions, as in Coughlan and Yuille
1999). Each pair rectifies the picture up to scale; there the grid is two combs whose teeth are nearly one pitch apart,
found by sums over all positions and pitches. Teeth are light lines, dark lines, or the edges of chequered cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.line_look import LineKind
from vision.board.pose import P as POSE
from vision.geometry.camera import USUAL_FOCAL
from vision.geometry.grid import BoardGrid
from vision.geometry.solids import BASE_MM, HEIGHT_MM
from vision.image import Floats
from vision.parameters import parameters

Singles = NDArray[np.float32]


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    working_side: int = 800  # pixels; longer pictures are reduced to this side
    shortest_segment: float = 12.0  # pixels; shorter segments have no reliable direction
    samples: int = 8000  # triples of segments drawn at random as hypotheses
    cap: float = 0.08  # share of the picture's longer side beyond which the length of a segment counts no more
    promising: int = 800  # hypotheses that are examined closely, the best ones
    slant_share: float = 0.3  # weight of segments along pyramids' slanting edges against those along the grid
    planes: int = 8  # planes tried, the likeliest first
    density: float = 0.45  # share of the working picture's resolution at which the plane is rectified
    largest_raster: int = 600  # pixels; longest side of a rectified picture
    per_kind: int = 2  # candidates kept for each look of lines
    faint: float = 3.0  # grey levels; a step of this size is as likely noise as an edge


P: Final = parameters(Parameters)
ANGLE = np.radians(1.5)
STEEPEST = np.sin(np.radians(20))

PITCHES = np.geomspace(14.0, 70.0, 90)


@dataclass(frozen=True)
class CornerCandidate:
    """Rough corners of a grid."""

    corners: Floats
    """4 x 2 pixels, in the order of the ring from some corner."""
    score: float
    """Score to rank by."""
    lines: LineKind


def candidates(
    grey: NDArray[np.uint8], grid: BoardGrid, focal: float | None = None, planes: int = P.planes
) -> Iterator[CornerCandidate]:
    """Yield rough corners of such grids in the picture (H x W, free of distortion), likelier ones first.

    `focal`: focal length in pixels, if known; the principal point is taken to be the middle of the picture. `planes`:
    number of planes in which grids are sought.
    """
    scale = min(1.0, P.working_side / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    length = USUAL_FOCAL * max(small.shape) if focal is None else focal * scale
    found: list[CornerCandidate] = []
    spread = POSE.focal_spread if focal is None else 0.0
    for first, second in directions(np.asarray(small, dtype=np.uint8), length, spread, planes):
        for candidate in _grids(np.asarray(small, dtype=np.uint8), grid, length, first, second):
            if all(not _same(candidate, other, grid) for other in found):
                found.append(candidate)
                yield CornerCandidate(candidate.corners / scale, candidate.score, candidate.lines)


def _same(a: CornerCandidate, b: CornerCandidate, grid: BoardGrid) -> bool:
    side = np.linalg.norm(a.corners - np.roll(a.corners, 1, axis=0), axis=1).mean() / grid.side
    apart = min(float(np.abs(np.roll(a.corners, k, axis=0) - b.corners).max()) for k in grid.turns)
    return bool(apart < 0.15 * side)


def segments(grey: NDArray[np.uint8]) -> Floats:
    """Detect straight segments, N x 4 (u1 v1 u2 v2), by LSD (Grompone von Gioi et al. 2010)."""
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if lines is None:
        return np.empty((0, 4))
    pieces = np.asarray(lines, dtype=float).reshape(-1, 4)
    return np.asarray(pieces[np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T) > P.shortest_segment])


def directions(
    grey: NDArray[np.uint8], focal: float, spread: float = 0.0, most: int = P.planes
) -> Iterator[tuple[Floats, Floats]]:
    """Yield pairs of vanishing directions (unit vectors in the camera frame) supported by many segments, best first.

    `focal` in pixels has a relative error of about `spread`.
    """
    pieces = segments(grey)
    if len(pieces) < 8:
        return
    middle = np.array(grey.shape[::-1]) / 2
    start = np.column_stack([(pieces[:, :2] - middle) / focal, np.ones(len(pieces))])
    end = np.column_stack([(pieces[:, 2:] - middle) / focal, np.ones(len(pieces))])
    length = np.hypot(*(pieces[:, 2:] - pieces[:, :2]).T)
    normal = np.cross(start, end)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    centre = ((start + end) / 2).astype(np.float32)
    heading = (end - start)[:, :2]
    heading = (heading / np.linalg.norm(heading, axis=1, keepdims=True)).astype(np.float32)
    tolerance = (ANGLE + 1.0 / length).astype(np.float32)

    def agreement(directions: Floats) -> Singles:
        to = directions.astype(np.float32)
        x = to[:, None, 0] - centre[None, :, 0] * to[:, None, 2]
        y = to[:, None, 1] - centre[None, :, 1] * to[:, None, 2]
        sine = np.abs(x * heading[None, :, 1] - y * heading[None, :, 0]) / (np.sqrt(x * x + y * y) + 1e-9)
        return np.asarray(np.clip(1 - sine / tolerance, 0, 1), dtype=np.float32)

    def polished(direction: Floats, weight: Singles) -> Floats:
        for _ in range(3):
            votes = agreement(direction[None])[0] * weight
            direction = np.linalg.eigh((normal * votes[:, None]).T @ normal)[1][:, 0]
        return direction

    # A board has many short edges, a floor board few long ones: length beyond a cell counts no more.
    weight = np.minimum(length, P.cap * max(grey.shape)).astype(np.float32)
    random = np.random.default_rng(0)
    i, j, k = random.choice(len(pieces), (3, P.samples), p=weight / weight.sum())
    first = np.cross(normal[i], normal[j])
    # Right angles depend on the focal length: where it is a guess, every sample draws its own.
    stretch = np.ones((P.samples, 3))
    stretch[:, :2] = np.exp(random.normal(0, spread, (P.samples, 1)))
    second = np.cross(normal[k] * stretch, first / stretch) * stretch
    sound = (np.linalg.norm(first, axis=1) > 1e-3) & (np.linalg.norm(second, axis=1) > 1e-3)
    first, second, stretch = _unit(first[sound]), _unit(second[sound]), stretch[sound]
    steep = np.abs(np.cross(first, second)[:, 2]) > STEEPEST
    first, second, stretch = first[steep], second[steep], stretch[steep]
    if len(first) == 0:
        return
    agree_first, agree_second = agreement(first), agreement(second)
    promising = np.argsort(-_balance(agree_first @ weight, agree_second @ weight))[: P.promising]
    agree_first, agree_second = agree_first[promising], agree_second[promising]
    first, second, stretch = first[promising], second[promising], stretch[promising]
    agree_slants = np.max(
        [agreement(slant * stretch) for slant in _slants(_unit(first / stretch), _unit(second / stretch))], axis=0
    )
    agree_slants = np.maximum(agree_slants - np.maximum(agree_first, agree_second), 0)
    for _ in range(most):
        score = _balance(agree_first @ weight, agree_second @ weight) + P.slant_share * (agree_slants @ weight)
        best = int(score.argmax())
        pair = [polished(direction, weight) for direction in (first[best], second[best])]
        if np.abs(np.cross(pair[0], pair[1])[2]) > STEEPEST:
            yield pair[0], pair[1]
        # Segments explained by this pair count half for the next ones, so that other planes and turns are found.
        weight = weight * (1 - 0.5 * agreement(np.array(pair)).max(axis=0))


def _balance(a: Singles, b: Singles) -> Singles:
    """Combine the support of both directions; the weaker one decides."""
    return np.asarray(np.minimum(a, b) + 0.2 * np.maximum(a, b), dtype=np.float32)


def _slants(first: Floats, second: Floats) -> Iterator[Floats]:
    """Yield the directions (N x 3) of the four slanting edges of pyramids that stand square on the plane."""
    up = np.cross(first, second)
    up *= -np.sign(up[:, 2:])
    for x, y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        yield _unit(BASE_MM[3] / 2 * (x * first + y * second) + HEIGHT_MM[3] * up)


def _unit(vectors: Floats) -> Floats:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def _grids(
    grey: NDArray[np.uint8], grid: BoardGrid, focal: float, first: Floats, second: Floats
) -> list[CornerCandidate]:
    """Return the best grids with lines along two directions."""
    seen = _from_above(grey.shape, min(grid.files, grid.ranks), focal, first, second)
    if seen is None:
        return []
    homography, size = seen
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    raster = cv2.warpPerspective(grey, homography, size, flags=flags).astype(np.float32)
    inside = cv2.warpPerspective(np.full(grey.shape, 255, np.uint8), homography, size, flags=flags)
    known = cv2.erode(inside, np.ones((7, 7), np.uint8), borderValue=0) > 250
    found = []
    for chequered in (False, True):
        response = _steps if chequered else _ridges
        across, along = response(raster, known, 1), np.ascontiguousarray(response(raster, known, 0).T)
        # A grid that is not square may lie either way.
        for turn in range(4 // len(grid.turns)):
            lying = grid.turned(turn)
            upright = _combs(across, lying.files, lying.ranks, chequered)
            level = _combs(along, lying.ranks, lying.files, chequered)
            found += _pairs(upright, level, lying, chequered)
    found.sort(key=lambda pair: -pair.score)
    kept: list[CornerCandidate] = []
    for pair in found:
        corners = cv2.perspectiveTransform(pair.box[None], homography)[0].astype(float)
        # Seen from above the ring runs counter-clockwise; v grows downwards.
        ring = corners[::-1] if _area(corners) > 0 else corners
        candidate = CornerCandidate(ring if pair.grid == grid else np.roll(ring, 1, axis=0), pair.score, pair.lines)
        # Scores of different kinds do not compare well, so each kind keeps its own best.
        if sum(other.lines is pair.lines for other in kept) < P.per_kind and all(
            not _same(candidate, k, grid) for k in kept
        ):
            kept.append(candidate)
    return kept


def _area(corners: Floats) -> float:
    x, y = corners.T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def _from_above(
    shape: tuple[int, ...], fewest: int, focal: float, first: Floats, second: Floats
) -> tuple[Floats, tuple[int, int]] | None:
    """Return the homography from a raster along the two directions to the picture, and the raster's size; None where
    fewer than the needed cells fit."""
    height, width = shape[:2]
    normal = np.cross(first, second)
    if normal[2] < 0:
        second, normal = -second, -normal
    normal /= np.linalg.norm(normal)
    k = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    homography = k @ np.column_stack([first, second, normal])
    inverse = np.linalg.inv(homography)
    u, v = np.meshgrid(np.linspace(0, width, 33), np.linspace(0, height, 25))
    pixels = np.vstack([np.column_stack([u.ravel(), v.ravel(), np.ones(u.size)]), [width / 2, height / 2, 1]])
    above = pixels @ inverse.T
    # Below the horizon the plane is before the camera: its third coordinate keeps the sign it has at the middle.
    before = above[:, 2] * above[-1, 2] > 0
    points = above[:, :2] / np.where(before, above[:, 2], 1.0)[:, None]
    depth = np.abs(np.column_stack([points, np.ones(len(points))]) @ homography[2])
    near = before & (depth < 2.2 * depth[-1])
    low, high = points[near].min(axis=0), points[near].max(axis=0)
    scale = min(P.density * focal / depth[-1], P.largest_raster / float((high - low).max()))
    size = np.ceil((high - low) * scale).astype(int)
    if size.min() < fewest * PITCHES[0]:
        return None
    place = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    return homography @ place, (int(size[0]), int(size[1]))


def _ridges(raster: Singles, known: NDArray[np.bool_], axis: int) -> Singles:
    """Return light (+) and dark (-) lines across `axis`, -1..1, by the smaller step at a line's two sides."""
    smooth = cv2.GaussianBlur(raster, (0, 0), 1.0)
    before, after = smooth - np.roll(smooth, 2, axis), smooth - np.roll(smooth, -2, axis)
    light = np.maximum(np.minimum(before, after), 0)
    dark = np.maximum(np.minimum(-before, -after), 0)
    ridge = np.where(known, light - dark, 0)
    return np.asarray(ridge / (np.abs(ridge) + P.faint), dtype=np.float32)


def _steps(raster: Singles, known: NDArray[np.bool_], axis: int) -> Singles:
    """Return steps up (+) and down (-) along `axis`, -1..1."""
    smooth = cv2.GaussianBlur(raster, (0, 0), 1.0)
    step = np.where(known, np.roll(smooth, -1, axis) - np.roll(smooth, 1, axis), 0)
    return np.asarray(step / (np.abs(step) + 2 * P.faint), dtype=np.float32)


def _combs(response: Singles, gaps: int, length: int, chequered: bool) -> Floats:
    """Return the best combs of upright teeth with `gaps` gaps, `length` pitches long, K x 5: score, pitch, x of the
    first tooth, y where the teeth begin, sign."""
    height, width = response.shape
    below = np.vstack([np.zeros((1, width), np.float32), np.cumsum(response, axis=0, dtype=np.float32)])
    # The outermost teeth may look different: a frame begins or chequers end there.
    outer = 0.3 if chequered else 0.6
    rows = []
    for pitch in PITCHES:
        span = round(length * pitch)
        places = width - round(gaps * pitch) - 2
        if span > height or places < 1:
            continue
        tops = np.arange(0, height - span + 1, max(1, int(pitch / (4 if chequered else 2))))
        if chequered:
            cuts = [below[tops + round(j * pitch)] for j in range(length + 1)]
            inner = sum((-1) ** (j + 1) * cuts[j] for j in range(1, length))
            tooth = (-1) ** (length + 1) * cuts[length] - cuts[0] + 2 * inner
        else:
            tooth = below[tops + span] - below[tops]
        teeth = {sign: _tolerant(sign * tooth / span) for sign in (1, -1)}
        for sign in (1, -1):
            comb = np.zeros((len(tops), places), np.float32)
            for k in range(gaps + 1):
                at = round(k * pitch)
                here = teeth[sign * (-1) ** k if chequered else sign][:, at : at + places]
                comb += here if 0 < k < gaps else outer * here
            best = comb.argmax(axis=1)
            # The noise of a mean over `span` pixels falls with its square root, and roots of teeth were added.
            score = comb[np.arange(len(tops)), best] * (span / length / PITCHES[0]) ** 0.25
            rows.append(np.column_stack([score, np.full(len(tops), pitch), best, tops, np.full(len(tops), sign)]))
    if not rows:
        return np.empty((0, 5))
    every = np.vstack(rows)
    return np.asarray(every[np.argsort(-every[:, 0])[:300]], dtype=float)


def _tolerant(tooth: Singles) -> Singles:
    """Return square roots, so that many fair teeth beat three strong ones, with a tolerance of a pixel to both
    sides."""
    wide = cv2.dilate(tooth, np.ones((1, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return np.asarray(np.sqrt(np.maximum(wide, 0)), dtype=np.float32)


@dataclass(frozen=True)
class _Pair:
    score: float
    box: Floats
    lines: LineKind
    grid: BoardGrid


def _pairs(upright: Floats, level: Floats, grid: BoardGrid, chequered: bool) -> list[_Pair]:
    """Return pairs of combs of both directions that form a grid, best first."""
    if not len(upright) or not len(level):
        return []
    px, py = upright[:, None, 1], level[None, :, 1]
    fits = (
        (np.abs(np.log(px / py)) < 0.25)
        & (np.abs(upright[:, None, 3] - level[None, :, 2]) < 0.5 * px)
        & (np.abs(upright[:, None, 2] - level[None, :, 3]) < 0.5 * py)
        & (chequered | (upright[:, None, 4] == level[None, :, 4]))
    )
    score = np.where(fits, upright[:, None, 0] + level[None, :, 0], -np.inf)
    pairs = []
    for a, b in zip(*np.unravel_index(np.argsort(-score, axis=None)[:60], score.shape), strict=True):
        if np.isfinite(score[a, b]):
            x, y, across, up = upright[a, 2], level[b, 2], grid.files * upright[a, 1], grid.ranks * level[b, 1]
            box = np.array([[x, y], [x + across, y], [x + across, y + up], [x, y + up]])
            lines = LineKind.CHEQUERED if chequered else LineKind.LIGHT if upright[a, 4] > 0 else LineKind.DARK
            pairs.append(_Pair(float(score[a, b]), box, lines, grid))
    return pairs
