"""Discs on half a backgammon board, drawn as a usual camera would see them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.half_board import ROWS, PlacedHalfBoard
from vision.image import Floats, Image
from vision.parameters import Four, parameters
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    point: float = 40.0  # pixels; a point's width is reduced to about this
    around: float = 0.6  # points' widths; margin of the field that is kept
    rings: Four = (1.0, 0.9, 0.7, 0.4)  # radii of the rings of a top, as shares
    alike: float = 0.25  # points' widths; discs so near to each other look alike
    finer: int = 2  # places of a pixel at which discs are drawn
    diameter: float = 0.905  # points' widths; of most checkers
    thickness: float = 0.205  # points' widths; of most checkers


P: Final = parameters(Parameters)
WALL: Final = 3
"""Bands of a wall, from the foot up."""
PARTS: Final = WALL + len(P.rings)
"""Parts of a disc that differ in light: bands of its wall and rings of its top, numbered from 1."""
SUBPIXEL_BITS: Final = 4
_ANGLES = np.linspace(0, 2 * np.pi, 24, endpoint=False)
_CIRCLE = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)

Indices = NDArray[np.intp]


class Disc(NamedTuple):
    """A disc of a row."""

    across: float
    """Points' widths to the right of the row's axis."""
    inward: float
    """Points' widths of its centre from the rim."""
    layer: int = 0
    """1 for a disc on others."""


class DrawnDisc(NamedTuple):
    """A disc as it is seen."""

    pixels: Indices
    parts: Indices
    """Number of the part that each pixel shows."""


class DiscSpot(NamedTuple):
    """Where a disc is seen: discs of one spot look alike."""

    side: int
    row: int
    layer: int
    near: int
    """Place along its row in steps of `Parameters.alike`."""
    u: int
    """Pixel of the middle of its top, in `Parameters.finer`."""
    v: int


class _DiscShape(NamedTuple):
    """A disc drawn with the middle of its top at the window's first pixel."""

    rows: Indices
    columns: Indices
    pixels: Indices
    parts: Indices
    box: tuple[int, int, int, int]
    """First row and column, last row and column."""


