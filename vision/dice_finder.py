"""Finds the top faces of dice in a picture with a small network (`dice_finder.onnx`, from vision.training)."""

from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.look import Image

MODEL = "dice_finder.onnx"
STRIDE = 8
SIZE_UNIT = 40.0
LONG_SIDE = 640
MARGIN = 24
FRAME = 32
# Chances below which nothing is a die, and how close two middles may lie, in faces.
LEAST_CHANCE = 0.25
APART = 0.62


@dataclass(frozen=True)
class Found:
    """The middle of a top face and the face's side (root of its area), in picture pixels, and how sure it is."""

    at: tuple[float, float]
    face: float
    chance: float


class DiceFinder:
    """The network, run by OpenCV. Not to be shared between threads."""

    def __init__(self) -> None:
        model = np.frombuffer(resources.files("vision").joinpath(MODEL).read_bytes(), np.uint8)
        self._net = cv2.dnn.readNetFromONNX(model)

    def find(self, image: Image, most: int = 40) -> list[Found]:
        """The dice of a picture, the surest first."""
        height, width = image.shape[:2]
        scale = min(LONG_SIDE / max(height, width), 2.0)
        size = (max(round(width * scale), 1), max(round(height * scale), 1))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        seen = cv2.resize(image, size, interpolation=how)
        right, below = (-(n + 2 * MARGIN) % FRAME for n in size)
        framed = cv2.copyMakeBorder(
            seen, MARGIN, MARGIN + below, MARGIN, MARGIN + right, cv2.BORDER_CONSTANT, value=(127, 127, 127)
        )
        blob = np.asarray(framed, np.float32).transpose(2, 0, 1)[None] / 127.5 - 1
        self._net.setInput(np.ascontiguousarray(blob), "picture")
        found = faces(np.asarray(self._net.forward(), np.float32)[0])
        sx, sy = width / size[0], height / size[1]
        dice = [
            Found(((u - MARGIN + 0.5) * sx - 0.5, (v - MARGIN + 0.5) * sy - 0.5), face * (sx * sy) ** 0.5, chance)
            for u, v, face, chance in found
        ]
        return [d for d in dice if -0.5 <= d.at[0] < width and -0.5 <= d.at[1] < height][:most]


def faces(maps: NDArray[np.float32]) -> list[tuple[float, float, float, float]]:
    """Peaks of the network's answer (4 x rows x columns): u, v, face in its pixels, and chance; surest first."""
    chance = 1 / (1 + np.exp(-maps[0]))
    top = np.asarray(cv2.dilate(chance, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((chance >= top) & (chance > LEAST_CHANCE))
    kept: list[tuple[float, float, float, float]] = []
    for i in np.argsort(-chance[rows, columns]):
        row, column = rows[i], columns[i]
        du, dv, size = (float(n) for n in maps[1:, row, column])
        u, v = (column + du + 0.5) * STRIDE - 0.5, (row + dv + 0.5) * STRIDE - 0.5
        face = SIZE_UNIT * float(np.exp(np.clip(size, -3, 3)))
        if all(np.hypot(u - a, v - b) > APART * min(face, other) for a, b, other, _ in kept):
            kept.append((float(u), float(v), face, float(chance[row, column])))
    return kept
