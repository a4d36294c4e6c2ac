"""Predicts heat maps of a board's corners, intersections, surface and pyramids' feet, by a network for each board.

The network knows how boards look, not where they may be: `locate` fits the geometry to its maps.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import BoardGrid
from vision.image import Image
from vision.networks.runtime import load_network
from vision.networks.trained_for import finder_of

WIDTH, HEIGHT = 256, 192
STRIDE = 2

Points = NDArray[np.float64]

NEAR = np.arange(5.0)


@dataclass(frozen=True)
class HeatMaps:
    """Four heat maps, values 0..1, HEIGHT/2 x WIDTH/2 each."""

    corners: NDArray[np.float32]
    intersections: NDArray[np.float32]
    surface: NDArray[np.float32]
    feet: NDArray[np.float32]
    to_map: Points
    """Affine map, 2 x 3, from picture to map pixels."""

    def of_picture(self, spots: Points) -> Points:
        """Convert N x 2 picture pixels to map pixels."""
        return spots @ self.to_map[:, :2].T + self.to_map[:, 2]

    def in_picture(self, spots: Points) -> Points:
        """Convert N x 2 map pixels to picture pixels."""
        return (spots - self.to_map[:, 2]) @ np.linalg.inv(self.to_map[:, :2]).T


class BoardFinder:
    """Network that finds a board with a grid. Not to be shared between threads. Raises VisionError for a grid without
    one."""

    def __init__(self, grid: BoardGrid) -> None:
        self._net = load_network(finder_of(grid))

    def heat_maps(self, image: Image, around: Points | None = None) -> HeatMaps:
        """Predict the maps of the whole picture, or enlarged around some points (N x 2 pixels) of it."""
        height, width = image.shape[:2]
        ring = np.array([[0, 0], [width - 1, height - 1]], float) if around is None else around
        low, high = ring.min(axis=0), ring.max(axis=0)
        middle = (low + high) / 2
        room = 1.0 if around is None else 1.25
        scale = min(WIDTH / (room * (high[0] - low[0] + 1)), HEIGHT / (room * (high[1] - low[1] + 1)))
        shift = np.array([(WIDTH - 1) / 2, (HEIGHT - 1) / 2]) - scale * middle
        to_input = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        seen = cv2.warpAffine(
            _softened(image, scale),
            to_input,
            (WIDTH, HEIGHT),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT_101,
        )
        blob = np.asarray(seen, np.float32).transpose(2, 0, 1)[None] / 127.5 - 1
        (output,) = self._net.answer({"picture": np.ascontiguousarray(blob)}, ["maps"])
        maps = 1 / (1 + np.exp(-output[0]))
        half = to_input / STRIDE
        half[:, 2] -= 0.25
        return HeatMaps(maps[0], maps[1], maps[2], maps[3], half)


def _softened(image: Image, scale: float) -> Image:
    """Blur before shrinking, so that thin lines survive."""
    if scale > 0.7:
        return image
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 / scale), np.uint8)


def peaks(heat: NDArray[np.float32], least: float, most: int) -> tuple[Points, NDArray[np.float64]]:
    """Return local maxima of a map, strongest first: N x 2 map pixels (with fractions) and their heights."""
    top = np.asarray(cv2.dilate(heat, np.ones((5, 5), np.uint8)))
    rows, columns = np.nonzero((heat >= top) & (heat > least))
    order = np.argsort(-heat[rows, columns])[:most]
    spots = [_centroid(heat, int(columns[i]), int(rows[i])) for i in order]
    return np.array(spots, float).reshape(-1, 2), heat[rows[order], columns[order]].astype(float)


def _centroid(heat: NDArray[np.float32], u: int, v: int) -> tuple[float, float]:
    u0, v0 = max(u - 2, 0), max(v - 2, 0)
    part = heat[v0 : v + 3, u0 : u + 3].astype(float) ** 2
    total = part.sum()
    columns, rows = part.sum(axis=0), part.sum(axis=1)
    return u0 + float(columns @ NEAR[: len(columns)] / total), v0 + float(rows @ NEAR[: len(rows)] / total)
