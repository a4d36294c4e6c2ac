"""Fits one whole pose of a flat board to a network's heat maps.

The maps are right where corners and surface show, but a hidden corner is free to wander. Rotation, translation and
focal length of a usual camera constrain it: they are fitted to all maps together by Newton's method, from the best
quadrilaterals of corner peaks (Collins and Bartoli 2014 for their poses).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.board.heat_maps import HeatMaps, peaks
from vision.board.side_edges import SideEdge
from vision.geometry.camera import Camera
from vision.geometry.grid import BoardGrid
from vision.image import Floats
from vision.networks.runtime import Singles
from vision.parameters import Many, Three, parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    focal_spread: float = 0.2  # log; prior standard deviation of focal lengths of phones and webcams
    k1: float = -0.02  # prior mean of the first radial term of lenses
    k1_spread: float = 0.04  # prior standard deviation of the first radial term
    surface_weight: float = 0.01  # nats a map pixel of surface: neighbours are not independent
    corner_weight: float = 4.0  # scale on logs of corner heat
    intersection_weight: float = 0.6  # scale on logs of intersection heat: most are guessed from the visible ones
    floor: float = 0.03  # heat assumed anywhere: bounds the cost of a hidden corner
    sure: float = 2.0  # log odds of surface that are not exceeded
    peaks: int = 9  # corner peaks combined: four of the board, the others false
    least_peak: float = 0.05  # heat (0..1); fainter corners are none
    starts: int = 16  # quadrilaterals that are posed, the likeliest: each costs a millisecond
    refined: int = 2  # poses that are fitted, the best of those
    focals: Three = (0.8, 1.04, 1.35)  # longer sides; focal lengths to start from
    smallest: float = 60.0  # square map pixels; smaller quadrilaterals are none
    along: int = 17  # places along a side at which the surface inside is summed
    step: float = 0.5  # map pixels; shift of corners for numerical slopes
    steps: int = 24  # most Newton steps: half as many mostly do
    converged: float = 0.02  # nats; the search ends when a step gains less
    roughly: float = 0.5  # nats; the same where another search starts from the end
    longest: float = 12.0  # multiples of `step`; longer steps leave the region where slopes hold
    dampings: Many = (0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0)  # added to curvatures
    edge_off: float = 8e-4  # longer sides; standard error of edges
    edge_spread: float = 0.15  # cells; standard deviation of edges off a board's sides: sheets have margins
    edge_most: float = 15.0  # nats; most that one edge counts against a pose: it may belong to something else
    tapped: float = 1e-3  # longer sides; standard error of tapped corners: they are kept
    focal: float = 1.04  # longer sides; prior focal length of phones and webcams


P: Final = parameters(Parameters)
POSE: Final = 8
"""Number of pose parameters: rotation vector, translation, log focal length, k1. Shape parameters follow."""


@dataclass(frozen=True)
class FlatBoard:
    """A flat board, lengths in any unit, z up."""

    rings: Callable[[Floats], Floats]
    """Returns the corners of its K equal parts, anticlockwise from above, for B shapes: B x S numbers to B x K x 4 x
    2."""
    intersections: Callable[[Floats], Floats]
    """Returns the other points of the maps, to B x N x 2."""
    usual: tuple[float, ...] = ()
    """Prior means of the shape parameters, logarithms of lengths."""
    spread: tuple[float, ...] = ()
    """Prior standard deviations of the shape parameters."""
    turns: int = 1
    """Ways in which a part must be tried on four corners, as it looks the same turned otherwise."""


def grid_board(grid: BoardGrid) -> FlatBoard:
    """Return a board of known shape: a grid of square cells, lengths in pitches."""
    ring, intersections = grid.outline[None, None], grid.intersections[None]
    return FlatBoard(
        lambda shapes: np.broadcast_to(ring, (len(shapes), *ring.shape[1:])),
        lambda shapes: np.broadcast_to(intersections, (len(shapes), *intersections.shape[1:])),
        turns=4 // len(grid.turns),
    )


@dataclass(frozen=True)
class FittedPose:
    """A board's pose before a camera, lengths in the board's units."""

    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    camera: Camera
    shape: tuple[float, ...]
    board: FlatBoard
    cost: float
    """Nats, lower is better."""

    @property
    def rings(self) -> Floats:
        """Pixels of the corners of the board's parts, K x 4 x 2."""
        flat = self.board.rings(np.array([self.shape]).reshape(1, -1))[0].reshape(-1, 2)
        return self.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(-1, 4, 2)

    @property
    def parameters(self) -> Floats:
        """Rotation vector, translation, log focal length, k1, shape: (P,)."""
        lens = np.log(self.camera.focal), self.camera.distortion[0]
        return np.array([*self.rotation, *self.translation, *lens, *self.shape])

    def project(self, points: Floats) -> Floats:
        """Project board points (N x 3) to pixels (N x 2)."""
        return self.camera.project(points, np.array(self.rotation), np.array(self.translation))