class DiscScene:
    """The part of a picture with the board, reduced, and discs drawn over it. A row is (side 0 or 1, row 0 to 5).
    `before`: an earlier one; where the board has not moved since, its discs are not drawn again."""

    def __init__(self, image: Image, view: PlacedHalfBoard, before: "DiscScene | None" = None) -> None:
        self._view = view
        self._camera, self.depth = view.projection, view.depth
        self.eye = np.asarray(-np.linalg.solve(self._camera[:, :3], self._camera[:, 3]), float)
        self.diameter, self.thickness = P.diameter, P.thickness
        spots = self.project(np.array([[0, self.depth / 2, 0], [ROWS, self.depth / 2, 0]]))
        scale = min(P.point * ROWS / float(np.linalg.norm(spots[1] - spots[0])), 1.0)
        if scale < 1:
            shrunk = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            image = np.asarray(shrunk, np.uint8)
        half = (scale - 1) / 2
        self._camera = np.array([[scale, 0, half], [0, scale, half], [0, 0, 1]]) @ self._camera
        ends = [(-P.around, ROWS + P.around), (-P.around, self.depth + P.around), (0.0, P.around)]
        box = self.project(np.stack(np.meshgrid(*ends), axis=-1).reshape(-1, 3))
        first = np.maximum(np.floor(box.min(axis=0)).astype(int), 0)
        last = np.minimum(np.ceil(box.max(axis=0)).astype(int) + 1, image.shape[1::-1])
        self._camera = np.array([[1, 0, -first[0]], [0, 1, -first[1]], [0, 0, 1]]) @ self._camera
        window = image[first[1] : last[1], first[0] : last[0]]
        self.shape = (window.shape[0], window.shape[1])
        self.tints = tints(np.asarray(window)).reshape(-1, 3)
        self._rows: list[list[float]] = self._camera.tolist()
        self._shapes: dict[DiscSpot, _DiscShape] = before._shapes if before and before._view is view else {}

    def project(self, spots: Floats) -> Floats:
        """Project points, N x 3 points' widths, to pixels of the window (N x 2)."""
        seen = spots @ self._camera[:, :3].T + self._camera[:, 3]
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def on_board(self, side: int, row: int, across: Floats | float, inward: Floats | float) -> tuple[Floats, Floats]:
        """Return x and y (points' widths) of places of a row."""
        return np.asarray(row + 0.5 + across), np.asarray(self.depth - inward if side else inward + 0.0)

    @cached_property
    def field(self) -> tuple[Floats, Floats]:
        """Return where on the board (points' widths) each pixel lies, x and y."""
        way = np.linalg.inv(self._camera[:, [0, 1, 3]])
        v, u = np.mgrid[: self.shape[0], : self.shape[1]]
        spots = np.stack([u.ravel(), v.ravel(), np.ones(u.size)], axis=-1) @ way.T
        return spots[:, 0] / spots[:, 2], spots[:, 1] / spots[:, 2]

    def spot(self, side: int, row: int, disc: Disc) -> DiscSpot:
        """Return where a disc is seen."""
        u, v = self._top(side, row, disc)
        return DiscSpot(side, row, disc.layer, round(disc.inward / P.alike), round(P.finer * u), round(P.finer * v))

    def drawn(self, spot: DiscSpot) -> DrawnDisc:
        """Draw a disc: the hull of bands of its wall, then the rings of its top. Discs look alike along a row, so that
        few are drawn and the others are these, shifted to half a pixel."""
        (right, part_u), (down, part_v) = divmod(spot.u, P.finer), divmod(spot.v, P.finer)
        shape = self._shape(spot._replace(u=part_u, v=part_v))
        pixels, (top, left, bottom, last) = shape.pixels + (down * self.shape[1] + right), shape.box
        if top + down >= 0 and left + right >= 0 and bottom + down < self.shape[0] and last + right < self.shape[1]:
            return DrawnDisc(pixels, shape.parts)
        rows, columns = shape.rows + down, shape.columns + right
        inside = (rows >= 0) & (columns >= 0) & (rows < self.shape[0]) & (columns < self.shape[1])
        return DrawnDisc(pixels[inside], shape.parts[inside])

    def _top(self, side: int, row: int, disc: Disc) -> tuple[float, float]:
        """Return the pixel of the middle of a disc's top."""
        x, y = row + 0.5 + disc.across, self.depth - disc.inward if side else disc.inward
        z = (disc.layer + 1) * self.thickness
        u, v, w = (a * x + b * y + c * z + d for a, b, c, d in self._rows)
        return u / w, v / w

    def _shape(self, spot: DiscSpot) -> _DiscShape:
        """Draw a disc on the axis of a row, the middle of its top at a part of a pixel."""
        if spot not in self._shapes:
            side, row, layer, near, *part = spot
            disc = Disc(0.0, near * P.alike, layer)
            x, y = self.on_board(side, row, disc.across, disc.inward)
            heights = np.concatenate([np.arange(WALL) / WALL, np.ones(len(P.rings))]) + layer
            radii = np.concatenate([np.ones(WALL), P.rings]) * self.diameter / 2
            spots = np.empty((PARTS, len(_CIRCLE), 3))
            spots[..., :2] = _CIRCLE * radii[:, None, None] + np.array([x, y])
            spots[..., 2] = heights[:, None] * self.thickness
            seen = self.project(spots.reshape(-1, 3)) - self._top(side, row, disc) + np.array(part) / P.finer
            first = np.floor(seen.min(axis=0)).astype(int) - 1
            last = np.ceil(seen.max(axis=0)).astype(int) + 2
            mask = np.zeros((last[1] - first[1], last[0] - first[0]), np.uint8)
            rings = np.round((seen.reshape(PARTS, -1, 2) - first) * (1 << SUBPIXEL_BITS)).astype(np.int32)
            for number, ring in enumerate(rings):
                outline = cv2.convexHull(np.concatenate([ring, rings[WALL]])) if number < WALL else ring
                cv2.fillConvexPoly(mask, outline, number + 1, shift=SUBPIXEL_BITS)
            rows, columns = np.nonzero(mask)
            parts = mask[rows, columns].astype(np.intp)
            rows, columns = rows + first[1], columns + first[0]
            box = int(rows.min()), int(columns.min()), int(rows.max()), int(columns.max())
            self._shapes[spot] = _DiscShape(rows, columns, rows * self.shape[1] + columns, parts, box)
        return self._shapes[spot]

    def eye_over(self, side: int, row: int) -> tuple[float, float]:
        """Return where the camera is over a row's plane: across and inward."""
        return float(self.eye[0] - row - 0.5), float(self.depth - self.eye[1] if side else self.eye[1])

    def lifted(self, side: int, row: int, disc: Disc) -> Disc:
        """Return the disc of the next layer whose top is seen where the top of `disc` is."""
        x, y = self.on_board(side, row, disc.across, disc.inward)
        share = self.thickness / (self.eye[2] - (disc.layer + 1) * self.thickness)
        x, y = x + (self.eye[0] - x) * share, y + (self.eye[1] - y) * share
        return Disc(float(x) - row - 0.5, float(self.depth - y if side else y), disc.layer + 1)

    def strip(self, side: int, row: int, beside: float, inner: float) -> NDArray[np.bool_]:
        """Return a mask (N,) of a row's half of the board and two layers of discs on it."""
        across, inward = np.array([-0.5 - beside, 0.5 + beside]), np.array([-0.25, self.depth / 2 + inner])
        places = np.stack(np.meshgrid(across, inward, (0.0, 2 * self.thickness)), axis=-1).reshape(-1, 3)
        x, y = self.on_board(side, row, places[:, 0], places[:, 1])
        hull = cv2.convexHull(self.project(np.stack([x, y, places[:, 2]], axis=-1)).astype(np.float32))
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(hull * (1 << SUBPIXEL_BITS)).astype(np.int32), 1, shift=SUBPIXEL_BITS)
        return np.asarray(mask.ravel() > 0)

    def pixel_area(self, side: int, row: int, across: float, inward: float) -> float:
        """Return the area (squared points' widths) of a pixel at a place of a row."""
        x, y = self.on_board(side, row, across + np.array([0, 0.1, 0]), inward + np.array([0, 0, 0.1]))
        here, right, away = self.project(np.stack([x, y, np.zeros(3)], axis=-1))
        one, other = right - here, away - here
        return 0.01 / abs(float(one[0] * other[1] - one[1] * other[0]))
