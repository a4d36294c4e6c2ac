"""Where a stack stands on the board and which way it leans: for outlines that lie on the pieces."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.board_view import BoardView
from vision.crops import SCALE, Frame
from vision.ends import Ends

Floats = NDArray[np.float64]

# Stacks stand so far off the middle of their cells (mm, standard deviation), and lean by so much at most.
OFF_MIDDLE_MM, MOST_LEAN = 1.0, 0.2
# An apex is looked for so many crop pixels around where it should be.
AROUND = np.array([12.0, 12.0])


class Stance(NamedTuple):
    """The middle of a stack's foot on the board, mm, and how far it leans for every millimetre of height, both (2,)."""

    foot: Floats
    lean: Floats

    def at(self, spots: Floats) -> Floats:
        """Where what is at `spots` (N x 3 mm) of an upright stack over the board's origin is in this one."""
        return spots + np.column_stack([self.foot + spots[:, 2:] * self.lean, np.zeros(len(spots))])


def upright(foot: tuple[float, float]) -> Stance:
    """Of a stack that stands there as it should."""
    return Stance(np.array(foot), np.zeros(2))


def stance(view: BoardView, cell: str, height: float, cut: Frame, end: Ends) -> Stance:
    """How a stack of this height stands whose ends were seen in a crop."""
    middle = np.array(view.cell_centre(cell))
    sure = OFF_MIDDLE_MM**2 / (OFF_MIDDLE_MM**2 + float(end.foot_variance.mean()) / SCALE**2)
    foot = middle + sure * (view.on_board(cut.in_picture(end.foot)[None])[0] - middle)
    expected = cut.to_crop @ [*view.project(np.array([[*foot, height]]))[0], 1.0]
    seen, _ = end.apex.near(expected, AROUND)
    lean = (view.on_board(cut.in_picture(seen)[None], height)[0] - foot) / height
    lean *= min(1.0, MOST_LEAN / max(float(np.linalg.norm(lean)), 1e-9))
    return Stance(foot, lean)
