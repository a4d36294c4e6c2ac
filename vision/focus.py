"""Measures a camera's focal length by the pieces, where it looks so steeply down that the board tells little of it.

From above a board looks alike to a far camera with a long lens and to a near one with a short lens; but stacks lean
outwards, the more the nearer the camera is. Read with a wrong focal length, all cells hold too many pieces or too few:
the set of pieces is known, so that tells.
"""

from collections.abc import Callable

import numpy as np

from vision.board_view import SIDE, BoardView

# The sine of the angle above the table from which a camera looks steeply.
STEEP = 0.94
# The standard error of the logarithm of a focal length told by such a board (0.15 on drawn tables, less here, since
# faults of reading surprise as well), and the steps tried.
SPREAD, STEP, STEPS = 0.1, 0.1, 2
# What is so little surprising (nats) is taken as it is.
CALM = 0.5


def looks_steeply(view: BoardView) -> bool:
    """Whether the board tells little of the camera's focal length."""
    middle = np.array([SIDE * view.pitch / 2, SIDE * view.pitch / 2, 0.0])
    sight = view.camera_centre - middle
    return float(sight[2] / np.linalg.norm(sight)) > STEEP


def focused(view: BoardView, surprise: Callable[[BoardView], float]) -> BoardView:
    """The view with the likeliest focal length; `surprise` says in nats how unlikely a reading by a view is."""
    seen = {0: surprise(view)}
    if seen[0] < CALM:
        return view

    def cost(step: int) -> float:
        if step not in seen:
            seen[step] = surprise(view.refocused(np.exp(STEP * step)))
        return seen[step] + (STEP * step / SPREAD) ** 2 / 2

    best = min((0, 1, -1), key=cost)
    while best and abs(best) < STEPS and cost(best + int(np.sign(best))) < cost(best):
        best += int(np.sign(best))
    return view.refocused(np.exp(STEP * best)) if best else view