class PoseCosts(ABC):
    """Cost of poses of a board in a picture of `size` (width, height). `camera`: the calibrated one at that size, if
    any."""

    def __init__(self, board: FlatBoard, size: tuple[int, int], camera: Camera | None = None) -> None:
        self.board, self.size, self.known = board, size, camera
        self._usual = np.array([np.log(P.focal * max(size)), P.k1, *board.usual])
        self._pulls = 1 / np.array([P.focal_spread, P.k1_spread, *board.spread]) ** 2
        count = POSE + len(board.usual)
        self._free = np.array([k for k in range(count) if camera is None or k not in (6, 7)])

    @property
    @abstractmethod
    def step(self) -> float:
        """Largest shift of corners (pixels) for numerical slopes."""

    @abstractmethod
    def costs(self, parameters: Floats) -> Floats:
        """Return the cost (B,) of B x P parameters; infinite where the board is not before the camera."""

    def priors(self, parameters: Floats) -> Floats:
        """Return the cost (B,) of unusual lenses and shapes."""
        return np.asarray(0.5 * ((parameters[:, 6:] - self._usual) ** 2 * self._pulls).sum(axis=1))

    def pixels(self, parameters: Floats, flat: Floats) -> tuple[Floats, Floats]:
        """Return pixels (B x N x 2) of points of the board (B x N x 2), and True where all lie before the camera
        (B,)."""
        turns = np.stack([cv2.Rodrigues(row)[0] for row in parameters[:, :3]])
        lifted = flat @ turns[:, :, :2].transpose(0, 2, 1) + parameters[:, None, 3:6]
        depth = lifted[..., 2:]
        plane = lifted[..., :2] / np.maximum(depth, 1e-3)
        if self.known is not None:
            pixels = self.known.pixels(plane.reshape(-1, 2)).reshape(plane.shape)
        else:
            bend = 1 + parameters[:, None, 7, None] * (plane**2).sum(axis=-1, keepdims=True)
            pixels = np.exp(parameters[:, None, 6, None]) * plane * bend + np.array(self.size) / 2
        return pixels, (depth[..., 0] > 1e-3).all(axis=1)

    def posed(self, quad: Floats) -> list[Floats]:
        """Return parameters (P,) of poses that show the first part of the board at four pixels, by usual lenses."""
        shape = np.array(self.board.usual)
        part = self.board.rings(shape[None])[0, 0]
        flat = np.column_stack([part, np.zeros(4)])
        focals = [self.known.focal] if self.known is not None else [share * max(self.size) for share in P.focals]
        found = []
        for turn in range(self.board.turns):
            seen = np.roll(quad, turn, axis=0)
            for focal in focals:
                camera = self.known or Camera.guess(self.size, focal)
                _, rotations, translations, _ = cv2.solvePnPGeneric(
                    flat, seen, camera.k, camera.d, flags=cv2.SOLVEPNP_IPPE
                )
                for rotation, translation in zip(rotations, translations, strict=True):
                    row = np.array([*rotation.ravel(), *translation.ravel(), np.log(focal), P.k1, *shape])
                    if np.isfinite(row).all():
                        found.append(row)
        return found

    def fitted(self, start: Floats, enough: float | None = None) -> FittedPose:
        """Minimise the cost from parameters (P,) nearby, by Newton's method. `enough`: nats; the search ends when a
        step gains less, by default than `converged`."""
        found, cost = start, float(self.costs(start[None])[0])
        for _ in range(P.steps):
            slope, curve, scale = self._curved(found)
            weights, ways = np.linalg.eigh(curve)
            # Where the cost is concave, the slope still leads down.
            bent = np.maximum(np.abs(weights), 1e-3)
            steps = np.stack([-ways @ ((ways.T @ slope) / (bent + pull)) for pull in P.dampings])
            steps *= np.minimum(1, P.longest / np.maximum(np.abs(steps).max(axis=1, keepdims=True), 1e-9))
            tried = np.tile(found, (len(steps), 1))
            tried[:, self._free] += steps * scale
            reached = self.costs(tried)
            best = int(reached.argmin())
            gained = cost - float(reached[best])
            if not gained > (enough or P.converged):
                break
            found, cost = tried[best], float(reached[best])
        camera = self.known or Camera.guess(self.size, float(np.exp(found[6])), float(found[7]))
        return FittedPose(_three(found[:3]), _three(found[3:6]), camera, tuple(found[POSE:].tolist()), self.board, cost)

    def _curved(self, found: Floats) -> tuple[Floats, Floats, Floats]:
        """Return slopes and second derivatives of the cost by its free parameters, in units of the given scale."""
        free, scale = self._free, self._scale(found)
        count = len(free)
        rows, columns = np.triu_indices(count, 1)
        moves = np.zeros((1 + 2 * count + len(rows), len(found)))
        moves[1 : 1 + count, free], moves[1 + count : 1 + 2 * count, free] = np.diag(scale), -np.diag(scale)
        pairs = 1 + 2 * count + np.arange(len(rows))
        moves[pairs, free[rows]], moves[pairs, free[columns]] = scale[rows], scale[columns]
        costs = self.costs(found + moves)
        here, up, down, both = costs[0], costs[1 : 1 + count], costs[1 + count : 1 + 2 * count], costs[1 + 2 * count :]
        curve = np.diag(up + down - 2 * here)
        curve[rows, columns] = curve[columns, rows] = both - up[rows] - up[columns] + here
        return np.nan_to_num((up - down) / 2), np.nan_to_num(curve, posinf=0.0, neginf=0.0), scale

    def _scale(self, found: Floats) -> Floats:
        """Return the change of each free parameter that moves corners by `step`."""
        tiny = 1e-4
        moved = np.tile(found, (1 + len(self._free), 1))
        moved[np.arange(len(self._free)) + 1, self._free] += tiny
        spots, _ = self.pixels(moved, self.board.rings(moved[:, POSE:]).reshape(len(moved), -1, 2))
        far = np.linalg.norm(spots[1:] - spots[0], axis=2).max(axis=1) / tiny
        return np.asarray(self.step / np.maximum(far, 1e-3))


