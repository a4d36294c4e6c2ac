"""Finds a board by its outline: where the network paints its corners, or where they were tapped."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.board.board_prior import BoardPrior
from vision.board.grid_fit import posed
from vision.board.pose import FOCAL_SPREAD, K1_SPREAD, Pose
from vision.board.rings import cut_off_at, painted_rings
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import USUAL_FOCAL, Camera
from vision.image import Floats, Image
from vision.networks.runtime import Singles

REACH: Final = 0.22
"""How far (cells) an edge is looked for from where the network has it,"""
SPREAD: Final = 0.1
"""and how far off (cells) it mostly is."""
STEPS: Final = 21
ALONG: Final = 48
CLEAR: Final = 0.35
"""The share of an edge that must show for it to be believed."""
SHOWS: Final = 0.7
"""The share of all four edges that must show of a board that nobody tapped."""
SMALLEST: Final = 160
"""The shorter side (pixels) of the smallest picture that a board is looked for in."""
OUTSIDE: Final = 0.03
"""How far (a share of the picture) a corner may be out of it."""
CORNER_PX: Final = 0.7
"""How far off (pixels) corners are mostly found."""
ROUNDS: Final = 12


def located_by_outline(
    image: Image,
    prior: BoardPrior,
    *,
    camera: Camera | None = None,
    corners: Sequence[tuple[float, float]] | None = None,
) -> BoardView:
    """The board of which `prior` is known in `image` (H x W x 3, BGR), whichever way it stands: corner a1 is any.

    `camera`: the calibrated one, if there is one; `corners`: rough pixels of all four in the order of the grid's ring,
    if somebody tapped them. Raises VisionError where there is no such board or the picture is too small.
    """
    grid = prior.grid
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise VisionError("vision.picture.format")
    height, width = image.shape[:2]
    if min(height, width) < SMALLEST:
        raise VisionError("vision.picture.small", width=width, height=height, least=SMALLEST)
    known = None if camera is None else camera.resized((width, height))
    pixels = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.8), np.uint8)
    rings = [np.asarray(corners, float)] if corners is not None else painted_rings(pixels, grid)
    if any(ring.shape != (4, 2) or not np.isfinite(ring).all() for ring in rings):
        raise VisionError("vision.corners.four", corners=" ".join(grid.ring))
    lab = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB), np.float32)
    drawn = [_drawn(lab, ring, grid.side) for ring in rings]
    for ring, clear in sorted(drawn, key=lambda one: -one[1]):
        if clear < SHOWS and corners is None:
            break
        pose = posed(pixels, prior, ring, known)
        if pose is not None:
            pose = drawn_onto_corners(pose, ring)
        if pose is not None and _within(pose.corners, (width, height)):
            return pose.view(DEFAULT_PITCH, float(np.clip(0.4 + 0.6 * clear, 0, 1)))
    if cut := cut_off_at(pixels, grid):
        raise VisionError("vision.board.cut_off", edges=tuple(cut))
    raise VisionError("vision.board.none_bare", files=grid.files, ranks=grid.ranks)


def _drawn(lab: Singles, ring: Floats, side: float) -> tuple[Floats, float]:
    """A ring drawn onto edges, and from there once more onto those that are nearer now."""
    return drawn_onto_edges(lab, drawn_onto_edges(lab, ring, side)[0], side)


def _within(corners: Floats, size: tuple[int, int]) -> bool:
    """Whether a board's corners are in the picture, or hardly out of it."""
    share = corners / np.array(size)
    return bool(np.isfinite(share).all() and (share > -OUTSIDE).all() and (share < 1 + OUTSIDE).all())


def drawn_onto_corners(pose: Pose, corners: Floats) -> Pose:
    """The pose that shows its corners at `corners` (4 x 2 pixels) as nearly as a camera not too unusual can."""
    ring = np.column_stack([pose.prior.grid.outline, np.zeros(4)])
    usual = np.array([np.log(USUAL_FOCAL * max(pose.camera.size)), 0.0])
    pulls = 1 / np.array([FOCAL_SPREAD, K1_SPREAD]) ** 2
    for _ in range(ROUNDS):
        seen, slopes = pose.project_with_slopes(ring)
        design, residual = slopes.reshape(-1, 8) / CORNER_PX, (corners - seen).ravel() / CORNER_PX
        free = np.arange(6 if pose.calibrated else 8)
        matrix, gradient = design.T @ design + 1e-9 * np.eye(8), design.T @ residual
        matrix[6:, 6:] += np.diag(pulls)
        gradient[6:] += pulls * (usual - pose.parameters[6:])
        step = np.zeros(8)
        step[free] = np.linalg.solve(matrix[np.ix_(free, free)], gradient[free])
        pose = pose.moved(step)
    return pose


