"""Compares pips with the layouts of the six values: one in the middle, two across, five as a quincunx.

All pipped dice share these layouts, whatever their colours, so this helps where a network trained on drawn dice is in
doubt.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.parameters import Four, Many, parameters

Points = NDArray[np.float64]

LAYOUTS: dict[int, Points] = {
    1: np.array([[0.0, 0.0]]),
    2: np.array([[-1.0, -1], [1, 1]]),
    3: np.array([[-1.0, -1], [0, 0], [1, 1]]),
    4: np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]]),
    5: np.array([[-1.0, -1], [-1, 1], [0, 0], [1, -1], [1, 1]]),
    6: np.array([[-1.0, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]),
}


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    unit: float = 0.25  # faces; half the distance of outer pips seen from above
    unit_least: float = 0.10  # faces; least such distance, foreshortened
    unit_most: float = 0.42  # faces; largest such distance, the face being measured too small
    squeezed_most: float = 2.2  # largest ratio of a layout's axes: a face at 45 degrees is foreshortened to 0.71
    map_units: Four = (0.173, 0.22, 0.267, 0.32)  # faces; layout sizes that are tried
    map_offsets: Many = (-0.167, -0.083, 0.0, 0.083, 0.167)  # faces; shifts off the middle that are tried in x and y
    most_odds: float = 5.0  # log odds; one place on the map counts no more
    least_peak: float = -1.73  # log odds; likelier peaks must be explained by a layout
    near: float = 0.08  # faces; a peak this near to a pip of the layout is explained
    far: float = 0.213  # faces; a peak this far from all pips of the layout is not explained
    reach: float = 0.8  # faces; peaks farther from the middle are on other faces or dice
    likeliest: int = 400  # layouts compared with the peaks, the likeliest ones


P: Final = parameters(Parameters)
TURNS = np.radians(np.arange(0, 180, 7.5))

MAP_SLANTS = ((1.0, 1.0), (1.0, 0.8), (0.8, 1.0))


def misfit(pips: Points, at: tuple[float, float], face: float) -> float:
    """Return the misfit of pips (N x 2 pixels) to the layout of their number under any slant, as a share of the face's
    side: the root mean square, and at least a third of the distance of their middle from the face's. Infinite where
    there is no such layout, or pips are too close or too wide. `at` and `face`: the finder's."""
    layout = LAYOUTS.get(len(pips))
    if layout is None:
        return np.inf
    local = (np.asarray(pips, float) - at) / face
    off = float(np.linalg.norm(local.mean(axis=0))) / 3
    if len(pips) == 1:
        return off
    return max(off, min((_residual(a, b) for a, b in _matched(local, layout)), default=np.inf))


def _matched(pips: Points, layout: Points) -> Iterator[tuple[Points, Points]]:
    """Yield layouts in the order of the pips, for every turn at which each pip has a spot of its own."""
    middle = pips.mean(axis=0)
    for turn in TURNS:
        spin = P.unit * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        spots = layout @ spin.T + middle
        nearest = np.linalg.norm(pips[:, None] - spots[None], axis=2).argmin(axis=1)
        if len(set(nearest.tolist())) == len(pips):
            yield pips, layout[nearest]


def _residual(pips: Points, layout: Points) -> float:
    """Return the residual of the best affine map (for points on a line: similarity) from layout to pips; infinite for
    an unlikely one."""
    flat = len(pips) < 4
    move = _similarity(layout, pips) if flat else _affine(layout, pips)
    sizes = np.linalg.svd(move, compute_uv=False)
    if sizes[0] > P.unit_most or sizes[1] < P.unit_least or sizes[0] > P.squeezed_most * sizes[1]:
        return np.inf
    errors = layout @ move.T - (pips - pips.mean(axis=0))
    return float(np.sqrt((errors**2).sum(axis=1).mean()))


def _affine(layout: Points, pips: Points) -> Points:
    return np.asarray(np.linalg.lstsq(layout, pips - pips.mean(axis=0), rcond=None)[0]).T


def _similarity(layout: Points, pips: Points) -> Points:
    a, b = layout[:, 0] + 1j * layout[:, 1], (pips - pips.mean(axis=0)) @ np.array([1, 1j])
    turned = (np.conj(a) @ b) / float((np.abs(a) ** 2).sum())
    return np.array([[turned.real, -turned.imag], [turned.imag, turned.real]])


def layout_log_likelihoods(raw: NDArray[np.float32], face: float) -> Points:
    """Return the log-likelihood of the values 1..6 for a map of pips, up to a constant.

    `raw`: log-odds of a pip at each place (square, with the middle of the face in its middle). `face`: side of the face
    in its pixels. The layout of each value is tried at many turns, sizes, slants and places: its spots should be pips,
    and no likely pip of the face should be left over.
    """
    middle = (len(raw) - 1) / 2
    odds = np.clip(raw, -P.most_odds, P.most_odds).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(odds, (0, 0), 0.04 * face))
    top = np.asarray(cv2.dilate(raw, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((raw >= top) & (raw > P.least_peak))
    peaks = (np.column_stack([columns, rows]) - middle).astype(np.float32)
    own = np.hypot(*peaks.T) < P.reach * face
    peaks, weights = peaks[own], np.minimum(raw[rows[own], columns[own]] - P.least_peak, 6)
    result = np.zeros(len(LAYOUTS))
    for value in LAYOUTS:
        spots, places = _map_spots(value, len(raw), face)
        explained = soft.ravel()[places].sum(axis=1)
        best = np.argpartition(-explained, P.likeliest)[: P.likeliest]
        away = np.linalg.norm(spots[best][:, :, None] - peaks, axis=3).min(axis=1)
        left_over = np.clip((away / face - P.near) / (P.far - P.near), 0, 1) @ weights
        result[value - 1] = (explained[best] - left_over).max()
    return result


@cache
def _map_spots(value: int, side: int, face: float) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Return the layout of a value in every tried placement on a map of `side` x `side` places: ways x spots x 2, from
    the middle, and the numbers of those places, ways x spots."""
    ways = []
    for slant in MAP_SLANTS:
        for turn in TURNS:
            spin = np.diag(slant) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            ways += [unit * LAYOUTS[value] @ spin.T for unit in P.map_units]
    moves = np.array([(right, down) for right in P.map_offsets for down in P.map_offsets])
    spots = face * (np.array(ways)[:, None] + moves[None, :, None]).reshape(-1, len(LAYOUTS[value]), 2)
    columns, rows = np.clip(np.rint(spots + (side - 1) / 2), 0, side - 1).astype(np.intp).transpose(2, 0, 1)
    return spots.astype(np.float32), rows * side + columns
