"""Checks whether a camera sees the dice of a tray well enough, and what to change if not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.eye import SeenDie
from vision.enough_light import P as ENOUGH_LIGHT
from vision.enough_light import is_dark
from vision.image import Image
from vision.parameters import Two, parameters

Flaw = Literal[
    "dark", "colourless", "missing", "many", "far", "near", "edge", "blurred", "bright", "alike", "unread", "unsure"
]


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    pip_share: float = 0.2  # faces; width of a pip, to a fifth
    least_face: float = 24.0  # pixels; in smaller faces pips run together
    good_face: float = 40.0  # pixels; more help nobody
    largest_share: float = 0.3  # share of the picture's shorter side; a larger face leaves no room to roll
    from_edge: float = 0.85  # faces; a die nearer to the picture's edge may be cut off
    widest_edge: float = 0.8  # pips; wider edges blur pips into each other
    sharpest_edge: float = 3.6  # pixels; sharp edges are never narrower
    burnt: int = 250  # level (of 255) from which all channels are burnt out
    burnt_picture: float = 0.25  # share of the picture that may be burnt out
    burnt_face: float = 0.3  # share of a coloured face that may be burnt out
    telling: float = 0.5  # share of the best channel's contrast from which a channel counts
    least_apart: float = 14.0  # CIELAB (2.3 is just noticeable); a die nearer to the ground is found by its pips alone
    sure: float = 0.95  # chance a value needs on a tray that nobody watches
    noise: float = 0.7  # pixels; sigma of the blur that removes grain
    steepest: float = 98.5  # percentile of slopes taken for the steepest, outliers aside
    body_reach: float = 0.42  # faces; radius within which the body's colour is measured
    ground_reach: Two = (1.25, 1.7)  # faces; ring around the die in which the ground is measured


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class DieCheck:
    """Visibility of one die."""

    die: SeenDie
    face: float
    """Side of its face, pixels."""
    pip: float
    """Width of its pips, pixels."""
    edge: float
    """Width of its edges, pixels."""
    burnt: float
    """Share of it that is burnt out."""
    apart: float
    """Distance in colour from the ground, CIELAB."""
    flaws: tuple[Flaw, ...]


@dataclass(frozen=True)
class TrayCheck:
    """Visibility of a tray."""

    dice: tuple[DieCheck, ...]
    light: float
    """Luminance of its bright parts, 0..255."""
    flaws: tuple[Flaw, ...]
    """Flaws of the whole picture."""

    @property
    def all_flaws(self) -> tuple[Flaw, ...]:
        """All kinds of flaws once, in the order in which they are best mended: light first, then the picture's
        content."""
        found = {*self.flaws, *(flaw for die in self.dice for flaw in die.flaws)}
        order: tuple[Flaw, ...] = Flaw.__args__  # type: ignore[attr-defined]
        return tuple(flaw for flaw in order if flaw in found)


def check_tray(image: Image, dice: Sequence[SeenDie], expected: int) -> TrayCheck:
    """Check a picture (H x W x 3, BGR) in which these dice were read and `expected` lie."""
    flaws: list[Flaw] = []
    if is_dark(image):
        flaws.append("dark")
    elif _pale(image):
        flaws.append("colourless")
    elif float((image.min(axis=2) >= P.burnt).mean()) > P.burnt_picture:
        flaws.append("bright")
    if len(dice) != expected:
        flaws.append("missing" if len(dice) < expected else "many")
    light = float(np.quantile(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 0.95))
    # Bad light spoils every measure of a die's colours and edges.
    dim = bool({"dark", "colourless", "bright"} & set(flaws))
    checked = (_checked(image, die) for die in dice)
    return TrayCheck(tuple(replace(die, flaws=()) if dim else die for die in checked), light, tuple(flaws))


def _pale(image: Image) -> bool:
    small = np.asarray(cv2.resize(image, ENOUGH_LIGHT.colours_in, interpolation=cv2.INTER_AREA), np.uint8)
    return float(np.percentile(np.ptp(small, axis=2), 99)) < ENOUGH_LIGHT.palest


def _checked(image: Image, die: SeenDie) -> DieCheck:
    height, width = image.shape[:2]
    away = _distance(image, die)
    body, ground = away < P.body_reach, (away > P.ground_reach[0]) & (away < P.ground_reach[1])
    edge = edge_width(image, die)
    burnt = float((image[body].min(axis=1) >= P.burnt).mean()) if body.any() else 0.0
    apart = _apart(image, body, ground)
    pip = P.pip_share * die.face
    flaws: list[Flaw] = []
    if die.face < P.least_face:
        flaws.append("far")
    if die.face > P.largest_share * min(height, width):
        flaws.append("near")
    elif _room(image, die) < P.from_edge * die.face:
        flaws.append("edge")
    if edge > max(P.widest_edge * pip, P.sharpest_edge):
        flaws.append("blurred")
    if burnt > P.burnt_face and (die.colour != "white" or die.value is None):
        flaws.append("bright")
    if apart < P.least_apart:
        flaws.append("alike")
    if not flaws and die.value is None:
        flaws.append("unread")
    elif not flaws and die.confidence < P.sure:
        flaws.append("unsure")
    return DieCheck(die, die.face, pip, edge, burnt, apart, tuple(flaws))


def edge_width(image: Image, die: SeenDie) -> float:
    """Return the width in pixels of an edge on a die, from dark to bright: its contrast over its steepest slopes."""
    half = 0.75 * die.face
    top, bottom = (round(np.clip(die.at[1] + s * half, 0, image.shape[0])) for s in (-1, 1))
    left, right = (round(np.clip(die.at[0] + s * half, 0, image.shape[1])) for s in (-1, 1))
    if bottom - top < 4 or right - left < 4:
        return 0.0
    part = cv2.GaussianBlur(image[top:bottom, left:right].astype(np.float32), (0, 0), P.noise)
    contrasts = [float(np.percentile(part[..., k], 98) - np.percentile(part[..., k], 2)) for k in range(3)]
    widths = []
    for k, contrast in enumerate(contrasts):
        slopes = [np.abs(cv2.Sobel(part[..., k], cv2.CV_32F, dx, 1 - dx)) / 8 for dx in (0, 1)]
        if contrast >= P.telling * max(contrasts):
            # Round pips have edges in all directions: motion blurs those across it.
            steep = min(float(np.percentile(slope, P.steepest)) for slope in slopes)
            widths.append(contrast / max(steep, 1e-3))
    return min(widths)


def _distance(image: Image, die: SeenDie) -> NDArray[np.float64]:
    """Return the distance of every pixel from the die's middle, in faces."""
    v, u = np.ogrid[: image.shape[0], : image.shape[1]]
    return np.asarray(np.hypot(u - die.at[0], v - die.at[1]) / die.face)


def _room(image: Image, die: SeenDie) -> float:
    """Return the pixels from the die's middle to the nearest edge of the picture."""
    height, width = image.shape[:2]
    u, v = die.at
    return float(min(u, v, width - u, height - v))


def _apart(image: Image, body: NDArray[np.bool_], ground: NDArray[np.bool_]) -> float:
    """Return the distance in colour of body and ground."""
    if not body.any() or not ground.any():
        return P.least_apart
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)
    return float(np.linalg.norm(np.median(lab[body], axis=0) - np.median(lab[ground], axis=0)))
