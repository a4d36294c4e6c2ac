"""Draws printed pages as a camera with a known lens sees them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pdf import PdfPage
from vision.geometry.camera import Camera
from vision.image import Image

Floats = NDArray[np.float64]

DOTS_PER_MM = 6
TABLE = 120


def raster(page: PdfPage) -> NDArray[np.uint8]:
    """The page's rectangles, DOTS_PER_MM; the text is left out."""
    paper = np.full((round(page.height * DOTS_PER_MM), round(page.width * DOTS_PER_MM)), 235, np.uint8)
    for grey, rectangles in page.fills:
        for r in rectangles:
            x0, y0, x1, y1 = (round(c * DOTS_PER_MM) for c in (r.x, r.y, r.x + r.width, r.y + r.height))
            paper[y0:y1, x0:x1] = 20 + round(grey * 215)
    return paper


class Photographer:
    """Takes pictures of a page with `camera`; the frame of poses is the page's, origin in its middle, y down, mm."""

    def __init__(self, page: PdfPage, camera: Camera) -> None:
        self._raster = cv2.GaussianBlur(raster(page), (0, 0), 1.5)
        self._camera = camera
        self._noise = np.random.default_rng(1)
        width, height = camera.size
        pixels = np.stack(np.meshgrid(np.arange(float(width)), np.arange(float(height))), axis=-1)
        self._rays = camera.rays(pixels.reshape(-1, 2))

    def take(self, turn: tuple[float, float, float], at: tuple[float, float, float], blur: float = 0.6) -> Image:
        """`turn`: rotation vector in degrees, `at`: where the page's middle is before the camera, mm."""
        matrix = cv2.Rodrigues(np.radians(turn))[0]
        rays, centre = self._rays @ matrix, -np.array(at) @ matrix
        reach = -centre[2] / rays[:, 2]
        height, width = self._raster.shape
        places = (centre[:2] + rays[:, :2] * reach[:, None]) * DOTS_PER_MM + (width / 2 - 0.5, height / 2 - 0.5)
        u, v = (places[:, i].reshape(self._camera.size[::-1]).astype(np.float32) for i in (0, 1))
        seen = cv2.remap(self._raster, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=TABLE)
        small = cv2.GaussianBlur(seen, (0, 0), blur)
        noise = self._noise.normal(0, 2, small.shape)
        grey = np.clip(small + noise, 0, 255).astype(np.uint8)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)


def sheet_views() -> list[tuple[tuple[float, float, float], tuple[float, float, float]]]:
    """Turns and places that show all that is asked for: straight, tilted to each side, in each part of the picture."""
    tilts = [(0, 0, 0), (0, 30, 0), (0, -30, 5), (32, 0, 0), (-32, 0, 0), (20, 25, 90), (-25, 20, 10), (35, 5, 90)]
    middles = [(0, 0), (-40, -25), (40, 25), (-45, 20), (45, -20), (0, 0), (30, 0), (-30, 0), (0, 20), (0, -20)]
    views: list[tuple[tuple[float, float, float], tuple[float, float, float]]] = []
    for n in range(14):
        x, y = middles[n % len(middles)]
        views.append((tilts[n % len(tilts)], (x, y, 330.0 + 25 * (n % 3))))
    return views