class TappedBoard(PoseCosts):
    """Cost by four tapped corners of a board's first part."""

    def __init__(self, corners: Floats, board: FlatBoard, size: tuple[int, int], camera: Camera | None = None) -> None:
        super().__init__(board, size, camera)
        self.corners = corners

    @property
    def step(self) -> float:
        return P.step

    def costs(self, parameters: Floats) -> Floats:
        seen, before = self.pixels(parameters, self.board.rings(parameters[:, POSE:])[:, 0])
        off = (seen - self.corners) / (P.tapped * max(self.size))
        return np.where(before, 0.5 * (off**2).sum(axis=(1, 2)) + self.priors(parameters), np.inf)

    def best(self) -> list[FittedPose]:
        """Return poses that show the tapped corners, best first; none where no board can look like that."""
        starts = [row for row in self.posed(self.corners) if np.isfinite(self.costs(row[None])[0])]
        return sorted((self.fitted(row) for row in starts), key=lambda pose: pose.cost)


class HeatMapCosts(PoseCosts):
    """Cost by a picture's heat maps."""

    def __init__(self, maps: HeatMaps, board: FlatBoard, size: tuple[int, int], camera: Camera | None = None) -> None:
        super().__init__(board, size, camera)
        self.maps = maps
        odds = np.clip(maps.surface, 1e-4, 1 - 1e-4)
        logs = np.clip(np.log(odds / (1 - odds)), -P.sure, P.sure)
        # Nothing is known outside the picture.
        (left, top), (right, bottom) = maps.of_picture(np.array([[0.0, 0.0], [size[0] - 1.0, size[1] - 1.0]]))
        v, u = np.mgrid[: logs.shape[0], : logs.shape[1]]
        logs = np.where((u >= left) & (u <= right) & (v >= top) & (v <= bottom), logs, 0.0)
        self._down = _Bordered.of(np.asarray(np.pad(np.cumsum(logs, axis=0), ((1, 0), (0, 0))), np.float32), 0.0)
        self._corners = _logs(maps.corners, P.corner_weight)
        self._intersections = _logs(maps.intersections, P.intersection_weight)

    @property
    def step(self) -> float:
        return P.step / float(np.sqrt(abs(np.linalg.det(self.maps.to_map[:, :2]))))

    def costs(self, parameters: Floats) -> Floats:
        shapes = parameters[:, POSE:]
        rings, intersections = self.board.rings(shapes), self.board.intersections(shapes)
        count, parts = len(parameters), rings.shape[1]
        share = np.linspace(0, 1, P.along)[:, None]
        sides = rings[:, :, :, None] * (1 - share) + np.roll(rings, -1, axis=2)[:, :, :, None] * share
        seen, before = self.pixels(parameters, np.concatenate([sides.reshape(count, -1, 2), intersections], axis=1))
        spots = seen @ self.maps.to_map[:, :2].T + self.maps.to_map[:, 2]
        edges = spots[:, : 4 * parts * P.along].reshape(count, parts, 4, P.along, 2)
        gain = self._surface(edges) + self._corners.added_up(edges[:, :, :, 0].reshape(count, -1, 2))
        gain += self._intersections.added_up(spots[:, 4 * parts * P.along :])
        return np.where(before, self.priors(parameters) - gain, np.inf)

    def quad_costs(self, quads: Floats) -> Floats:
        """Return the cost (B,) of quadrilaterals of map pixels (B x 4 x 2) by surface and corners."""
        share = np.linspace(0, 1, P.along)[:, None]
        edges = quads[:, :, None] * (1 - share) + np.roll(quads, -1, axis=1)[:, :, None] * share
        return -self._surface(edges[:, None]) - self._corners.added_up(quads)

    def _surface(self, edges: Floats) -> Floats:
        """Integrate the log odds of surface inside rings (B x K x 4 x ALONG x 2 map pixels, anticlockwise to the eye)
        along their sides (Green's theorem)."""
        start, end = edges[..., :-1, :], edges[..., 1:, :]
        middle, across = (start + end) / 2, end[..., 0] - start[..., 0]
        columns, rows = middle[..., 0].reshape(len(edges), -1), middle[..., 1].reshape(len(edges), -1) + 0.5
        # Rows run down: what lies above a lower side is added, above an upper one subtracted.
        within = self._down.sampled(columns, np.clip(rows, 0, self._down.height - 1))
        return np.asarray(P.surface_weight * (within * across.reshape(within.shape)).sum(axis=1))

    def starts(self) -> Floats:
        """Return parameters (N x P) of poses that put the first part of the board onto corner peaks, likeliest
        first."""
        spots, _ = peaks(self.maps.corners, P.least_peak, P.peaks)
        fours = combinations(range(len(spots)), 4)
        quads = [quad for four in fours if (quad := ordered(spots[list(four)])) is not None]
        if (outline := surface_quad(self.maps)) is not None:
            quads.append(outline)
        chosen = np.array(quads)[np.argsort(self.quad_costs(np.array(quads)))[: P.starts]] if quads else np.empty(0)
        return self._on(chosen)

    def _on(self, quads: Floats) -> Floats:
        """Return parameters (N x P) of poses at quadrilaterals of map pixels (B x 4 x 2), likeliest first."""
        found = [row for quad in quads for row in self.posed(self.maps.in_picture(quad))]
        rows = np.array(found).reshape(len(found), POSE + len(self.board.usual))
        costs = self.costs(rows) if found else np.empty(0)
        return rows[np.argsort(costs)][: int(np.isfinite(costs).sum())]

    def best(self, near: Sequence[Floats] = (), enough: float | None = None) -> list[FittedPose]:
        """Return poses fitted from the likeliest starts and from parameters (P,) `near` them, best first; none where
        the maps are empty. `enough`: see `fitted`."""
        starts = [*self.starts()[: P.refined], *near]
        return sorted((self.fitted(row, enough) for row in starts), key=lambda pose: pose.cost)

    def on_strongest_corners(self) -> list[FittedPose]:
        """Return the pose fitted from the four strongest corner peaks, if a board can look like that: where the maps
        show little surface, smaller boards cost less."""
        spots, _ = peaks(self.maps.corners, P.least_peak, 4)
        quad = ordered(spots) if len(spots) == 4 else None
        return [] if quad is None else [self.fitted(row) for row in self._on(quad[None])[:1]]


