"""Finds straight edges near the sides of a board: of its card, of a printed border, of what it lies on."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Floats
from vision.networks.runtime import Singles
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    reach: float = 0.35  # cells; search range for an edge on both sides of a board's side
    spread: float = 0.15  # cells; standard deviation of edges off a board's side
    steps: int = 21  # places at either end of a side between which lines are tried
    along: int = 48  # samples along each line
    clear: float = 0.45  # share of a side along which an edge must show
    faint: float = 4.0  # LAB units a pixel; smallest slope of an edge
    nearer: float = 0.12  # share of a whole edge's score that an edge loses one `spread` off the side


P: Final = parameters(Parameters)


@dataclass(frozen=True)
class SideEdge:
    """A straight edge near a side of a ring."""

    side: int
    line: Floats
    """Two points, 2 x 2 pixels."""
    share: float
    """Share of the side along which it shows."""


def edges_near(lab: Singles, ring: Floats, cells: float, corner: NDArray[np.int_]) -> list[SideEdge]:
    """Find the edges near the sides of a ring of corners (4 x 2 pixels) that are `cells` cells long, in the part of a
    picture (H x W x 3, LAB) that begins at `corner`."""
    spots = ring - corner
    found = [_edge(lab, k, spots[k], spots[(k + 1) % len(ring)], cells) for k in range(len(ring))]
    return [replace(edge, line=edge.line + corner) for edge in found if edge.share >= P.clear]


def _edge(lab: Singles, side: int, start: Floats, end: Floats, cells: float) -> SideEdge:
    way = end - start
    length = float(np.linalg.norm(way))
    normal = np.array([-way[1], way[0]]) / max(length, 1e-9)
    reach = max(P.reach * length / cells, 3.0)
    shares = np.linspace(0.04, 0.96, P.along)
    count = 2 * int(np.ceil(reach)) + 5
    offsets = np.linspace(-reach - 2, reach + 2, count)
    where = (start + shares[:, None, None] * way + offsets[None, :, None] * normal).astype(np.float32)
    read = np.asarray(
        cv2.remap(lab, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )
    step = offsets[1] - offsets[0]
    slope = np.linalg.norm(np.gradient(read, step, axis=1), axis=2)
    strong = np.clip(slope / max(float(np.quantile(slope.max(axis=1), 0.6)), P.faint), 0, 1)
    ends = np.linspace(-reach, reach, P.steps)
    a, b = np.meshgrid(ends, ends, indexing="ij")
    line = a[..., None] * (1 - shares) + b[..., None] * shares
    at = np.clip((line - offsets[0]) / step, 0, count - 1.001)
    low = at.astype(int)
    part = at - low
    rows = np.arange(P.along)
    score = (strong[rows, low] * (1 - part) + strong[rows, low + 1] * part).mean(axis=-1)
    spread = max(P.spread * length / cells, 1.5)
    worth = score - P.nearer * (a**2 + b**2) / (2 * spread**2)
    i, j = np.unravel_index(int(worth.argmax()), worth.shape)
    da, db = _parabola(worth[:, j], int(i)), _parabola(worth[i], int(j))
    gap = ends[1] - ends[0]
    near = np.array([start + (ends[i] + da * gap) * normal, end + (ends[j] + db * gap) * normal])
    return SideEdge(side, near, float(score[i, j]))


def _parabola(values: Floats, at: int) -> float:
    """Return the place of the greatest value between its neighbours, by a parabola."""
    if not 0 < at < len(values) - 1:
        return 0.0
    left, top, right = values[at - 1 : at + 2]
    bend = left - 2 * top + right
    return float(np.clip(0.5 * (left - right) / bend, -0.5, 0.5)) if bend < -1e-9 else 0.0
