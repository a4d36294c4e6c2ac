"""Pose of half a backgammon board in a picture: two sides of six rows that face each other."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Image

ROWS: Final = 6
SIDES: Final = "first", "second"
"""The near side and the far one."""
CORNERS: Final = "near_left", "near_right", "far_right", "far_left"
POINTS: Final = tuple(f"{side}.{row}" for side in SIDES for row in range(1, ROWS + 1))
"""Rows of both sides, left to right as seen from the near side."""
DEEP: Final = 9.4
"""Depth of most fields in points' widths; a picture need not show it."""
DEPTHS: Final = 0.85, 1.18
"""Range of depths, as factors on that."""
SCALE: Final = 48
"""Pixels of a point's width in a side's crop."""
WIDTH, HEIGHT = 352, 288
"""Size of a side's crop, pixels."""
BESIDE: Final = 32
"""Pixels of the crop beyond the field at the left, at the right and below."""
USUAL_FOCAL: Final = 1.15
"""Usual focal length, as a share of the picture's longer side."""


@dataclass(frozen=True)
class SideFrame:
    """Window of a side's crop: pixels a point's width, pixels beside the field and below it, and its size."""

    scale: float
    beside: float
    below: float
    width: int
    height: int


SIDE_FRAME: Final = SideFrame(SCALE, BESIDE, BESIDE, WIDTH, HEIGHT)
"""Window of a side's half of the board."""


