"""Measures what the edge of the picture cuts off a board."""

import cv2
import numpy as np

from vision.geometry.board_view import BoardView


def share_cut_off(view: BoardView) -> float:
    """Return the share of the grid's projected outline that lies outside the picture."""
    ring = np.asarray(cv2.convexHull(view.project(view.ring).astype(np.float32)))
    width, height = view.camera.size
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return 1 - float(cv2.intersectConvexConvex(ring, picture)[0]) / float(cv2.contourArea(ring))


def edges_crossed(view: BoardView) -> tuple[str, ...]:
    """Return the edges of the picture (left, right, upper, lower) that cross the grid."""
    (left, top), (right, bottom) = (view.project(view.ring).min(axis=0), view.project(view.ring).max(axis=0))
    width, height = view.camera.size
    beyond = {"left": left < 0, "right": right >= width, "upper": top < 0, "lower": bottom >= height}
    return tuple(name for name, over in beyond.items() if over)


def cells_beyond(view: BoardView) -> frozenset[str]:
    """Return the cells whose middle lies outside the picture."""
    cells = view.grid.cells
    width, height = view.camera.size
    middles = view.project(view.grid.floor(cells, view.pitch)).tolist()
    return frozenset(
        cell for cell, (u, v) in zip(cells, middles, strict=True) if not (0 <= u < width and 0 <= v < height)
    )
