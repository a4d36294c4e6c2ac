"""Estimates where a stack stands and how it leans, so that outlines lie on the pieces."""

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
    """Pose of a stack on the board."""

    foot: Floats
    """Middle of its foot, mm (2,)."""
    lean: Floats
    """Horizontal shift for each mm of height, (2,)."""

    def at(self, spots: Floats) -> Floats:
        """Move points (N x 3 mm) of an upright stack over the board's origin to this stance."""
        return spots + np.column_stack([self.foot + spots[:, 2:] * self.lean, np.zeros(len(spots))])


def upright(foot: tuple[float, float]) -> Stance:
    """Return the stance of an upright stack."""
    return Stance(np.array(foot), np.zeros(2))


def stance(view: BoardView, cell: str, height: float, cut: Frame, end: Ends) -> Stance:
    """Estimate the stance of a stack of this height (mm) from its ends in a crop; by default upright in the middle of
    its cell."""
    middle = np.array(view.cell_centre(cell))
    off = view.on_board(cut.in_picture(end.foot)[None])[0] - middle
    foot = middle + _believed(off, end.foot_variance, FIT_UNDER_STACKS.off_middle_mm, P.farthest_mm)
    expected = cut.to_crop @ [*view.project(np.array([[*foot, height]]))[0], 1.0]
    seen, variance = end.apex.near(expected, np.full(2, FIT_UNDER_STACKS.around))
    off = view.on_board(cut.in_picture(seen)[None], height)[0] - foot
    return Stance(foot, _believed(off, variance, P.leans_mm, P.most_lean * height) / height)


def _believed(off: Floats, variance: Floats, usual: float, most: float) -> Floats:
    """Return the posterior mean of an offset (mm) that was measured as `off`, with a variance in crop pixels."""
    if np.linalg.norm(off) > most:
        return np.zeros(2)
    return off * usual**2 / (usual**2 + float(variance.mean()) / SCALE**2)