@dataclass(frozen=True)
class PlacedHalfBoard:
    """A located half board."""

    ring: Floats
    """The field's corners, 4 x 2 pixels, in the order of `CORNERS`."""
    size: tuple[int, int]
    """Width and height of the picture."""
    confidence: float = 1.0
    """0..1."""

    @property
    def corners(self) -> dict[str, tuple[float, float]]:
        """Corners by name."""
        return {name: (float(u), float(v)) for name, (u, v) in zip(CORNERS, self.ring, strict=True)}

    @cached_property
    def to_picture(self) -> Floats:
        """Homography (3 x 3) from points' widths (x from the left, y from the near side, `DEEP` deep) to pixels."""
        field = np.array([[0, 0], [ROWS, 0], [ROWS, DEEP], [0, DEEP]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(field, self.ring.astype(np.float32)), float)

    def project(self, spots: Floats) -> Floats:
        """Project places on the field, N x 2 points' widths, to pixels (N x 2)."""
        return np.asarray(cv2.perspectiveTransform(np.asarray(spots, float)[:, None], self.to_picture), float)[:, 0]

    def quad(self, cell: str) -> Floats:
        """Return the outline of a row's half of the board, 4 x 2 pixels, from its left end at the rim on, as the player
        of its side sees it."""
        side, row = cell.split(".")
        x, y0, y1 = float(row) - 1, 0.0, DEEP / 2
        if side == SIDES[1]:
            y0, y1 = DEEP, DEEP / 2
        return self.project(np.array([[x, y0], [x + 1, y0], [x + 1, y1], [x, y1]]))

    def crop_map(self, side: str, frame: SideFrame = SIDE_FRAME) -> Floats:
        """Return the homography (3 x 3) from pixels of the picture to those of a side's crop, its rim at the bottom."""
        low, scale = frame.height - frame.below, frame.scale
        to_crop = np.array([[scale, 0, frame.beside - 0.5], [0, -scale, low - 0.5], [0, 0, 1.0]])
        if side == SIDES[1]:
            to_crop = to_crop @ np.array([[-1, 0, ROWS], [0, -1, DEEP], [0, 0, 1.0]])
        return np.asarray(to_crop @ np.linalg.inv(self.to_picture), float)

    def crop(self, image: Image, side: str, frame: SideFrame = SIDE_FRAME) -> Image:
        """Rectify the window of a side as its player sees it: height x width x 3."""
        way, size = self.crop_map(side, frame), (frame.width, frame.height)
        found = cv2.warpPerspective(image, way, size, None, cv2.INTER_LINEAR, cv2.BORDER_CONSTANT, (127,) * 3)
        return np.asarray(found, np.uint8)

    @cached_property
    def _usual_camera(self) -> tuple[Floats, Floats, Floats, float]:
        """A usual camera that shows the board roughly like this: its matrix (3 x 3), rotation and translation from
        points' widths, and the field's depth."""
        middle, focal = (np.array(self.size) - 1) / 2, USUAL_FOCAL * max(self.size)
        camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
        across, deep, there = np.linalg.inv(camera).dot(self.to_picture).T
        wide = float(np.linalg.norm(across))
        depth = float(np.clip(np.linalg.norm(deep) / wide, *DEPTHS))
        right, away = across / wide, deep / np.linalg.norm(deep)
        axes, _, turns = np.linalg.svd(np.column_stack([right, away, np.cross(right, away)]))
        return camera, axes @ turns, there / wide, DEEP * depth

    @property
    def depth(self) -> float:
        """Depth of the field in points' widths as a usual camera sees it."""
        return self._usual_camera[3]

    @cached_property
    def projection(self) -> Floats:
        """Projection (3 x 4) by a usual camera: points' widths, z up from the field, to pixels."""
        camera, rotation, translation, depth = self._usual_camera
        field = np.array([[0, 0, 0], [ROWS, 0, 0], [ROWS, depth, 0], [0, depth, 0]])
        start = cv2.Rodrigues(rotation)[0], translation.reshape(3, 1).copy()
        turn, shift = cv2.solvePnPRefineLM(field, self.ring, camera, None, *start)
        return np.asarray(camera @ np.column_stack([cv2.Rodrigues(turn)[0], shift]), float)

    @cached_property
    def eye(self) -> Floats:
        """Approximate position of a usual camera, (3,) points' widths: over the field in its own measure, and
        height."""
        _, rotation, translation, depth = self._usual_camera
        x, y, z = -rotation.T @ translation
        return np.array([x, y * DEEP / depth, max(abs(float(z)), 1.0)])

    def leans(self, side: str, frame: SideFrame = SIDE_FRAME) -> NDArray[np.float32]:
        """Return the shift (points' widths a point's width of height) to the right and down of what stands on a side,
        in its crop, for a usual camera: height x width x 2."""
        eye, sign = self.eye, 1.0 if side == SIDES[0] else -1.0
        u, v = np.meshgrid(np.arange(frame.width, dtype=np.float32), np.arange(frame.height, dtype=np.float32))
        x = (u + 0.5 - frame.beside) / frame.scale
        y = (frame.height - frame.below - 0.5 - v) / frame.scale
        if side == SIDES[1]:
            x, y = ROWS - x, DEEP - y
        leans = np.stack([sign * (x - eye[0]), -sign * (y - eye[1])], axis=-1) / eye[2]
        return np.asarray(leans, np.float32)

    def turned(self) -> "PlacedHalfBoard":
        """Return the same board seen from its other side."""
        return PlacedHalfBoard(np.roll(self.ring, 2, axis=0), self.size, self.confidence)

    def resized(self, size: tuple[int, int]) -> "PlacedHalfBoard":
        """Return the same board in the picture scaled to `size` (width, height)."""
        scale = np.array(size) / np.array(self.size)
        return PlacedHalfBoard((self.ring + 0.5) * scale - 0.5, size, self.confidence)


def shrunk(image: Image, view: PlacedHalfBoard, scale: float = SCALE) -> tuple[Image, PlacedHalfBoard]:
    """Halve the picture until a point is at most about twice as wide as in a crop of `scale` pixels a point. Returns it
    with its view."""
    while np.linalg.norm(view.ring[1] - view.ring[0]) > 2 * ROWS * scale:
        size = (image.shape[1] + 1) // 2, (image.shape[0] + 1) // 2
        image, view = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), view.resized(size)
    return image, view
