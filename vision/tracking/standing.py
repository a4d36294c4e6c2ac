"""Where a stack stands on the board and which way it leans: for outlines that lie on the pieces."""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from vision.board.fit_under_stacks import P as FIT_UNDER_STACKS
from vision.geometry.board_view import BoardView
from vision.image import Floats
from vision.parameters import parameters
from vision.stacks.crops import SCALE, Frame
from vision.stacks.feet_and_apexes import Ends


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    leans_mm: float = 3.0  # mm; standard deviation of apexes off their feet
    farthest_mm: float = 6.0  # mm; feet farther off their middle belong to another stack
    most_lean: float = 0.15  # mm a mm of height; stacks that lean more are taken for misread


P: Final = parameters(Parameters)


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
    """How a stack of this height (mm) stands whose ends were seen in a crop: in the middle of its cell and upright, as
    far as they do not tell."""
    middle = np.array(view.cell_centre(cell))
    off = view.on_board(cut.in_picture(end.foot)[None])[0] - middle
    foot = middle + _believed(off, end.foot_variance, FIT_UNDER_STACKS.off_middle_mm, P.farthest_mm)
    expected = cut.to_crop @ [*view.project(np.array([[*foot, height]]))[0], 1.0]
    seen, variance = end.apex.near(expected, np.full(2, FIT_UNDER_STACKS.around))
    off = view.on_board(cut.in_picture(seen)[None], height)[0] - foot
    return Stance(foot, _believed(off, variance, P.leans_mm, P.most_lean * height) / height)


def _believed(off: Floats, variance: Floats, usual: float, most: float) -> Floats:
    """How far off (mm) something is that was seen to be `off`, with a variance in crop pixels."""
    if np.linalg.norm(off) > most:
        return np.zeros(2)
    return off * usual**2 / (usual**2 + float(variance.mean()) / SCALE**2)