class EdgedBoard(PoseCosts):
    """Cost by heat maps and by edges near the sides of the board's first part.

    An edge runs parallel to a side but some tenths of a cell off: it may be the sheet's or a printed one. So it gives
    the direction of a side, from which the lens is estimated, and hardly its place.
    """

    def __init__(self, by_maps: HeatMapCosts, pose: FittedPose, edges: Sequence[SideEdge], cell: float) -> None:
        """`edges`: those near the sides of `pose`; `cell`: length of a cell in the board's units."""
        super().__init__(by_maps.board, by_maps.size, by_maps.known)
        self.by_maps = by_maps
        self._sides = np.array([edge.side for edge in edges], int)
        ways = np.array([edge.line[1] - edge.line[0] for edge in edges]).reshape(-1, 2)
        normals = np.column_stack([-ways[:, 1], ways[:, 0]])
        self._normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        self._starts = np.array([edge.line[0] for edge in edges]).reshape(-1, 2)
        # Pixels a cell across each side, at both its ends.
        flat = self.board.rings(np.array([pose.shape]).reshape(1, -1))[0, 0]
        along = np.roll(flat, -1, axis=0) - flat
        outward = np.column_stack([along[:, 1], -along[:, 0]]) / np.linalg.norm(along, axis=1)[:, None] * cell
        beyond = np.stack([flat + outward, np.roll(flat, -1, axis=0) + outward], 1).reshape(-1, 2)
        there = pose.project(np.column_stack([beyond, np.zeros(len(beyond))])).reshape(-1, 2, 2)
        here = np.stack([pose.rings[0], np.roll(pose.rings[0], -1, axis=0)], 1)
        wide = ((there - here)[self._sides] * self._normals[:, None]).sum(axis=-1)
        near = (P.edge_off * max(self.size)) ** 2
        spread = near * np.eye(2) + (P.edge_spread * wide)[:, :, None] * (P.edge_spread * wide)[:, None, :]
        self._sure = np.linalg.inv(spread) if len(edges) else np.empty((0, 2, 2))

    @property
    def maps(self) -> HeatMaps:
        return self.by_maps.maps

    @property
    def step(self) -> float:
        return self.by_maps.step

    def costs(self, parameters: Floats) -> Floats:
        seen, _ = self.pixels(parameters, self.board.rings(parameters[:, POSE:])[:, 0])
        ends = np.stack([seen, np.roll(seen, -1, axis=1)], 2)[:, self._sides]
        off = ((ends - self._starts[None, :, None]) * self._normals[None, :, None]).sum(axis=-1)
        held = 0.5 * np.einsum("bki,kij,bkj->bk", off, self._sure, off)
        # The cost of an edge that is not the board's is bounded.
        return np.asarray(self.by_maps.costs(parameters) + (held / (1 + held / P.edge_most)).sum(axis=1))


