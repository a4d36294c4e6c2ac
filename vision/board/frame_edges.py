"""Finds the edges around a grid without visible lines: its frame, or the end of the board.

The edges nearly always run at the same distance on all four sides, so they give the grid's middle, its turn and the
view of the camera. Their distance must come from the pieces.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    along: int = 40  # places along each side at which the picture is sampled
    step: float = 0.01  # pitches; distance of samples across a side
    inwards: float = 0.3  # pitches; samples start this far inside the grid
    outwards: float = 1.1  # pitches; samples end this far outside the grid
    span: int = 2  # samples to both sides over which the slope is measured
    faint: float = 8.0  # grey levels; a step of this size is as likely noise as an edge
    apart: float = 0.16  # pitches; largest distance of one side's edge from that of the others, at either end
    usual: float = 0.05  # pitches; standard error of that distance
    price: float = 0.01  # share of a full edge that one standard error costs
    near: int = 4  # samples around the fitted line within which the edge itself is sought
    rounds: int = 5  # rounds of robust fitting that reduce the weight of outliers
    least: float = 0.25  # share of a side along which an edge must show
    enough: float = 0.45  # share of all four sides along which edges must show


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class Surround:
    """The four edges, beyond the first rank, the last file, the last rank, the first file."""

    spots: Floats
    """Pixels of two points on each edge, 4 x 2 x 2."""
    shows: Floats
    """Visible share of each edge, (4,) 0..1."""
    flush: bool = False
    """True if the edges are the grid's own."""


def outwards(view: BoardView, spots: Floats) -> Floats:
    """Return how far (pitches) pixels of each side, 4 x N x 2, lie outside the grid, 4 x N."""
    x, y = (view.on_board(spots.reshape(-1, 2)) / view.pitch).reshape(4, -1, 2).transpose(2, 0, 1)
    return np.stack([-y[0], x[1] - view.grid.files, y[2] - view.grid.ranks, -x[3]])


def edges_around(pixels: Image, view: BoardView) -> Surround | None:
    """Find the best visible edges around the grid, whose rough pose is `view`; None unless all four sides show one."""
    along = (np.arange(P.along) + 0.5) / P.along
    across = np.arange(-P.inwards, P.outwards + P.step / 2, P.step)
    slopes = _slopes(pixels, view, along, across)
    most, steps = round(P.apart / P.step), np.arange(len(across))
    # Slants that are tried: steps by which a line's end lies farther out than its beginning.
    leans = np.arange(-2 * most, 2 * most + 1, 2)
    ways = np.clip(steps + np.rint(leans[:, None, None] * (along[:, None] - 0.5)).astype(int), 0, steps[-1])
    shown = np.stack(
        [np.linalg.norm(slopes[:, np.arange(P.along)[:, None], way].mean(axis=1), axis=2) for way in ways], axis=1
    )
    offs = np.arange(-most, most + 1)
    price = P.price * (offs**2 + leans[:, None] ** 2 / 4) * (P.step / P.usual) ** 2
    best, found = P.enough, None
    for middle in range(most, len(across) - most):
        worth = (shown[:, :, middle + offs] - price).reshape(4, -1)
        chosen = worth.argmax(axis=1)
        lean, off = np.divmod(chosen, len(offs))
        shows = shown[np.arange(4), lean, middle + offs[off]]
        total = float(worth[np.arange(4), chosen].mean())
        if total > best and shows.min() > P.least:
            best, found = total, (lean, middle + offs[off], shows)
    if found is None:
        return None
    lean, place, shows = found
    ends = [_drawn(slopes[side], ways[lean[side], :, place[side]], along) for side in range(4)]
    out = across[0] + P.step * np.array(ends)
    return Surround(_pixels(view, np.array([0.0, 1.0]), out[:, :, None])[:, :, 0], shows)


def _drawn(slopes: NDArray[np.float32], way: NDArray[np.int_], along: Floats) -> Floats:
    """Fit a line to the visible edge along a side near `way` (steps across at each place). Returns both ends, (2,)
    steps."""
    near = way[:, None] + np.arange(-P.near, P.near + 1)
    around = slopes[np.arange(P.along)[:, None], np.clip(near, 0, slopes.shape[1] - 1)]
    common = around[:, P.near].mean(axis=0)
    strength = np.maximum(around @ (common / np.linalg.norm(common)), 0) ** 2
    most = strength.max(axis=1)
    places = (strength * near).sum(axis=1) / np.maximum(strength.sum(axis=1), 1e-9)
    design, weights = np.column_stack([1 - along, along]), most**2
    ends = np.array([way[0], way[-1]], float)
    for _ in range(P.rounds):
        trust = weights / (1 + (places - design @ ends) ** 2) ** 2
        ends = np.linalg.solve(design.T * trust @ design + 1e-3 * np.eye(2), design.T @ (trust * places) + 1e-3 * ends)
    return ends


def _slopes(pixels: Image, view: BoardView, along: Floats, across: Floats) -> NDArray[np.float32]:
    """Return the picture's slope on the way out of each side, 4 x along x across x 3, as shares of a certain edge."""
    spots = _pixels(view, along, np.broadcast_to(across, (4, len(along), len(across)))).astype(np.float32)
    columns, rows = (spots[..., k].reshape(-1, len(across)) for k in (0, 1))
    read = cv2.remap(pixels, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    read = np.asarray(read, np.float32).reshape(*spots.shape[:3], 3)
    change = np.zeros_like(read)
    change[:, :, P.span : -P.span] = read[:, :, 2 * P.span :] - read[:, :, : -2 * P.span]
    return np.asarray(change / (np.linalg.norm(change, axis=3, keepdims=True) + P.faint), np.float32)


def _pixels(view: BoardView, along: Floats, out: Floats) -> Floats:
    """Return the pixels of places along each side (shares of it) at distances outside, 4 x along x N: ... x 2."""
    files, ranks = view.grid.files, view.grid.ranks
    s, t = (np.broadcast_to(count * along[:, None], out.shape[1:]) for count in (files, ranks))
    x, y = np.stack([s, files + out[1], s, -out[3]]), np.stack([-out[0], t, ranks + out[2], t])
    places = np.stack([x, y, np.zeros_like(x)], axis=-1) * view.pitch
    return view.project(places.reshape(-1, 3)).reshape(*out.shape, 2)
