"""How well pips seen on a die lie as the pips of a value do: one in the middle, two across, five as a quincunx.

All six-sided pipped dice share these layouts, whatever their colours, so this holds where a network trained on drawn
dice is in doubt.
"""

from collections.abc import Iterator

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
