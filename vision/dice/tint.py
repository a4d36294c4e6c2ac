"""Separates the upper pips of a clear die from those of its lower face, which take on the tint of its plastic."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from vision.dice.pattern import misfit
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    fewest: int = 4  # pips; with fewer the tint tells nothing
    fewest_of_more: int = 5  # pips; with fewer only a one or the value of the look can be told
    reach: float = 0.13  # faces; radius within which a pip's colour is measured
    whitest: float = 0.2  # share of those pixels, the whitest, whose mean is the pip's colour
    body: float = 0.45  # faces; radius whose median is the body's colour
    lighter: float = 20.0  # levels (of 255) by which pips are lighter than the body
    coloured: float = 0.15  # least distance in hue of body and pips
    apart: float = 0.004  # log; least gap in tint of upper and lower pips: hardly less than that of neighbours
    share: float = 0.6  # share of the largest gap that the gap of upper and lower pips reaches
    times: float = 2.5  # factor; that gap against the spread of the upper pips
    fits: float = 0.035  # faces; largest misfit of the upper pips to their value's layout
    within: float = 0.6  # faces; lower pips show within this distance of the middle
    centred: float = 0.15  # faces; a single upper pip lies this near to the middle, a glint may not
    apart_alone: float = 0.05  # log; gap in tint of a single upper pip
    times_alone: float = 5.0  # factor; that gap against the spread of the others
    times_on_six: float = 1.5  # the same where the others lie as a six's do
    fits_six: float = 0.06  # faces; largest misfit of a six


P: Final = parameters(Parameters)
SIX = 6


class Upper(NamedTuple):
    """Pips of the upper face."""

    pips: Floats
    """N x 2 picture pixels."""
    apart: float
    """Gap in tint to the other pips (natural logarithm)."""


def upper_pips(
    image: Image, pips: Floats, at: tuple[float, float], face: float, likely: int | None = None
) -> Upper | None:
    """Return those of the marked pips (N x 2 picture pixels) that lie on the upper face; None where nothing tells. `at`
    and `face`: the finder's. `likely`: the value by the look, if known."""
    if len(pips) < P.fewest or (len(pips) == SIX and misfit(pips, at, face) < P.fits_six):
        return None
    tints = _tints(image, pips, at, face)
    if tints is None:
        return None
    order = np.argsort(tints)
    ranked, gaps = tints[order], np.diff(tints[order])
    for count in 1 + np.argsort(-gaps):
        gap, upper, lower = float(gaps[count - 1]), pips[order[:count]], pips[order[count:]]
        spread = ranked[count - 1] - ranked[0]
        if gap < max(P.apart, P.share * gaps.max(), P.times * spread) or np.abs(lower - at).max() > P.within * face:
            continue
        if count > 1 and (len(pips) >= P.fewest_of_more or count == likely) and misfit(upper, at, face) < P.fits:
            return Upper(upper, gap)
        centred = np.linalg.norm(upper[0] - at) < P.centred * face
        if (
            count == 1
            and centred
            and _alone(gap, ranked[1:], misfit(lower, at, face) < P.fits_six and len(lower) == SIX)
        ):
            return Upper(upper, gap)
    return None


def _alone(gap: float, lower: Floats, on_six: bool) -> bool:
    """Return True if a pip separated by `gap` from others of these tints is a one, with a six below it."""
    spread = float(np.ptp(lower))
    return gap > P.times_on_six * spread if on_six else gap > max(P.apart_alone, P.times_alone * spread)


def _tints(image: Image, pips: Floats, at: tuple[float, float], face: float) -> Floats | None:
    """Return how far each pip's hue lies towards the body's from that of the whitest pip."""
    colours = []
    for spot in pips:
        pixels = _square(image, spot, max(P.reach * face, 2))
        if not len(pixels):
            return None
        colours.append(pixels[np.argsort(-pixels.min(axis=1))[: max(int(P.whitest * len(pixels)), 1)]].mean(axis=0))
    body = np.median(_square(image, at, P.body * face), axis=0)
    if min(colour.mean() for colour in colours) < body.mean() + P.lighter:
        return None
    hues = _hue(np.array(colours))
    white = hues[int(np.argmax([colour.min() for colour in colours]))]
    way = _hue(body) - white
    length = float(np.linalg.norm(way))
    return None if length < P.coloured else (hues - white) @ (way / length)


def _square(image: Image, middle: tuple[float, float] | Floats, half: float) -> Floats:
    """Return the pixels around a place that lie in the picture, N x 3."""
    u, v = (round(float(n)) for n in middle)
    reach = int(half)
    part = image[max(v - reach, 0) : max(v + reach + 1, 0), max(u - reach, 0) : max(u + reach + 1, 0)]
    return part.reshape(-1, 3).astype(float)


def _hue(colours: Floats) -> Floats:
    """Return the logarithms of the channels less their mean: a colour without its brightness."""
    logs = np.log(np.maximum(colours, 2.0))
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True))
