"""Finds a Volcano board and the camera in a picture, without markers.

A small network paints the corners, the crossings of the grid and the feet of the larges; the best quadrilateral of
corners gives a first homography; then the picture is painted again enlarged around the board and the camera's pose,
focal length and first radial distortion term are fitted to all crossings by robust least squares. The grid alone
leaves its absolute size open: the pitch follows from the feet, for a large is 25.4 mm wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from vision.board_view import SIDE, BoardView
from vision.camera import Camera
from vision.errors import VisionError
from vision.finder import BoardFinder, Paint, peaks
from vision.look import Image
from vision.solids import BASE_MM

Points = NDArray[np.float64]

LEAST_SIZE = 160
CORNER_LEAST = 0.12
CROSSING_LEAST = 0.15
ENOUGH_CROSSINGS = 12
REACH = 0.3
MAP_NOISE = 0.35
FOCAL_SPREAD = 0.22
K1_SPREAD = 0.08
FIELDS_OF_VIEW = (45.0, 62.0, 80.0)
MOVED_MAP_PX = 1.0
PITCHES = (25.5, 42.0)
USUAL_PITCH = 33.0
SURE = 0.45

GRID = np.array([[x, y] for y in range(SIDE + 1) for x in range(SIDE + 1)], float)
RING = np.array([0, SIDE, (SIDE + 1) ** 2 - 1, SIDE * (SIDE + 1)])


@cache
def _finder() -> BoardFinder:
    return BoardFinder()


@dataclass(frozen=True)
class _Fit:
    """A board fitted to paint: its view with the pitch as unit length, and how well the crossings bear it out."""

    view: BoardView
    support: float
    matched: int
    error: float


def locate(
    image: Image,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
    a1: tuple[float, float] | None = None,
    previous: BoardView | None = None,
) -> BoardView:
    """The board in a picture.

    `camera`: a measured profile; without it focal length and distortion are estimated. `corners`: outer corners of
    a1, e1, e5, a5 in pixels, if somebody tapped them. `a1`: roughly where a1's outer corner is; without either, a1
    is the near left corner. `previous`: the view in an earlier picture of the same table; it is returned itself as
    long as nothing moved. Raises VisionError if there is no board, or not all of it is in the picture.
    """
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIZE:
        raise VisionError(f"the picture is too small ({width} x {height}): use at least {LEAST_SIZE} pixels each way")
    camera = camera.scaled((width, height)) if camera else None
    if previous is not None and previous.camera.size == (width, height):
        return _followed(image, previous)
    ring = np.array(corners, float) if corners is not None else _first_ring(_finder().paint(image))
    paint = _finder().paint(image, ring)
    fit = _fit(paint, ring, (width, height), camera)
    paint = _finder().paint(image, np.array(list(fit.view.corners.values())))
    fit = _fit(paint, np.array(list(fit.view.corners.values())), (width, height), camera)
    _insist(fit, width, height)
    view = _with_pitch(fit, paint)
    if corners is not None:
        return view
    return _oriented(view, a1)


def _first_ring(paint: Paint) -> Points:
    """The board's four corners in the picture, anticlockwise as the board's ring is, 4 x 2 pixels."""
    spots, heights = peaks(paint.corners, CORNER_LEAST, 9)
    best, ring = 0.0, None
    for chosen in combinations(range(len(spots)), 4):
        quad = _ordered(spots[list(chosen)])
        if quad is None:
            continue
        score = float(heights[list(chosen)].mean()) + _support(paint, quad)
        if score > best:
            best, ring = score, quad
    if ring is None:
        ring = _surface_ring(paint)
    return paint.in_picture(ring)


def _ordered(quad: Points) -> Points | None:
    """Four points as a convex ring that runs anticlockwise to the eye, or None."""
    hull = np.asarray(cv2.convexHull(quad.astype(np.float32), clockwise=False), float)[:, 0]
    if len(hull) < 4 or cv2.contourArea(hull.astype(np.float32)) < 60:
        return None
    area = 0.5 * float(np.sum(hull[:, 0] * np.roll(hull[:, 1], -1) - np.roll(hull[:, 0], -1) * hull[:, 1]))
    return hull[::-1] if area > 0 else hull


def _support(paint: Paint, quad: Points) -> float:
    """How well crossings and surface bear out a quadrilateral of map pixels, about 0..2."""
    warp = cv2.getPerspectiveTransform((GRID[RING]).astype(np.float32), quad.astype(np.float32))
    spots = np.asarray(cv2.perspectiveTransform(GRID[:, None], warp), float)[:, 0]
    inside = np.zeros(paint.surface.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    believed = paint.surface > 0.5
    overlap = float((believed & (inside > 0)).sum()) / max(float((believed | (inside > 0)).sum()), 1.0)
    crossing = _sampled(paint.crossings, spots)
    return overlap + float(np.mean(crossing))


def _sampled(paint: NDArray[np.float32], spots: Points) -> NDArray[np.float64]:
    """The map's values at N x 2 map pixels, 0 outside it."""
    columns, rows = (np.ascontiguousarray(spots[:, i : i + 1], np.float32) for i in (0, 1))
    return np.asarray(cv2.remap(paint, columns, rows, cv2.INTER_LINEAR), np.float64)[:, 0]


