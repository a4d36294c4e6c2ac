"""Outlines of what stands on a board, in the pixels of a picture."""

import cv2
import numpy as np

from vision.geometry.board_view import BoardView
from vision.geometry.solids import USUAL_RISE_MM, extremes, solids
from vision.image import Floats


def pile_outline(view: BoardView, cell: str, stack: str) -> Floats:
    """Return the outline of a cell with a pile of pyramids on its middle, N x 2."""
    x, y = view.cell_centre(cell)
    floor = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float) * view.pitch + np.array([x, y]) - view.pitch / 2
    spots = np.column_stack([floor, np.zeros(4)])
    return hull(view.project(np.array([*spots, *extremes(solids(stack, USUAL_RISE_MM), x, y)])))


def hull(pixels: Floats) -> Floats:
    """Return the convex outline of points, N x 2 pixels."""
    return np.asarray(cv2.convexHull(pixels.astype(np.float32))[:, 0], float)