def drawn_onto_edges(lab: Singles, ring: Floats, side: float) -> tuple[Floats, float]:
    """A ring of corners (4 x 2 pixels, of a board so many cells wide) whose sides are drawn onto edges in the picture
    (H x W x 3, LAB) that are near and straight; and which share of them shows."""
    lines, shares = [], []
    for k in range(4):
        line, share = _edge(lab, ring[k], ring[(k + 1) % 4], side)
        lines.append(line)
        shares.append(share)
    fine = ring.copy()
    for k in range(4):
        met = _crossing(lines[k - 1], lines[k])
        cell = np.linalg.norm(ring[k] - ring[(k + 1) % 4]) / side
        if met is not None and np.linalg.norm(met - ring[k]) < 2.5 * REACH * cell:
            fine[k] = met
    return fine, float(np.mean(shares))


def _edge(lab: Singles, start: Floats, end: Floats, side: float) -> tuple[Floats, float]:
    """The straight edge (2 x 2 pixels) nearest to a side of the board, and which share of it shows."""
    way = end - start
    length = float(np.linalg.norm(way))
    normal = np.array([-way[1], way[0]]) / max(length, 1e-9)
    reach = max(REACH * length / side, 3.0)
    shares = np.linspace(0.04, 0.96, ALONG)
    count = 2 * int(np.ceil(reach)) + 5
    offsets = np.linspace(-reach - 2, reach + 2, count)
    spots = start + shares[:, None, None] * way + offsets[None, :, None] * normal
    where = spots.astype(np.float32)
    read = np.asarray(
        cv2.remap(lab, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )
    step = offsets[1] - offsets[0]
    slope = np.linalg.norm(np.gradient(read, step, axis=1), axis=2)
    strong = np.clip(slope / max(float(np.quantile(slope.max(axis=1), 0.6)), 4.0), 0, 1)
    ends = np.linspace(-reach, reach, STEPS)
    a, b = np.meshgrid(ends, ends, indexing="ij")
    line = a[..., None] * (1 - shares) + b[..., None] * shares
    at = np.clip((line - offsets[0]) / step, 0, count - 1.001)
    low = at.astype(int)
    part = at - low
    rows = np.arange(ALONG)
    score = (strong[rows, low] * (1 - part) + strong[rows, low + 1] * part).mean(axis=-1)
    spread = max(SPREAD * length / side, 1.5)
    worth = score - 0.12 * (a**2 + b**2) / (2 * spread**2)
    i, j = np.unravel_index(int(worth.argmax()), worth.shape)
    share = float(score[i, j])
    if share < CLEAR:
        return np.array([start, end]), share
    da, db = _parabola(worth[:, j], int(i)), _parabola(worth[i], int(j))
    step = ends[1] - ends[0]
    return np.array([start + (ends[i] + da * step) * normal, end + (ends[j] + db * step) * normal]), share


def _parabola(values: Floats, at: int) -> float:
    """Where between its neighbours the greatest of some values lies."""
    if not 0 < at < len(values) - 1:
        return 0.0
    left, top, right = values[at - 1 : at + 2]
    bend = left - 2 * top + right
    return float(np.clip(0.5 * (left - right) / bend, -0.5, 0.5)) if bend < -1e-9 else 0.0


def _crossing(one: Floats, other: Floats) -> Floats | None:
    """Where two lines (2 x 2 each) meet."""
    along = np.column_stack([one[1] - one[0], other[0] - other[1]])
    if abs(np.linalg.det(along)) < 1e-6:
        return None
    share = np.linalg.solve(along, other[0] - one[0])
    return np.asarray(one[0] + share[0] * (one[1] - one[0]))


def nearest_turn(view: BoardView, spot: tuple[float, float]) -> BoardView:
    """The view turned so that the corner nearest to a pixel is the first."""
    corners = view.project(view.ring)
    return view.turned(int(np.linalg.norm(corners - np.asarray(spot), axis=1).argmin()))
