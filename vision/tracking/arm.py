"""Sees an arm over the board: something new that reaches from the picture's edge as far as the board.

The reader notices a hand where it covers stacks. An arm that covers little, or that looks like nothing the reader has
learnt, still comes in over the picture's edge, which no pyramid and no shadow of one does. A stack that the edge itself
cuts off is covered by nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.solids import corners, solids
from vision.image import Floats, Image
from vision.parameters import parameters


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    width: int = 160  # pixels; pictures are compared at this width, channels as logarithms
    dark: int = 12  # grey levels added before logarithms, lest dark ones count too much
    new: float = 0.1  # log; what differs by more, light evened out, is new
    lit_anew: float = 0.4  # share; a picture of which more is new is lit anew and tells nothing
    tall_mm: float = 50.0  # mm; the board's part of the picture reaches up to this height
    over: float = 0.003  # share of the board's part that an arm covers at least
    beside: int = 1  # small pixels; stacks may reach so far to their sides
    patch: int = 8  # small pixels; light is evened out by medians of patches of this side
    rounds: int = 8  # rounds in which the fit leaves out more and more of what is new
    least_spread: float = 0.01  # log; patches spread at least so far around the light


P: Final = parameters(Parameters)
GROWN: Final = "C2C2C2"
"""Stacks may reach over the picture's edge themselves: those that are known with so much put on."""
HIGHEST: Final = "C3C2C2C2C2C2C2C2"
"""Stacks that are not known may be so high."""


def arm_over(view: BoardView, before: Image, now: Image, stacks: Mapping[str, str], stacking_rise: float) -> bool:
    """Whether an arm reaches over the board in a picture; in the one before, of the same view, none does. `stacks` are
    those that stood in cells then, as far as known; the set's stacking rise is in mm."""
    new = _new(_small(before), _small(now))
    shrink = P.width / before.shape[1]
    board = _board(view, shrink, new.shape)
    return _reaches(new, board, _standing(view, shrink, new.shape, stacks, stacking_rise))


def arm_over_flat(ring: Floats, before: Image, now: Image) -> bool:
    """Whether an arm reaches over a board on which nothing stands high, its corners at `ring` (4 x 2 pixels), in a
    picture; in the one before none does."""
    new = _new(_small(before), _small(now))
    board = np.zeros(new.shape, np.uint8)
    _fill(board, ring * (P.width / before.shape[1]))
    return _reaches(new, board > 0, np.zeros(new.shape, bool))


def _reaches(new: NDArray[np.bool_], board: NDArray[np.bool_], standing: NDArray[np.bool_]) -> bool:
    """Whether something new reaches from the picture's edge, where nothing stands that the edge cuts off, to the
    board."""
    if new.mean() > P.lit_anew or not board.any():
        return False
    count, parts = cv2.connectedComponents(new.astype(np.uint8))
    beyond = np.where(standing, 0, parts)
    rim = np.concatenate([beyond[0], beyond[-1], beyond[:, 0], beyond[:, -1]])
    over = np.bincount(parts[board], minlength=count) / board.sum()
    return any(over[part] > P.over for part in np.unique(rim) if part)


def out_of_picture(view: BoardView, cell: str, stack: str, stacking_rise: float) -> float:
    """The share of a stack's outline that lies outside of the picture. The set's stacking rise is in mm."""
    spots = view.project(np.array(corners(stack, stacking_rise, view.cell_centre(cell))))
    hull = np.asarray(cv2.convexHull(spots.astype(np.float32)))
    width, height = view.camera.size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return 1 - float(cv2.intersectConvexConvex(hull, picture)[0]) / float(cv2.contourArea(hull))


def _small(image: Image) -> NDArray[np.float32]:
    size = (P.width, round(image.shape[0] * P.width / image.shape[1]))
    return np.log(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) + P.dark)


def _new(before: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where two small pictures differ by more than light."""
    change = now - before
    change -= np.stack([_light(change[..., channel]) for channel in range(3)], axis=2)
    step = np.abs(cv2.GaussianBlur(change, (0, 0), 1)).max(axis=2)
    opened = cv2.morphologyEx((step > P.new).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0)


def _light(change: NDArray[np.float32]) -> NDArray[np.float32]:
    """The smooth field that most of a picture's change lies on."""
    height, width = change.shape
    rows, columns = height // P.patch, width // P.patch
    patches = change[: rows * P.patch, : columns * P.patch].reshape(rows, P.patch, columns, P.patch)
    values = np.median(patches, axis=(1, 3)).ravel()
    terms = _terms(*(np.mgrid[:rows, :columns] * P.patch + P.patch / 2 - 0.5))
    weights = np.ones(len(values))
    for _ in range(P.rounds):
        shape = np.linalg.lstsq(terms * weights[:, None], values * weights, rcond=None)[0]
        off = values - terms @ shape
        spread = max(1.48 * float(np.median(np.abs(off))), P.least_spread)
        weights = 1 / np.maximum(1, (off / (2 * spread)) ** 2)
    light = _terms(*np.mgrid[:height, :width]) @ shape
    return np.asarray(light.reshape(height, width), np.float32)


def _terms(v: NDArray[np.float64], u: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of a polynomial of second order, for places in rows `v` and columns `u`."""
    u, v = u.ravel() / P.width, v.ravel() / P.width
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1)


def _board(view: BoardView, shrink: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The small picture's part in which most pyramids stand."""
    mask = np.zeros(shape, np.uint8)
    _fill(mask, view.project(np.vstack([view.ring, view.ring + np.array([0, 0, P.tall_mm])])) * shrink)
    return mask > 0


def _standing(
    view: BoardView, shrink: float, shape: tuple[int, ...], stacks: Mapping[str, str], stacking_rise: float
) -> NDArray[np.bool_]:
    """The small picture's part that stacks may reach into: their cells, as high as they are."""
    mask = np.zeros(shape, np.uint8)
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * view.pitch / 2
    for cell in view.grid.cells:
        highest = stacks[cell] + GROWN if cell in stacks else HIGHEST
        height = solids(highest, stacking_rise)[-1].apex
        floor = square + np.array([*view.cell_centre(cell), 0.0])
        _fill(mask, view.project(np.vstack([floor, floor + np.array([0.0, 0.0, height])])) * shrink)
    return np.asarray(cv2.dilate(mask, np.ones((2 * P.beside + 1, 2 * P.beside + 1)))) > 0


def _fill(mask: NDArray[np.uint8], spots: NDArray[np.float64]) -> None:
    """Fills the convex hull of spots (N x 2 pixels)."""
    hull = np.asarray(cv2.convexHull(spots.astype(np.float32)))
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
