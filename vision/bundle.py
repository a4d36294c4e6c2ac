"""Where a board lies and what camera sees it, told by its stacks: bundle adjustment (Triggs et al. 2000).

For boards whose lines were not seen. Feet stand in the middle of cells, which tells where the board lies; where it is
known what stands there, each apex is a point at a known height as well, and all of them a target in three dimensions,
which tells lens and pitch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import scipy
from numpy.typing import NDArray

from vision.board_view import BoardView
from vision.camera import Camera
from vision.crops import SCALE, Frame
from vision.ends import Ends
from vision.heights import RISE_MM, RISE_SPREAD_MM
from vision.look import CELLS
from vision.solids import solids

Floats = NDArray[np.float64]

# Stacks stand off the middle of their cells, and their apexes off their feet (mm).
OFF_MIDDLE_MM, LEANS_MM = 1.0, 1.0
# What was found without lines tells the focal length so well, and the pitch at least so well (standard errors of their
# logarithms).
LENS, PITCH = 0.1, 0.1
# What is seen so many standard errors off belongs to something else; and an apex is looked for so many crop pixels
# around where it should be.
FAR, AROUND = 2.0, 12.0


def put_under_feet(view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], *, measured: bool) -> BoardView:
    """The view in which the cells' middles lie nearest to the feet that were seen in crops cut by `frames`; a camera
    that was `measured` is kept."""
    return _adjusted(view, frames, ends, {}, measured)


def put_under_table(
    view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], grid: Mapping[str, str], *, measured: bool
) -> BoardView:
    """The view that agrees best with the feet and apexes that were seen, if `grid` stands on the board; cells may be
    left out of it. A camera that was `measured` is kept."""
    return _adjusted(view, frames, ends, grid, measured)


def _adjusted(
    view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], grid: Mapping[str, str], measured: bool
) -> BoardView:
    scales = np.array([np.sqrt(abs(np.linalg.det(each.to_crop[:, :2]))) for each in frames])
    feet = np.array([_in_picture(each, end.foot) for each, end in zip(frames, ends, strict=True)])
    foot_spreads = np.sqrt([end.foot_variance + (OFF_MIDDLE_MM * SCALE) ** 2 for end in ends]) / scales[:, None]
    standing = [row for row, cell in enumerate(CELLS) if grid.get(cell)]
    stacks = [grid[CELLS[row]] for row in standing]
    middles = np.array([[*view.cell_centre(cell), 0.0] for cell in CELLS]) / view.pitch
    priors = np.array([LENS, min(PITCH, view.pitch_error / view.pitch)])

    def at(off: Floats) -> BoardView:
        longer = 1.0 if measured else float(np.exp(off[6]))
        focal, distortion = float(view.camera.focal) * longer, view.camera.distortion[0]
        turn = cv2.Rodrigues(off[:3])[0] @ view.matrix
        rx, ry, rz = (float(n) for n in cv2.Rodrigues(turn)[0].ravel())
        x, y, z = np.array(view.translation) * (1.0, 1.0, longer) + off[3:6] * view.pitch
        posed = replace(
            view,
            camera=view.camera if measured else Camera.guess(view.camera.size, focal, distortion),
            rotation=(rx, ry, rz),
            translation=(float(x), float(y), float(z)),
        )
        return posed.with_pitch(view.pitch * float(np.exp(off[7])), view.pitch_error) if standing else posed

    def apexes(there: BoardView, rise: float) -> Floats:
        tops = [solids(stack, rise)[-1].apex for stack in stacks]
        return np.column_stack([middles[standing, :2] * there.pitch, tops])

    def residuals(off: Floats) -> Floats:
        there = at(off)
        parts = [(there.project(middles * there.pitch) - feet) / foot_spreads, off[None, 6:8] / priors]
        if standing:
            rise = RISE_MM + RISE_SPREAD_MM * float(off[8])
            parts += [(there.project(apexes(there, rise)) - seen) / spreads, off[None, 8:9]]
        return np.concatenate([part.ravel() for part in parts])

    found = np.zeros(9)
    for _ in range(2 if standing else 1):
        expected = at(found).project(apexes(at(found), RISE_MM + RISE_SPREAD_MM * float(found[8])))
        told = [_apex(ends[row], frames[row], spot) for row, spot in zip(standing, expected, strict=True)]
        seen = np.array([spot for spot, _ in told])
        spreads = np.array([spread for _, spread in told]) / scales[standing, None]
        scale = [0.02] * 6 + [0.05, 0.05, 1.0]
        found = np.asarray(
            scipy.optimize.least_squares(residuals, found, loss="soft_l1", f_scale=FAR, x_scale=scale).x, float
        )
    return at(found)


def _apex(end: Ends, cut: Frame, expected: Floats) -> tuple[Floats, Floats]:
    """Where an apex was seen (picture pixels) that should be at `expected`, and its spread in crop pixels."""
    wanted = cut.to_crop[:, :2] @ expected + cut.to_crop[:, 2]
    variances = end.variances + (LEANS_MM * SCALE) ** 2
    density = np.log(end.weights) - 0.5 * ((end.apexes - wanted) ** 2 / (variances + AROUND**2)).sum(axis=1)
    near = np.exp(density - density.max())
    near /= near.sum()
    spot = near @ end.apexes
    return _in_picture(cut, spot), np.sqrt(near @ (variances + (end.apexes - spot) ** 2))


def _in_picture(cut: Frame, spot: Floats) -> Floats:
    return np.asarray(np.linalg.solve(cut.to_crop[:, :2], spot - cut.to_crop[:, 2]), float)
