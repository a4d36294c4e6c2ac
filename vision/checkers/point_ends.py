"""Fits the outline of half a backgammon board to the ends of its points, from a rough pose."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.geometry.half_board import CORNERS, DEEP, ROWS, SIDES, PlacedHalfBoard, SideFrame, shrunk
from vision.image import Floats, Image
from vision.networks.runtime import load_network
from vision.parameters import parameters

MODEL: Final = "point_ends.onnx"
FRAME: Final = SideFrame(20, 36, 30, 192, 96)
"""Window of a side that the network sees."""
STRIDE: Final = 4
"""Pixels for each square of the output."""
ENDS: Final = ROWS + 1
"""Ends that are located."""


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    together: float = 0.12  # points' widths; ends count if they are this near to where the others put them
    rounds: int = 2  # rounds of fitting the board to what is seen
    near: int = 2  # map squares around the peak that are averaged to place an end


P: Final = parameters(Parameters)


def drawn_onto_ends(image: Image, board: PlacedHalfBoard) -> tuple[PlacedHalfBoard, int]:
    """Fit a board whose pose is good to half a point's width. Returns it, and how many ends of its points (0..14) lie
    where twelve equal points have them."""
    small, near = shrunk(image, board, FRAME.scale)
    seen = 0
    for _ in range(P.rounds):
        near, seen = _drawn(small, near)
    return replace(near.resized(board.size), confidence=board.confidence), seen


def _drawn(image: Image, board: PlacedHalfBoard) -> tuple[PlacedHalfBoard, int]:
    crops = np.stack([board.crop(image, side, FRAME) for side in SIDES])
    blob = np.ascontiguousarray(np.transpose(crops, (0, 3, 1, 2)), np.float32) / np.float32(127.5) - 1
    (output,) = load_network(MODEL).answer({"sides": blob}, ["ends"])
    there, places = [], []
    for side, maps in zip(SIDES, output, strict=True):
        spots = np.array([spot_of(np.asarray(one, float)) for one in maps])
        back = np.linalg.inv(board.crop_map(side, FRAME))
        there.append(np.asarray(cv2.perspectiveTransform(spots[:, None], back), float)[:, 0])
        along = np.arange(ENDS, dtype=float)
        near = side == SIDES[0]
        places.append(np.column_stack([along if near else ROWS - along, np.full(ENDS, 0.0 if near else DEEP)]))
    point = float(np.linalg.norm(board.ring[1] - board.ring[0])) / ROWS
    way, together = cv2.findHomography(np.concatenate(places), np.concatenate(there), cv2.RANSAC, P.together * point)
    if way is None:
        return board, 0
    field = np.array([[0, 0], [ROWS, 0], [ROWS, DEEP], [0, DEEP]], float)
    ring = np.asarray(cv2.perspectiveTransform(field[:, None], way), float)[:, 0]
    far = float(np.linalg.norm(ring - board.ring, axis=1).max())
    kept = np.isfinite(ring).all() and far < len(CORNERS) * point
    return (replace(board, ring=ring), int(together.sum())) if kept else (board, 0)


def spot_of(logs: Floats) -> Floats:
    """Return the place (pixels of the crop) given by a map of log odds."""
    v, u = np.unravel_index(int(np.argmax(logs)), logs.shape)
    rows = slice(max(int(v) - P.near, 0), int(v) + P.near + 1)
    columns = slice(max(int(u) - P.near, 0), int(u) + P.near + 1)
    part = np.exp(logs[rows, columns] - logs[v, u])
    across, down = np.meshgrid(np.arange(logs.shape[1])[columns], np.arange(logs.shape[0])[rows])
    middle = np.array([(part * across).sum(), (part * down).sum()]) / part.sum()
    return np.asarray((middle + 0.5) * STRIDE - 0.5, float)
