"""The edges around a grid of which no lines are seen: of the frame, or where the board ends.

They run at the same distance from the grid on all four sides, nearly always, and so tell where its middle is, how it is
turned and how the camera looks at it; only how far off they are, the pieces must tell.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.image import Floats, Image

# Lengths are in pitches.
ALONG: Final = 40
"""The picture is read at so many places along each side."""
STEP: Final = 0.01
"""How far apart it is read across a side."""
INWARDS: Final = 0.3
"""How far inside the grid it is read."""
OUTWARDS: Final = 1.1
"""How far outside the grid it is read."""
SPAN: Final = 2
"""The picture's slope is taken over so many steps to both sides."""
FAINT: Final = 8.0
"""The step of brightness (grey levels) that is as likely noise."""
APART: Final = 0.16
"""How far off a side's edge may be from where those of the others are, at either end."""
USUAL: Final = 0.05
"""The usual error of that."""
PRICE: Final = 0.01
"""What being off by the usual error costs, as a share of an edge that all shows."""
NEAR: Final = 4
"""So many steps around a line through its places the edge itself is looked for."""
ROUNDS: Final = 5
"""Rounds in which outliers are given less and less weight."""
LEAST: Final = 0.25
"""How much of a side must show an edge (0..1)."""
ENOUGH: Final = 0.45
"""How much of all four sides together must show an edge (0..1)."""


@dataclass(frozen=True)
class Surround:
    """The four edges, beyond the first rank, the last file, the last rank, the first file.

    `spots` are the pixels of two places on each, 4 x 2 x 2, `shows` how much of each is to be seen, (4,) 0..1. `flush`:
    they are the grid's own.
    """

    spots: Floats
    shows: Floats
    flush: bool = False


def outwards(view: BoardView, spots: Floats) -> Floats:
    """How far (pitches) pixels of each side, 4 x N x 2, lie outside the grid there, 4 x N."""
    x, y = (view.on_board(spots.reshape(-1, 2)) / view.pitch).reshape(4, -1, 2).transpose(2, 0, 1)
    return np.stack([-y[0], x[1] - view.grid.files, y[2] - view.grid.ranks, -x[3]])


def edges_around(pixels: Image, view: BoardView) -> Surround | None:
    """The edges that show best around the grid, which lies roughly as `view` has it; None unless on all sides."""
    along = (np.arange(ALONG) + 0.5) / ALONG
    across = np.arange(-INWARDS, OUTWARDS + STEP / 2, STEP)
    slopes = _slopes(pixels, view, along, across)
    most, steps = round(APART / STEP), np.arange(len(across))
    # Lines that are so many steps farther off at their ends than at their beginnings.
    leans = np.arange(-2 * most, 2 * most + 1, 2)
    ways = np.clip(steps + np.rint(leans[:, None, None] * (along[:, None] - 0.5)).astype(int), 0, steps[-1])
    shown = np.stack(
        [np.linalg.norm(slopes[:, np.arange(ALONG)[:, None], way].mean(axis=1), axis=2) for way in ways], axis=1
    )
    offs = np.arange(-most, most + 1)
    price = PRICE * (offs**2 + leans[:, None] ** 2 / 4) * (STEP / USUAL) ** 2
    best, found = ENOUGH, None
    for middle in range(most, len(across) - most):
        worth = (shown[:, :, middle + offs] - price).reshape(4, -1)
        chosen = worth.argmax(axis=1)
        lean, off = np.divmod(chosen, len(offs))
        shows = shown[np.arange(4), lean, middle + offs[off]]
        total = float(worth[np.arange(4), chosen].mean())
        if total > best and shows.min() > LEAST:
            best, found = total, (lean, middle + offs[off], shows)
    if found is None:
        return None
    lean, place, shows = found
    ends = [_drawn(slopes[side], ways[lean[side], :, place[side]], along) for side in range(4)]
    out = across[0] + STEP * np.array(ends)
    return Surround(_pixels(view, np.array([0.0, 1.0]), out[:, :, None])[:, :, 0], shows)


def _drawn(slopes: NDArray[np.float32], way: NDArray[np.int_], along: Floats) -> Floats:
    """Where the edge that is seen along a side near `way` (steps across at each place) begins and ends, (2,) steps: the
    line through where it shows, whatever hides the rest."""
    near = way[:, None] + np.arange(-NEAR, NEAR + 1)
    around = slopes[np.arange(ALONG)[:, None], np.clip(near, 0, slopes.shape[1] - 1)]
    common = around[:, NEAR].mean(axis=0)
    strength = np.maximum(around @ (common / np.linalg.norm(common)), 0) ** 2
    most = strength.max(axis=1)
    places = (strength * near).sum(axis=1) / np.maximum(strength.sum(axis=1), 1e-9)
    design, weights = np.column_stack([1 - along, along]), most**2
    ends = np.array([way[0], way[-1]], float)
    for _ in range(ROUNDS):
        trust = weights / (1 + (places - design @ ends) ** 2) ** 2
        ends = np.linalg.solve(design.T * trust @ design + 1e-3 * np.eye(2), design.T @ (trust * places) + 1e-3 * ends)
    return ends


def _slopes(pixels: Image, view: BoardView, along: Floats, across: Floats) -> NDArray[np.float32]:
    """How the picture changes on the way out of each side, 4 x along x across x 3, as shares of a sure step."""
    spots = _pixels(view, along, np.broadcast_to(across, (4, len(along), len(across)))).astype(np.float32)
    columns, rows = (spots[..., k].reshape(-1, len(across)) for k in (0, 1))
    read = cv2.remap(pixels, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    read = np.asarray(read, np.float32).reshape(*spots.shape[:3], 3)
    change = np.zeros_like(read)
    change[:, :, SPAN:-SPAN] = read[:, :, 2 * SPAN :] - read[:, :, : -2 * SPAN]
    return np.asarray(change / (np.linalg.norm(change, axis=3, keepdims=True) + FAINT), np.float32)


def _pixels(view: BoardView, along: Floats, out: Floats) -> Floats:
    """Where places so far along each side (shares of it) and so far outside, 4 x along x N, are seen: ... x 2."""
    files, ranks = view.grid.files, view.grid.ranks
    s, t = (np.broadcast_to(count * along[:, None], out.shape[1:]) for count in (files, ranks))
    x, y = np.stack([s, files + out[1], s, -out[3]]), np.stack([-out[0], t, ranks + out[2], t])
    places = np.stack([x, y, np.zeros_like(x)], axis=-1) * view.pitch
    return view.project(places.reshape(-1, 3)).reshape(*out.shape, 2)