def ordered(quad: Floats) -> Floats | None:
    """Return four points as a convex ring, anticlockwise to the eye, or None."""
    hull = np.asarray(cv2.convexHull(quad.astype(np.float32), clockwise=False), float)[:, 0]
    if len(hull) < 4 or cv2.contourArea(hull.astype(np.float32)) < P.smallest:
        return None
    area = 0.5 * float(np.sum(hull[:, 0] * np.roll(hull[:, 1], -1) - np.roll(hull[:, 0], -1) * hull[:, 1]))
    return hull[::-1] if area > 0 else hull


def surface_quad(maps: HeatMaps) -> Floats | None:
    """Return the outline of the surface heat as a quadrilateral, for use where too few corners show."""
    outlines, _ = cv2.findContours((maps.surface > 0.5).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = cv2.convexHull(max(outlines, key=cv2.contourArea)) if outlines else np.empty((0, 1, 2), np.int32)
    if len(outline) < 4:
        return None
    return ordered(np.asarray(cv2.approxPolyN(outline, 4, ensure_convex=True), float).reshape(-1, 2))


class _Bordered(NamedTuple):
    """A map, values H x W, with a border of one row and column of the value `outside`."""

    values: Singles
    outside: float

    @classmethod
    def of(cls, values: Singles, outside: float) -> "_Bordered":
        return cls(np.pad(values, 1, constant_values=outside), outside)

    @property
    def height(self) -> int:
        """Rows of the map itself."""
        return len(self.values) - 2

    def sampled(self, columns: Floats, rows: Floats) -> Floats:
        """Sample the map at columns and rows (B x N each), between its pixels. OpenCV's own sampling knows 32 places
        between two pixels, too few for slopes."""
        height, width = self.height, self.values.shape[1] - 2
        u, v = np.floor(columns), np.floor(rows)
        du, dv = columns - u, rows - v
        left, top = np.clip(u, -1, width - 1).astype(int) + 1, np.clip(v, -1, height - 1).astype(int) + 1
        upper = self.values[top, left] * (1 - du) + self.values[top, left + 1] * du
        lower = self.values[top + 1, left] * (1 - du) + self.values[top + 1, left + 1] * du
        inside = (columns > -1) & (columns < width) & (rows > -1) & (rows < height)
        return np.asarray(np.where(inside, upper * (1 - dv) + lower * dv, self.outside), float)

    def added_up(self, spots: Floats) -> Floats:
        """Return the sum of its values at B x N x 2 map pixels, (B,)."""
        return np.asarray(self.sampled(spots[..., 0], spots[..., 1]).sum(axis=1))


def _logs(maps: Singles, weight: float) -> _Bordered:
    soft = cv2.GaussianBlur(np.asarray(maps, np.float32), (0, 0), 1.0)
    logs = np.asarray(weight * np.log(np.maximum(soft, 0) + P.floor), np.float32)
    return _Bordered.of(logs, float(logs.min()))


def _three(values: Floats) -> tuple[float, float, float]:
    a, b, c = (float(value) for value in values)
    return a, b, c
