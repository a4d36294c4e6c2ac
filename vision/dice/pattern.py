"""How well pips seen on a die lie as the pips of a value do: one in the middle, two across, five as a quincunx.

All six-sided pipped dice share these layouts, whatever their colours, so this holds where a network trained on drawn
dice is in doubt.
"""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

LAYOUTS: dict[int, Points] = {
    1: np.array([[0.0, 0.0]]),
    2: np.array([[-1.0, -1], [1, 1]]),
    3: np.array([[-1.0, -1], [0, 0], [1, 1]]),
    4: np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]]),
    5: np.array([[-1.0, -1], [-1, 1], [0, 0], [1, -1], [1, 1]]),
    6: np.array([[-1.0, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]]),
}
# A layout's unit (half the way between outer pips) as a share of the face's side: usual, least and most. Seen at 45
# degrees a face is foreshortened to 0.71; how large the finder takes it to be adds to that.
UNIT, UNIT_LEAST, UNIT_MOST = 0.25, 0.10, 0.42
SQUEEZED_MOST = 2.2
TURNS = np.radians(np.arange(0, 180, 7.5))

# How a layout may lie on a map of pips: its units in shares of a face, how slanted, how far off the middle.
MAP_UNITS = (0.173, 0.22, 0.267, 0.32)
MAP_SLANTS = ((1.0, 1.0), (1.0, 0.8), (0.8, 1.0))
MAP_OFFSETS = (-0.167, -0.083, 0.0, 0.083, 0.167)
# Log-odds of one place count up to the first; peaks likelier than the second have to be explained, by spots as near as
# the shares of a face that follow; peaks beyond the last are on other faces or dice.
MOST_ODDS, LEAST_PEAK = 5.0, -1.73
NEAR, FAR, REACH = 0.08, 0.213, 0.8
LIKELIEST = 400


def misfit(pips: Points, at: tuple[float, float], face: float) -> float:
    """How far the pips (N x 2 pixels) lie from the layout of as many, seen at any slant, in shares of the face's side:
    the root of the mean square, and not less than a third of how far their middle is from the face's. Infinite where
    there is no such layout, or they would lie too close or too wide. `at` and `face` are as the finder has them.
    """
    layout = LAYOUTS.get(len(pips))
    if layout is None:
        return np.inf
    local = (np.asarray(pips, float) - at) / face
    off = float(np.linalg.norm(local.mean(axis=0))) / 3
    if len(pips) == 1:
        return off
    return max(off, min((_residual(a, b) for a, b in _matched(local, layout)), default=np.inf))


def _matched(pips: Points, layout: Points) -> Iterator[tuple[Points, Points]]:
    """Layouts in the order of the pips, for every turn at which each pip has a layout's spot of its own."""
    middle = pips.mean(axis=0)
    for turn in TURNS:
        spin = UNIT * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        spots = layout @ spin.T + middle
        nearest = np.linalg.norm(pips[:, None] - spots[None], axis=2).argmin(axis=1)
        if len(set(nearest.tolist())) == len(pips):
            yield pips, layout[nearest]


def _residual(pips: Points, layout: Points) -> float:
    """Of the best affine map (along a line: the best similarity) from layout to pips; infinite for an unlikely one."""
    flat = len(pips) < 4
    move = _similarity(layout, pips) if flat else _affine(layout, pips)
    sizes = np.linalg.svd(move, compute_uv=False)
    if sizes[0] > UNIT_MOST or sizes[1] < UNIT_LEAST or sizes[0] > SQUEEZED_MOST * sizes[1]:
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
    """How well each of the values 1..6 explains a map of pips, as the log of its likelihood but for a constant.

    `raw` holds the log-odds of a pip at each place (square, the middle of the face in its middle), `face` is the face's
    side in its pixels. For each value the layout is tried at many turns, sizes, slants and places: its spots should be
    pips, and no likely pip of the face should be left over.
    """
    middle = (len(raw) - 1) / 2
    odds = np.clip(raw, -MOST_ODDS, MOST_ODDS).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(odds, (0, 0), 0.04 * face))
    top = np.asarray(cv2.dilate(raw, np.ones((3, 3), np.uint8)))
    rows, columns = np.nonzero((raw >= top) & (raw > LEAST_PEAK))
    peaks = (np.column_stack([columns, rows]) - middle).astype(np.float32)
    own = np.hypot(*peaks.T) < REACH * face
    peaks, weights = peaks[own], np.minimum(raw[rows[own], columns[own]] - LEAST_PEAK, 6)
    result = np.zeros(len(LAYOUTS))
    for value in LAYOUTS:
        spots, places = _map_spots(value, len(raw), face)
        explained = soft.ravel()[places].sum(axis=1)
        best = np.argpartition(-explained, LIKELIEST)[:LIKELIEST]
        away = np.linalg.norm(spots[best][:, :, None] - peaks, axis=3).min(axis=1)
        left_over = np.clip((away / face - NEAR) / (FAR - NEAR), 0, 1) @ weights
        result[value - 1] = (explained[best] - left_over).max()
    return result


@cache
def _map_spots(value: int, side: int, face: float) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The layout of a value in every way that it may lie on a map of `side` x `side` places: ways x spots x 2, from the
    middle, and the numbers of those places, ways x spots."""
    ways = []
    for slant in MAP_SLANTS:
        for turn in TURNS:
            spin = np.diag(slant) @ np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            ways += [unit * LAYOUTS[value] @ spin.T for unit in MAP_UNITS]
    moves = np.array([(right, down) for right in MAP_OFFSETS for down in MAP_OFFSETS])
    spots = face * (np.array(ways)[:, None] + moves[None, :, None]).reshape(-1, len(LAYOUTS[value]), 2)
    columns, rows = np.clip(np.rint(spots + (side - 1) / 2), 0, side - 1).astype(np.intp).transpose(2, 0, 1)
    return spots.astype(np.float32), rows * side + columns
