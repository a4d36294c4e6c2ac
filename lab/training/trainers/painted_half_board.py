"""Trains the finder of half backgammon boards: the network of `painted`, shown tables that make_half_boards drew.

From a picture shrunk to 256 x 192, or enlarged around the field, it paints the field's outer corners, where its points
meet the rim (14 intersections of a grid of 6 x 1), and the field; and the same of the other half, where that lies
beside it. The fourth map stays empty. Tables with other boards and with none teach it what is none: nothing is to be
painted there.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.training.trainers.painted import OUTPUT, corners_of, maps
from lab.training.trainers.painted_field import TRAINER as FIELD_TRAINER
from lab.training.trainers.painted_field import Fields
from vision.geometry.grid import HALF_BOARD, BoardGrid
from vision.geometry.half_board import CORNERS

# Of a half that lies beside the one that is played on, so much must show to be painted, too.
SHOWS = 0.75


class HalfBoards(Fields):
    """The pictures beside some truths, in memory; intersections are those of the half and, after them, of the other
    one."""

    GRID: ClassVar[BoardGrid] = HALF_BOARD

    def places(self, truth: Mapping[str, Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Of other boards there are no intersections."""
        no_feet, count = np.empty((0, 4, 2)), len(HALF_BOARD.intersections)
        spots = np.full((2 * count, 2), np.nan)
        if truth["board"] == "backgammon":
            spots[:count] = _intersections(truth["corners"])
            if truth["more"]["other"]:
                spots[count:] = _intersections(truth["more"]["other"])
        return spots, no_feet

    def painted(self, intersections: NDArray[np.float64], feet: NDArray[np.float64]) -> NDArray[np.float32]:
        own, other = np.split(intersections, 2)
        painted = maps(own, feet, HALF_BOARD)
        if np.isfinite(other).all() and _share_inside(other[corners_of(HALF_BOARD)]) > SHOWS:
            painted = np.maximum(painted, maps(other, feet, HALF_BOARD))
        return painted

    def ring(self, intersections: NDArray[np.float64], rng: np.random.Generator | None) -> NDArray[np.float64]:
        """Either half: a finder may look closely at both."""
        own, other = np.split(intersections, 2)
        return other if rng is not None and np.isfinite(other).all() and rng.random() < 0.5 else own


def _intersections(corners: Mapping[str, Any]) -> NDArray[np.float64]:
    ring = np.array([corners[name] for name in CORNERS], np.float32)
    way = cv2.getPerspectiveTransform(HALF_BOARD.outline.astype(np.float32), ring)
    return np.asarray(cv2.perspectiveTransform(HALF_BOARD.intersections[:, None], way), float)[:, 0]


def _share_inside(ring: NDArray[np.float64]) -> float:
    """How much of a quadrilateral (4 x 2 output pixels) lies in the maps, 0..1."""
    width, height = OUTPUT
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    quad = cv2.convexHull(ring.astype(np.float32))
    inside, _ = cv2.intersectConvexConvex(quad, frame)
    return float(inside) / max(float(cv2.contourArea(quad)), 1e-6)


TRAINER = replace(FIELD_TRAINER, data=HalfBoards)
