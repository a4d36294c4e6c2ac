"""Colours of the solids' plastic: learnt from pieces beside the board at first, then from faces that were seen.

A colour is a Gaussian of brightness and of tint; tints spread farther towards grey (gloss, shade) than across.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.image import Floats, Image
from vision.parameters import parameters
from vision.synthesis.scene import KINDS, LabelImage, SolidScene
from vision.synthesis.tints import tints


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters of this module (`vision.parameters`)."""

    nothing: float = -3.2  # log density of a pixel that shows nothing known
    least_pixels: int = 25  # pixels; smaller faces teach nothing
    least_share: float = 0.4  # share of a face's pixels that must have its colour's hue
    grey: float = 0.15  # share of a colour's usual saturation; paler pixels belong to another thing
    unknown_hue: float = 0.3  # log; largest distance of a pixel's tint from the hue of a colour not seen before
    other_hue: float = 0.2  # log; the same for a colour seen before
    same_hue: float = 14.0  # degrees; pixels beside the board this near to a colour's usual hue may be its plastic
    saturated: float = 0.5  # share of the usual saturation below which a pixel has no colour
    gloss_hue: float = 0.12  # log; by how much gloss differs from its plastic's hue
    white: float = 5.55  # log; brightness of white
    enough: int = 150  # pixels beside the board from which a colour counts as known


P: Final = parameters(Parameters)
USUAL: Final[Mapping[str, tuple[int, int, int]]] = {
    "B": (170, 70, 40),
    "Y": (20, 170, 235),
    "R": (35, 30, 180),
    "G": (60, 110, 20),
}
"""Plastics of most sets, BGR."""
LOG_TWO_PI: Final = 2.757


class Tone(NamedTuple):
    """Distribution of tints."""

    mean: Floats
    """Mean, (3,)."""
    bright: float
    """Standard deviation of brightness."""
    along: float
    """Standard deviation of saturation."""
    across: float
    """Standard deviation across it."""

    def density(self, seen: Floats) -> Floats:
        """Return the log density of tints, N x 3."""
        away = seen - self.mean.astype(np.float32)
        length = float(np.hypot(*self.mean[1:]))
        x, y = (float(part) / length for part in self.mean[1:]) if length else (1.0, 0.0)
        along, across = away[:, 1] * x + away[:, 2] * y, away[:, 2] * x - away[:, 1] * y
        square = (away[:, 0] / self.bright) ** 2 + (along / self.along) ** 2 + (across / self.across) ** 2
        return np.asarray(-0.5 * square - float(np.log(self.bright * self.along * self.across)) - LOG_TWO_PI)


class SeenFace(NamedTuple):
    """Look of one face."""

    median: Floats
    """Median of its tints, (3,)."""
    spread: Floats
    """Spread of its tints, (3,)."""
    pixels: int
    towards: float | None
    """Direction in the room that it faces, radians; None for a top."""


def mixed(*parts: tuple[float, NDArray[np.floating[Any]]]) -> Floats:
    """Return the log density of a mixture of shares and log densities."""
    return np.asarray(reduce(np.logaddexp, [logs + np.float32(np.log(share)) for share, logs in parts]))