def _surface_ring(paint: Paint) -> Points:
    """The painted surface's own outline, where too few corners show."""
    outlines, _ = cv2.findContours((paint.surface > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        raise VisionError("there is no board in the picture: show the whole 5 x 5 board with its pyramids")
    outline = cv2.convexHull(max(outlines, key=cv2.contourArea))
    quad = np.asarray(cv2.approxPolyN(outline, 4, ensure_convex=True), float).reshape(-1, 2)
    ring = _ordered(quad)
    if ring is None:
        raise VisionError("there is no board in the picture: show the whole 5 x 5 board with its pyramids")
    return ring


def _matches(paint: Paint, predicted: Points) -> tuple[NDArray[np.int_], Points, NDArray[np.float64]]:
    """Which crossings (0..35) the paint shows near their predicted map pixels, where, and how plainly."""
    spots, heights = peaks(paint.crossings, CROSSING_LEAST, 80)
    lattice = predicted.reshape(SIDE + 1, SIDE + 1, 2)
    gaps = np.minimum(
        np.linalg.norm(np.diff(lattice, axis=0), axis=2).min(), np.linalg.norm(np.diff(lattice, axis=1), axis=2).min()
    )
    found, seen, plain = [], [], []
    for k, place in enumerate(predicted):
        if not len(spots):
            break
        distance = np.linalg.norm(spots - place, axis=1)
        near = int(np.argmin(distance))
        if distance[near] < max(REACH * gaps, 1.5):
            found.append(k)
            seen.append(spots[near])
            plain.append(heights[near])
    return np.array(found, int), np.array(seen, float).reshape(-1, 2), np.array(plain, float)


def _fit(paint: Paint, ring: Points, size: tuple[int, int], camera: Camera | None) -> _Fit:
    """Fit pose (and focal length and k1, without a camera) to the painted crossings, starting from four corners."""
    warp = cv2.getPerspectiveTransform(GRID[RING].astype(np.float32), paint.of_picture(ring).astype(np.float32))
    predicted = np.asarray(cv2.perspectiveTransform(GRID[:, None].astype(np.float32), warp), float)[:, 0]
    for _ in range(3):
        found, seen, plain = _matches(paint, predicted)
        if len(found) < 6:
            break
        fitted, _ = cv2.findHomography(GRID[found], seen, cv2.RANSAC, 1.5)
        if fitted is None:
            break
        predicted = np.asarray(cv2.perspectiveTransform(GRID[:, None], fitted), float)[:, 0]
    if len(found) < 6:
        return _Fit(_first_view(ring, camera or Camera.usual(size)), 0.0, len(found), 9.0)
    places, unit = paint.in_picture(seen), 1 / float(np.sqrt(abs(np.linalg.det(paint.to_map[:, :2]))))
    starts = [camera] if camera else [_guessed(size, degrees) for degrees in FIELDS_OF_VIEW]
    outer = paint.in_picture(predicted[RING])
    views = [_polished(_first_view(outer, s), found, places, plain, unit, fixed=camera is not None) for s in starts]
    _, view = min(views, key=lambda pair: pair[0])
    off = np.linalg.norm(view.project(_on_board(found)) - places, axis=1) / unit
    close = off < 1.2
    return _Fit(view, float(plain[close].sum()) / 36, int(close.sum()), float(np.median(off)))


def _guessed(size: tuple[int, int], degrees: float) -> Camera:
    return Camera.simple(size, max(size) / 2 / float(np.tan(np.radians(degrees) / 2)))


def _on_board(crossings: NDArray[np.int_]) -> Points:
    """Crossings as points of the board frame with the pitch as unit length."""
    return np.column_stack([GRID[crossings], np.zeros(len(crossings))])


def _first_view(ring: Points, camera: Camera) -> BoardView:
    _, rotation, translation = cv2.solvePnP(
        _on_board(RING), ring, camera.matrix, camera.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    return BoardView(camera, np.asarray(rotation, float)[:, 0], np.asarray(translation, float)[:, 0], 1.0, 0.0)


def _polished(
    start: BoardView, found: NDArray[np.int_], places: Points, plain: NDArray[np.float64], unit: float, fixed: bool
) -> tuple[float, BoardView]:
    """The view near `start` that fits the seen crossings best, and its cost. `unit`: picture pixels a map pixel."""
    spots, first = _on_board(found), start.camera.matrix[0, 0]
    usual = np.log(Camera.usual(start.camera.size).matrix[0, 0])

    def view_of(p: Points) -> BoardView:
        camera = start.camera if fixed else Camera.simple(start.camera.size, float(np.exp(p[6]) * first), float(p[7]))
        return BoardView(camera, p[:3], p[3:6], 1.0, 0.0)

    def residuals(p: Points) -> Points:
        off = (view_of(p).project(spots) - places) / (unit * MAP_NOISE)
        bound = np.array([(p[6] + np.log(first) - usual) / FOCAL_SPREAD, p[7] / K1_SPREAD])
        return np.concatenate([(off * np.sqrt(plain)[:, None]).ravel(), [] if fixed else bound])

    free = np.concatenate([start.rotation, start.translation, [] if fixed else [0.0, 0.0]])
    answer = least_squares(residuals, free, loss="soft_l1", x_scale=np.maximum(np.abs(free), 0.1), max_nfev=60)
    return float(answer.cost), view_of(answer.x)


def _insist(fit: _Fit, width: int, height: int) -> None:
    """Raise VisionError unless this is a whole board."""
    if fit.matched < ENOUGH_CROSSINGS or fit.support < 0.12:
        raise VisionError("there is no board in the picture: show the whole 5 x 5 board with its pyramids")
    spots = np.array(list(fit.view.corners.values()))
    margin = 0.02 * max(width, height)
    outside = [
        cell
        for cell, (u, v) in zip(fit.view.corners, spots, strict=True)
        if not (-margin < u < width + margin and -margin < v < height + margin)
    ]
    if outside:
        raise VisionError("part of the board is outside the picture: move the camera so that all of it shows")


def _with_pitch(fit: _Fit, paint: Paint) -> BoardView:
    """The view in millimetres: the pitch at which larges in the cells' middles cover best what is painted as feet."""
    edge = _foot_edge(fit.view, paint)
    pitch = USUAL_PITCH if edge is None else float(np.clip(BASE_MM[3] / 2 / edge, *PITCHES))
    return replace(fit.view, translation=fit.view.translation * pitch, pitch=pitch, confidence=_confidence(fit))


def _foot_edge(view: BoardView, paint: Paint) -> float | None:
    """How far from their cell's middle the feet end, as a share of the pitch; None where no feet show."""
    reach = np.linspace(-0.48, 0.48, 33)
    dx, dy = (d.ravel() for d in np.meshgrid(reach, reach))
    middles = np.arange(SIDE) + 0.5
    x, y = (m.ravel() for m in np.meshgrid(middles, middles))
    spots = np.column_stack([(x[:, None] + dx).ravel(), (y[:, None] + dy).ravel(), np.zeros(len(x) * len(dx))])
    feet = _sampled(paint.feet, paint.of_picture(view.project(spots))).reshape(len(x), len(dx)).mean(axis=0)
    off = np.maximum(np.abs(dx), np.abs(dy))
    rings = np.linspace(0.24, 0.48, 17)
    painted = np.array([feet[np.abs(off - ring) < 0.02].mean() for ring in rings])
    inner = feet[off < 0.2].mean()
    if inner < 0.3:
        return None
    below = np.nonzero(painted < inner / 2)[0]
    if not len(below) or below[0] == 0:
        return None
    k = int(below[0])
    return float(np.interp(inner / 2, [painted[k], painted[k - 1]], [rings[k], rings[k - 1]]))


def _oriented(view: BoardView, a1: tuple[float, float] | None) -> BoardView:
    """Call the right corner a1: the one nearest to the given pixel, or the near left one."""
    turns = [view.turned(quarters) for quarters in range(4)]
    if a1 is not None:
        return min(turns, key=lambda turned: float(np.hypot(*np.subtract(turned.corners["a1"], a1))))
    return max(turns, key=lambda turned: turned.corners["a1"][1] + turned.corners["e1"][1])


def _followed(image: Image, previous: BoardView) -> BoardView:
    """The board in a later picture; `previous` itself while table and camera stand still.

    Where a hand hides too much to tell, nothing is taken to have moved.
    """
    ring = np.array(list(previous.corners.values()))
    paint = _finder().paint(image, ring)
    predicted = paint.of_picture(previous.project(_on_board(np.arange(36)) * previous.pitch))
    found, seen, _ = _matches(paint, predicted)
    if len(found) >= ENOUGH_CROSSINGS:
        off = np.median(np.linalg.norm(seen - predicted[found], axis=1))
        if off < MOVED_MAP_PX:
            return previous
        return _moved(previous, _fit(paint, ring, previous.camera.size, previous.camera))
    try:
        fit = _fit(_finder().paint(image), _first_ring(_finder().paint(image)), previous.camera.size, previous.camera)
        _insist(fit, *previous.camera.size)
    except VisionError:
        return previous
    return _moved(previous, fit)


def _moved(previous: BoardView, fit: _Fit) -> BoardView:
    """The fitted board in millimetres, its corners named as they were."""
    view = replace(
        fit.view,
        translation=fit.view.translation * previous.pitch,
        pitch=previous.pitch,
        confidence=_confidence(fit),
    )
    where = np.array(list(previous.corners.values()))

    def shift(turned: BoardView) -> float:
        return float(np.linalg.norm(np.array(list(turned.corners.values())) - where))

    return min((view.turned(quarters) for quarters in range(4)), key=shift)


def _confidence(fit: _Fit) -> float:
    """Between 0 and 1: all crossings seen plainly where they should be, or hardly any."""
    return float(np.clip(fit.support / SURE, 0, 1))
