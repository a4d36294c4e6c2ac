"""Finds the top faces of dice in a picture with a small network (`dice_finder.onnx`, from lab.training)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.networks.runtime import load_network
from vision.parameters import parameters

MODEL = "dice_finder.onnx"
STRIDE = 8
SIZE_UNIT = 40.0
LONG_SIDE = 640


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    most_zoom: float = 2.0  # factor by which pictures are enlarged at most
    least_face: float = 15.0  # network pixels; pictures with smaller faces are looked at again, enlarged
    large_face: float = 20.0  # network pixels of faces at reduced sizes from which they count
    found: float = 0.7  # chance; a picture without a surer find is also looked at in other sizes
    again: float = 0.55  # chance that finds in other sizes need where none reaches `found`
    least_chance: float = 0.2  # chance; less likely finds are dropped
    apart: float = 0.62  # faces; nearer middles belong to one die
    least_missed: float = 0.12  # chance a find needs at any size where a die is missing


P: Final = parameters(Parameters)
MARGIN = 24
FRAME = 32
# Longer sides of reduced pictures, for faces too large for the network at the usual one.
SHRUNK = (LONG_SIDE // 4, LONG_SIDE // 8)
# Longer side at which a picture without a sure find is tried, as well as enlarged.
HALF = LONG_SIDE // 2
# Longer side at which dice too small even when enlarged are sought, if the picture has as many pixels.
FULL_SIDE = 4 * LONG_SIDE
# Longer sides searched where a die is missing.
SEARCHED = (HALF, LONG_SIDE, LONG_SIDE * 3 // 2, 2 * LONG_SIDE)


@dataclass(frozen=True)
class FoundDie:
    """A top face that was found."""

    at: tuple[float, float]
    """Middle of the face, picture pixels."""
    face: float
    """Side of the face (root of its area), picture pixels."""
    chance: float
    """Probability of a die."""


class DiceFinder:
    """The network. Not to be shared between threads."""

    def __init__(self) -> None:
        self._net = load_network(MODEL)

    def find(self, image: Image, most: int = 40) -> list[FoundDie]:
        """Find the dice of a picture, surest first. Pictures with small dice are looked at again, enlarged; all are
        also reduced for dice that fill much of them. Where no find is sure, other sizes are tried, too: a single die
        may show in only one of them."""
        found = self._look(image, LONG_SIDE)
        longest = max(image.shape[:2])
        enlarged = round(min(2 * LONG_SIDE, P.most_zoom * longest))
        if _small(found, longest / LONG_SIDE):
            found = self._look(image, enlarged)
            if longest > enlarged and _small(found, longest / enlarged):
                found = self._look(image, min(FULL_SIDE, longest))
        half = self._look(image, HALF)
        found = _with_others(found, half)
        found = self._with_large(found, image, SHRUNK)
        if not any(die.chance > P.found for die in found):
            again = half + self._look(image, enlarged)
            least = P.found if any(die.chance > P.found for die in again) else P.again
            found = joined(found, [die for die in again if die.chance > least])
        return found[:most]

    def glance(self, image: Image, least: float) -> list[FoundDie]:
        """Return all finds with at least this probability at half or all of the usual size, surest first."""
        return joined(self._look(image, LONG_SIDE, least), self._look(image, HALF, least))

    def search(self, image: Image, most: int = 40) -> list[FoundDie]:
        """Return all possible dice at several sizes, and with stretched contrast, surest first."""
        found: list[FoundDie] = []
        for seen in (image, _stretched(image)):
            for long_side in SEARCHED:
                found = joined(found, self._look(seen, long_side, P.least_missed)[:most])
        return found[:most]

    def _with_large(self, found: list[FoundDie], image: Image, long_sides: Sequence[int]) -> list[FoundDie]:
        """Add the large dice found at reduced sizes."""
        for long_side in long_sides:
            least = P.large_face * max(image.shape[:2]) / long_side
            found = joined(found, [die for die in self._look(image, long_side) if die.face > least])
        return found

    def _look(self, image: Image, long_side: int, least: float = P.least_chance) -> list[FoundDie]:
        """Find dice at one size of the picture."""
        height, width = image.shape[:2]
        scale = min(long_side / max(height, width), P.most_zoom)
        size = (max(round(width * scale), 1), max(round(height * scale), 1))
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        seen = cv2.resize(image, size, interpolation=how)
        right, below = (-(n + 2 * MARGIN) % FRAME for n in size)
        framed = cv2.copyMakeBorder(
            seen, MARGIN, MARGIN + below, MARGIN, MARGIN + right, cv2.BORDER_CONSTANT, value=(127, 127, 127)
        )
        blob = np.asarray(framed, np.float32).transpose(2, 0, 1)[None] / 127.5 - 1
        (maps,) = self._net.answer({"picture": np.ascontiguousarray(blob)}, ["dice"])
        sx, sy = width / size[0], height / size[1]
        dice = [
            FoundDie(((u - MARGIN + 0.5) * sx - 0.5, (v - MARGIN + 0.5) * sy - 0.5), face * (sx * sy) ** 0.5, chance)
            for u, v, face, chance in faces(maps[0], least)
        ]
        return [die for die in dice if -0.5 <= die.at[0] < width and -0.5 <= die.at[1] < height]


def _small(found: Sequence[FoundDie], pixel: float) -> bool:
    """Return True if dice are too small for a picture with pixels of this size."""
    return bool(found) and float(np.median([die.face for die in found])) < P.least_face * pixel


def _stretched(image: Image) -> Image:
    """Stretch the contrast so that the darkest and brightest parts are black and white."""
    low, high = (float(n) for n in np.percentile(image[::4, ::4], (1, 99)))
    levels = (np.arange(256) - low) * (255 / max(high - low, 16))
    return np.asarray(cv2.LUT(image, np.clip(levels, 0, 255).astype(np.uint8)), np.uint8)


def joined(found: list[FoundDie], more: list[FoundDie]) -> list[FoundDie]:
    """Add finds. Each replaces less likely, unsure finds inside it: dice may lie like the pips of a large one."""
    for die in more:
        within = [one for one in found if np.hypot(one.at[0] - die.at[0], one.at[1] - die.at[1]) < P.apart * die.face]
        if all(one.chance < min(die.chance, P.found) for one in within):
            found = [one for one in found if one not in within] + [die]
    return sorted(found, key=lambda die: -die.chance)


def _with_others(found: list[FoundDie], more: list[FoundDie]) -> list[FoundDie]:
    """Add finds where none was sure, or where they are larger."""
    sure = [one for one in found if one.chance > P.found]
    other = [die for die in more if all(math.dist(one.at, die.at) > P.apart * one.face for one in sure)]
    return joined(found, other)


def faces(maps: NDArray[np.float32], least: float = P.least_chance) -> list[tuple[float, float, float, float]]:
    """Return the peaks of the output (4 x rows x columns): u, v, face in its pixels, and probability; surest first."""
    chance = 1 / (1 + np.exp(-maps[0]))
    top = np.asarray(cv2.dilate(chance, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((chance >= top) & (chance > least))
    kept: list[tuple[float, float, float, float]] = []
    for i in np.argsort(-chance[rows, columns]):
        row, column = rows[i], columns[i]
        du, dv, size = (float(n) for n in maps[1:, row, column])
        u, v = (column + du + 0.5) * STRIDE - 0.5, (row + dv + 0.5) * STRIDE - 0.5
        face = SIZE_UNIT * float(np.exp(np.clip(size, -3, 3)))
        if all(np.hypot(u - a, v - b) > P.apart * min(face, other) for a, b, other, _ in kept):
            kept.append((float(u), float(v), face, float(chance[row, column])))
    return kept