class Plastics:
    """Knowledge of the colours of a game's solids."""

    def __init__(self, image: Image, outside: NDArray[np.bool_], gloss: float = 0.0) -> None:
        """Learn from a picture. `outside`: True for pixels off the board, where pieces may lie in store. `gloss`: share
        of a face's pixels that may be highlights."""
        self._gloss = gloss
        seen = tints(image)[outside]
        self._stored = {colour: _stored(seen, colour) for colour in USUAL}
        self._seen: dict[str, list[SeenFace]] = {}

    def learn(self, faces: Mapping[tuple[str, int], SeenFace]) -> None:
        """Take note of what faces of known solids looked like, by colour and kind."""
        for (colour, _), face in faces.items():
            self._seen.setdefault(colour, []).append(face)

    def seen(
        self, scene: SolidScene, tinted: Floats, drawing: LabelImage, towards: Mapping[int, float]
    ) -> dict[tuple[str, int], SeenFace]:
        """Return what faces of solids look like that stand as `drawing` has them, by colour and kind. Pixels of another
        hue than the colour's are left out: something may have been put before a face. `towards`: where sides of each
        kind look to in the room."""
        found = {}
        for colour in scene.colours:
            hue = self._hue(colour)
            length = max(float(np.hypot(*hue)), 1e-6)
            allowed = P.other_hue if colour in self._seen else P.unknown_hue
            for kind in range(KINDS):
                pixels = tinted[drawing.labels == scene.label(colour, kind)]
                if len(pixels) < P.least_pixels:
                    continue
                along = pixels[:, 1:] @ hue / length
                across = np.abs(pixels[:, 2] * hue[0] - pixels[:, 1] * hue[1]) / length
                plastic = pixels[(along > P.grey * length) & (across < allowed)]
                if len(plastic) < max(P.least_pixels, P.least_share * len(pixels)):
                    continue
                median = np.median(plastic, axis=0)
                spread = 1.48 * np.median(np.abs(plastic - median), axis=0)
                found[colour, kind] = SeenFace(median, spread, len(plastic), towards.get(kind))
        return found

    def _hue(self, colour: str) -> Floats:
        """Return the tint of a colour, (2,): as faces showed it, or as usual."""
        if faces := self._seen.get(colour):
            return np.asarray(np.average([f.median[1:] for f in faces], axis=0, weights=[f.pixels for f in faces]))
        return tints(np.array([[USUAL[colour]]], np.uint8))[0, 0, 1:]

    def density(self, seen: Floats, colour: str, towards: float | None, here: SeenFace | None) -> Floats:
        """Return the log density of tints (N x 3) of a face of a colour that looks `towards` a direction in the room;
        `here` is what such a face looks like in this very picture, if one is known to show."""
        wide = self._remembered(colour, towards)
        usual = wide.density(seen) if wide else self._unknown(seen, colour)
        nothing = np.full(len(seen), P.nothing - 0.5, np.float32)
        if here is None:
            return mixed((0.95, usual), (0.05, nothing))
        tint = float(here.spread[1:].max())
        near = Tone(here.median, max(1.3 * float(here.spread[0]), 0.12), max(1.3 * tint, 0.10), 0.07)
        plain = mixed((0.65, near.density(seen)), (0.3 - self._gloss, usual), (0.05, nothing))
        return mixed((1.0, plain), (self._gloss, _glossy(seen, here.median))) if self._gloss else plain

    def _unknown(self, seen: Floats, colour: str) -> Floats:
        """Return the same of a colour of which no face has been seen yet."""
        usual = tints(np.array([[USUAL[colour]]], np.uint8))[0, 0]
        length = float(np.hypot(*usual[1:]))
        generic = Tone(np.array([4.2, *(0.75 * usual[1:])]), 0.6, 0.3 * length, 0.16).density(seen)
        stored = self._stored[colour]
        if stored is None:
            return generic
        own = float(np.hypot(*stored[1:]))
        lying = Tone(np.array([stored[0], *(0.8 * stored[1:])]), 0.5, 0.3 * own + 0.1, 0.13)
        return mixed((0.55, lying.density(seen)), (0.45, generic))

    def _remembered(self, colour: str, towards: float | None) -> Tone | None:
        """Return what a face looked like in earlier pictures: those that looked the same way count most."""
        faces = self._seen.get(colour, [])
        alike = [face for face in faces if (face.towards is None) == (towards is None)]
        darker = 0.0
        if not alike:
            alike, darker = faces, 0.25 if towards is None else -0.25
        if not alike:
            return None
        turned = np.array([_apart(face.towards, towards) for face in alike])
        counts = np.array([min(face.pixels, 150) for face in alike])
        weights = counts * (np.exp(-((turned / 0.5) ** 2)) + 0.02)
        medians = np.array([face.median for face in alike])
        mean = np.average(medians, axis=0, weights=weights)
        spread = np.sqrt(np.average((medians - mean) ** 2, axis=0, weights=weights))
        spread = np.hypot(spread, 0.10 + 0.12 * min(float(turned.min()), 1.0)) + abs(darker)
        mean[0] += darker
        tint = float(spread[1:].max())
        return Tone(mean, max(0.25, 1.5 * float(spread[0])), max(0.2, 1.5 * tint), 0.12)


def _glossy(seen: Floats, plastic: Floats) -> Floats:
    """Return the log density of tints of a glossy face: brighter than its plastic and paler, in its hue."""
    length = max(float(np.hypot(*plastic[1:])), 1e-6)
    x, y = plastic[1] / length, plastic[2] / length
    pale = (seen[:, 1] * x + seen[:, 2] * y) / length
    across = (seen[:, 2] * x - seen[:, 1] * y) / P.gloss_hue
    reach = max(P.white - float(plastic[0]), P.gloss_hue)
    beyond = np.maximum(plastic[0] - seen[:, 0], 0) + np.maximum(np.abs(pale - 0.5) - 0.5, 0)
    logs = -0.5 * (across**2 + (beyond / P.gloss_hue) ** 2) - np.log(reach * length * P.gloss_hue * 2.5)
    return np.asarray(logs)


def _apart(one: float | None, other: float | None) -> float:
    if one is None or other is None:
        return 0.0
    return abs((one - other + np.pi) % (2 * np.pi) - np.pi)


def _stored(seen: Floats, colour: str) -> Floats | None:
    """Return the median tint of what lies beside the board in a colour's usual hue, None where too little does."""
    usual = tints(np.array([[USUAL[colour]]], np.uint8))[0, 0, 1:]
    turned = np.arctan2(seen[:, 2], seen[:, 1]) - np.arctan2(usual[1], usual[0])
    off = np.abs((turned + np.pi) % (2 * np.pi) - np.pi)
    strong = np.hypot(seen[:, 1], seen[:, 2]) > P.saturated * np.hypot(*usual)
    near = seen[(off < np.radians(P.same_hue)) & strong]
    if len(near) < P.enough:
        return None
    median = np.median(near, axis=0)
    for _ in range(3):
        kept = np.hypot(*(near[:, 1:] - median[1:]).T) < 0.3
        if kept.sum() < P.enough / 2:
            return None
        median = np.median(near[kept], axis=0)
    return np.asarray(median)
