"""Tells the upper pips of a clear die from those of its lower face, which are seen through its plastic and take on its
tint, however white they are painted.
"""

from typing import NamedTuple

import numpy as np

from vision.dice.pattern import misfit
from vision.image import Floats, Image

# With fewer pips nothing is told, and nothing but a one or what the look says with fewer than the second number.
FEWEST, FEWEST_OF_MORE = 4, 5
# A pip is looked for so far about its place, in shares of the face; its colour is that of the share of pixels there
# that are whitest.
REACH, WHITEST = 0.13, 0.2
# The body's colour is the median within so many faces of the middle.
BODY = 0.45
# How much lighter pips are than the body (of 255), and how far its hue is from theirs, for its tint to be told.
LIGHTER, COLOURED = 20.0, 0.15
# Tints of upper and lower pips are this far apart (natural logarithm), hardly less than any two that are next to each
# other, and so many times farther than the upper ones are from each other.
APART, SHARE, TIMES = 0.004, 0.6, 2.5
# Upper pips lie as those of their value do, as close as this (see `misfit`); lower ones show within so many faces of
# the middle.
FITS, WITHIN = 0.035, 0.6
# A one could be a glint among other pips: it lies in the middle of its face (shares of the face) and is far off in tint
# from all others, which are alike; or less far, if these lie as a six's do.
CENTRED, APART_ALONE, TIMES_ALONE = 0.15, 0.05, 5.0
SIX, TIMES_ON_SIX, FITS_SIX = 6, 1.5, 0.06


class Upper(NamedTuple):
    """The pips of a die's upper face (N x 2 picture pixels), and how far off in tint the others are (natural
    logarithm)."""

    pips: Floats
    apart: float


def upper_pips(
    image: Image, pips: Floats, at: tuple[float, float], face: float, likely: int | None = None
) -> Upper | None:
    """Those of the pips (N x 2 picture pixels) marked on a die that are on its upper face, the others being seen
    through it; None where nothing tells. `at` and `face` are as the finder has them, `likely` is the value by the look,
    if known.
    """
    if len(pips) < FEWEST or (len(pips) == SIX and misfit(pips, at, face) < FITS_SIX):
        return None
    tints = _tints(image, pips, at, face)
    if tints is None:
        return None
    order = np.argsort(tints)
    ranked, gaps = tints[order], np.diff(tints[order])
    for count in 1 + np.argsort(-gaps):
        gap, upper, lower = float(gaps[count - 1]), pips[order[:count]], pips[order[count:]]
        spread = ranked[count - 1] - ranked[0]
        if gap < max(APART, SHARE * gaps.max(), TIMES * spread) or np.abs(lower - at).max() > WITHIN * face:
            continue
        if count > 1 and (len(pips) >= FEWEST_OF_MORE or count == likely) and misfit(upper, at, face) < FITS:
            return Upper(upper, gap)
        centred = np.linalg.norm(upper[0] - at) < CENTRED * face
        if count == 1 and centred and _alone(gap, ranked[1:], misfit(lower, at, face) < FITS_SIX and len(lower) == SIX):
            return Upper(upper, gap)
    return None


def _alone(gap: float, lower: Floats, on_six: bool) -> bool:
    """Whether a pip that is off by `gap` from others of these tints is a one, and those the pips of a six below it."""
    spread = float(np.ptp(lower))
    return gap > TIMES_ON_SIX * spread if on_six else gap > max(APART_ALONE, TIMES_ALONE * spread)


def _tints(image: Image, pips: Floats, at: tuple[float, float], face: float) -> Floats | None:
    """How far each pip's hue lies towards the body's from that of the whitest pip."""
    colours = []
    for spot in pips:
        pixels = _square(image, spot, max(REACH * face, 2))
        if not len(pixels):
            return None
        colours.append(pixels[np.argsort(-pixels.min(axis=1))[: max(int(WHITEST * len(pixels)), 1)]].mean(axis=0))
    body = np.median(_square(image, at, BODY * face), axis=0)
    if min(colour.mean() for colour in colours) < body.mean() + LIGHTER:
        return None
    hues = _hue(np.array(colours))
    white = hues[int(np.argmax([colour.min() for colour in colours]))]
    way = _hue(body) - white
    length = float(np.linalg.norm(way))
    return None if length < COLOURED else (hues - white) @ (way / length)


def _square(image: Image, middle: tuple[float, float] | Floats, half: float) -> Floats:
    """The pixels about a place that lie in the picture, N x 3."""
    u, v = (round(float(n)) for n in middle)
    reach = int(half)
    part = image[max(v - reach, 0) : max(v + reach + 1, 0), max(u - reach, 0) : max(u + reach + 1, 0)]
    return part.reshape(-1, 3).astype(float)


def _hue(colours: Floats) -> Floats:
    """Logarithms of the channels, less their mean: what is left of a colour without its brightness."""
    logs = np.log(np.maximum(colours, 2.0))
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True))
