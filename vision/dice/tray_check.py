"""Whether a camera sees the dice of a tray well enough to be trusted with them, and what is to be changed if not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.eye import SeenDie
from vision.enough_light import PALEST, SMALL, is_dark
from vision.image import Image

Flaw = Literal[
    "dark", "colourless", "missing", "many", "far", "near", "edge", "blurred", "bright", "alike", "unread", "unsure"
]
# A pip is a fifth of a face wide, give or take a fifth of that.
PIP_SHARE = 0.2
# Pixels a face: below the first pips run together and values are guessed, from the second on more help nobody.
LEAST_FACE, GOOD_FACE = 24.0, 40.0
# A face that is a larger share of the picture's shorter side leaves dice no room to roll.
LARGEST_SHARE = 0.3
# A die whose middle is nearer to the picture's edge than so many faces may be cut off.
FROM_EDGE = 0.85
# An edge wider than this share of a pip blurs pips into each other; sharp ones are never narrower than the second.
WIDEST_EDGE, SHARPEST_EDGE = 0.8, 3.6
# Pixels with all channels from the level on are burnt out to white. So much of the picture, or of a face that is not
# white by itself, leaves nothing to be told from it.
BURNT, BURNT_PICTURE, BURNT_FACE = 250, 0.25, 0.3
# A channel counts for the edges where it shows at least this share of the contrast of the one that shows most.
TELLING = 0.5
# A die nearer than this to the ground in colour (CIELAB, in which 2.3 is just noticeable) is found by its pips alone.
LEAST_APART = 14.0
# Below this a value is right often enough for a game, not for a tray that nobody looks at.
SURE = 0.95
# Grain finer than this (a Gaussian, pixels) is no edge.
NOISE = 0.7
# The steepest slopes are those of so many hundredths of the pixels, rare ones left out.
STEEPEST = 98.5
# Where body and ground are looked at, in faces from the die's middle: within the face, and beyond its silhouette.
BODY_REACH, GROUND_REACH = 0.42, (1.25, 1.7)


@dataclass(frozen=True)
class DieCheck:
    """How one die is seen: pixels a `pip` and a `face`, how wide its edges are (`edge`, pixels), the share of it that
    is burnt out (`burnt`), its distance in colour from the ground (`apart`, CIELAB), and what is wrong with it."""

    die: SeenDie
    face: float
    pip: float
    edge: float
    burnt: float
    apart: float
    flaws: tuple[Flaw, ...]


@dataclass(frozen=True)
class TrayCheck:
    """How a tray is seen; `flaws` are those of the whole picture. `light` is its luminance in bright parts, 0..255."""

    dice: tuple[DieCheck, ...]
    light: float
    flaws: tuple[Flaw, ...]

    @property
    def all_flaws(self) -> tuple[Flaw, ...]:
        """Every kind once, in the order in which they are best mended: light first, then what is in the picture."""
        found = {*self.flaws, *(flaw for die in self.dice for flaw in die.flaws)}
        order: tuple[Flaw, ...] = Flaw.__args__  # type: ignore[attr-defined]
        return tuple(flaw for flaw in order if flaw in found)


def check_tray(image: Image, dice: Sequence[SeenDie], expected: int) -> TrayCheck:
    """Judge a picture (H x W x 3, BGR) in which these dice were read and `expected` lie."""
    flaws: list[Flaw] = []
    if is_dark(image):
        flaws.append("dark")
    elif _pale(image):
        flaws.append("colourless")
    elif float((image.min(axis=2) >= BURNT).mean()) > BURNT_PICTURE:
        flaws.append("bright")
    if len(dice) != expected:
        flaws.append("missing" if len(dice) < expected else "many")
    light = float(np.quantile(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 0.95))
    # Bad light spoils all that could be said of a die's colours and edges.
    dim = bool({"dark", "colourless", "bright"} & set(flaws))
    checked = (_checked(image, die) for die in dice)
    return TrayCheck(tuple(replace(die, flaws=()) if dim else die for die in checked), light, tuple(flaws))


def _pale(image: Image) -> bool:
    small = np.asarray(cv2.resize(image, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
    return float(np.percentile(np.ptp(small, axis=2), 99)) < PALEST


def _checked(image: Image, die: SeenDie) -> DieCheck:
    height, width = image.shape[:2]
    away = _distance(image, die)
    body, ground = away < BODY_REACH, (away > GROUND_REACH[0]) & (away < GROUND_REACH[1])
    edge = edge_width(image, die)
    burnt = float((image[body].min(axis=1) >= BURNT).mean()) if body.any() else 0.0
    apart = _apart(image, body, ground)
    pip = PIP_SHARE * die.face
    flaws: list[Flaw] = []
    if die.face < LEAST_FACE:
        flaws.append("far")
    if die.face > LARGEST_SHARE * min(height, width):
        flaws.append("near")
    elif _room(image, die) < FROM_EDGE * die.face:
        flaws.append("edge")
    if edge > max(WIDEST_EDGE * pip, SHARPEST_EDGE):
        flaws.append("blurred")
    if burnt > BURNT_FACE and (die.colour != "white" or die.value is None):
        flaws.append("bright")
    if apart < LEAST_APART:
        flaws.append("alike")
    if not flaws and die.value is None:
        flaws.append("unread")
    elif not flaws and die.confidence < SURE:
        flaws.append("unsure")
    return DieCheck(die, die.face, pip, edge, burnt, apart, tuple(flaws))


def edge_width(image: Image, die: SeenDie) -> float:
    """How many pixels an edge on a die takes from dark to bright: its contrast over its steepest slopes."""
    half = 0.75 * die.face
    top, bottom = (round(np.clip(die.at[1] + s * half, 0, image.shape[0])) for s in (-1, 1))
    left, right = (round(np.clip(die.at[0] + s * half, 0, image.shape[1])) for s in (-1, 1))
    if bottom - top < 4 or right - left < 4:
        return 0.0
    part = cv2.GaussianBlur(image[top:bottom, left:right].astype(np.float32), (0, 0), NOISE)
    contrasts = [float(np.percentile(part[..., k], 98) - np.percentile(part[..., k], 2)) for k in range(3)]
    widths = []
    for k, contrast in enumerate(contrasts):
        slopes = [np.abs(cv2.Sobel(part[..., k], cv2.CV_32F, dx, 1 - dx)) / 8 for dx in (0, 1)]
        if contrast >= TELLING * max(contrasts):
            # Round pips have edges in all directions: motion blurs those across it.
            steep = min(float(np.percentile(slope, STEEPEST)) for slope in slopes)
            widths.append(contrast / max(steep, 1e-3))
    return min(widths)


def _distance(image: Image, die: SeenDie) -> NDArray[np.float64]:
    """Of every pixel from the die's middle, in faces."""
    v, u = np.ogrid[: image.shape[0], : image.shape[1]]
    return np.asarray(np.hypot(u - die.at[0], v - die.at[1]) / die.face)


def _room(image: Image, die: SeenDie) -> float:
    """Pixels from the die's middle to the nearest edge of the picture."""
    height, width = image.shape[:2]
    u, v = die.at
    return float(min(u, v, width - u, height - v))


def _apart(image: Image, body: NDArray[np.bool_], ground: NDArray[np.bool_]) -> float:
    """How far the colours of body and ground are apart."""
    if not body.any() or not ground.any():
        return LEAST_APART
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return float(np.linalg.norm(np.median(lab[body], axis=0) - np.median(lab[ground], axis=0)))
