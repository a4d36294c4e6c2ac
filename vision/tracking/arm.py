"""Detects an arm over the board: something new that reaches from the edge of the picture to the board.

The reader notices a hand where it covers stacks. An arm that covers little, or looks like nothing in the training data,
still enters over the edge of the picture, which no pyramid and no shadow does. Stacks that the edge itself cuts off do
not count.
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
    dark: int = 12  # grey levels added before logarithms, so that dark pixels do not dominate
    new: float = 0.1  # log; larger differences are new, after light is evened out
    lit_anew: float = 0.4  # share; if more of the picture is new, the light has changed and nothing is reported
    tall_mm: float = 50.0  # mm; height up to which the board's part of the picture reaches
    over: float = 0.003  # share of the board's part that an arm covers at least
    beside: int = 1  # small pixels; stacks may reach this far to their sides
    patch: int = 8  # small pixels; side of the patches whose medians give the light
    rounds: int = 8  # rounds of robust fitting, each of which leaves out more of what is new
    least_spread: float = 0.01  # log; smallest spread of patches around the light
    lingers: int = 2  # pictures that what reaches over a flat board must outlast in its place to be no arm
    turning: float = 1.6  # centre to corner; a board that turns changes the picture so far from its centre


P: Final = parameters(Parameters)
GROWN: Final = "C2C2C2"
"""Pieces put on known stacks: they may reach over the edge of the picture by as much."""
HIGHEST: Final = "C3C2C2C2C2C2C2C2"
"""Stack assumed in cells of which nothing is known."""


def arm_over(view: BoardView, before: Image, now: Image, stacks: Mapping[str, str], stacking_rise: float) -> bool:
    """Return True if an arm reaches over the board in `now` but not in `before`, a picture of the same view. `stacks`:
    the stacks known to have stood there by cell. `stacking_rise` in mm."""
    new = _new(_small(before), _small(now))
    shrink = P.width / before.shape[1]
    board = _board(view, shrink, new.shape)
    return _covered(new, board, _standing(view, shrink, new.shape, stacks, stacking_rise)) > 0


class ArmWatch:
    """Tells what reaches over a flat board by the last two pictures in which nothing did. What stays in its place while
    pictures change is no arm; should it be one after all, the picture before it is still known. `turns`: the board may
    be turned."""

    def __init__(self, *, turns: bool = False) -> None:
        self._turns = turns
        self.forget()

    def forget(self) -> None:
        """Begin anew, when the board has moved."""
        self._clear: list[NDArray[np.float32]] = []
        self._reached: NDArray[np.float32] | None = None
        self._lingered = 0

    def covered(self, ring: Floats, image: Image) -> float:
        """Return the share of the board under an arm in the next picture, 0 for no arm. `ring`: the board's corners,
        4 x 2 pixels."""
        ring, now = ring * (P.width / image.shape[1]), _small(image)
        covered = 0.0
        for clear in reversed(self._clear):
            share = self._share(ring, clear, now)
            covered = min(covered or share, share)
            if not covered:
                break
        stays = covered and self._reached is not None and not self._share(ring, self._reached, now)
        self._lingered = self._lingered + 1 if stays else 0
        self._reached = now if covered else None
        return covered if self._lingered < P.lingers else 0.0

    def clear(self, image: Image) -> None:
        """Take note of a picture in which nothing reaches over the board."""
        self._clear, self._reached = [*self._clear[-1:], _small(image)], None

    def _share(self, ring: Floats, before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
        new = _new(before, now)
        board, near = np.zeros((2, *new.shape), np.uint8)
        _fill(board, ring)
        if self._turns:
            centre = ring.mean(axis=0)
            reach = P.turning * np.linalg.norm(ring - centre, axis=1).max()
            cv2.circle(near, (round(centre[0]), round(centre[1])), round(reach), 1, -1)
        return _covered(new, board > 0, near > 0)


def _covered(new: NDArray[np.bool_], board: NDArray[np.bool_], standing: NDArray[np.bool_]) -> float:
    """Return the share of the board under the new region that covers most of it and touches the edge of the picture,
    apart from stacks cut off by that edge; 0 if that is next to nothing."""
    if new.mean() > P.lit_anew or not board.any():
        return 0.0
    count, parts = cv2.connectedComponents(new.astype(np.uint8))
    beyond = np.where(standing, 0, parts)
    rim = np.concatenate([beyond[0], beyond[-1], beyond[:, 0], beyond[:, -1]])
    over = np.bincount(parts[board], minlength=count) / board.sum()
    most = max((float(over[part]) for part in np.unique(rim) if part), default=0.0)
    return most if most > P.over else 0.0


def out_of_picture(view: BoardView, cell: str, stack: str, stacking_rise: float) -> float:
    """Return the share of a stack's outline outside the picture. `stacking_rise` in mm."""
    spots = view.project(np.array(corners(stack, stacking_rise, view.cell_centre(cell))))
    hull = np.asarray(cv2.convexHull(spots.astype(np.float32)))
    width, height = view.camera.size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return 1 - float(cv2.intersectConvexConvex(hull, picture)[0]) / float(cv2.contourArea(hull))


def _small(image: Image) -> NDArray[np.float32]:
    size = (P.width, round(image.shape[0] * P.width / image.shape[1]))
    return np.log(cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) + P.dark)


def _new(before: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return a mask of differences between two small pictures that light does not explain."""
    change = now - before
    change -= np.stack([_light(change[..., channel]) for channel in range(3)], axis=2)
    step = np.abs(cv2.GaussianBlur(change, (0, 0), 1)).max(axis=2)
    opened = cv2.morphologyEx((step > P.new).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened > 0)


def _light(change: NDArray[np.float32]) -> NDArray[np.float32]:
    """Fit the smooth field of light that explains most of a picture's change."""
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
    """Return the terms of a polynomial of second order at rows `v` and columns `u`."""
    u, v = u.ravel() / P.width, v.ravel() / P.width
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v], axis=1)


def _board(view: BoardView, shrink: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return a mask of the part of the small picture in which most pyramids stand."""
    mask = np.zeros(shape, np.uint8)
    _fill(mask, view.project(np.vstack([view.ring, view.ring + np.array([0, 0, P.tall_mm])])) * shrink)
    return mask > 0


def _standing(
    view: BoardView, shrink: float, shape: tuple[int, ...], stacks: Mapping[str, str], stacking_rise: float
) -> NDArray[np.bool_]:
    """Return a mask of the part of the small picture that stacks may reach into."""
    mask = np.zeros(shape, np.uint8)
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * view.pitch / 2
    for cell in view.grid.cells:
        highest = stacks[cell] + GROWN if cell in stacks else HIGHEST
        height = solids(highest, stacking_rise)[-1].apex
        floor = square + np.array([*view.cell_centre(cell), 0.0])
        _fill(mask, view.project(np.vstack([floor, floor + np.array([0.0, 0.0, height])])) * shrink)
    return np.asarray(cv2.dilate(mask, np.ones((2 * P.beside + 1, 2 * P.beside + 1)))) > 0


def _fill(mask: NDArray[np.uint8], spots: NDArray[np.float64]) -> None:
    """Fill the convex hull of points (N x 2 pixels)."""
    hull = np.asarray(cv2.convexHull(spots.astype(np.float32)))
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
