"""Where a board lies whose lines were not seen: under the feet of its stacks, which stand in the middle of cells."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares

from vision.board_view import BoardView
from vision.camera import Camera
from vision.crops import SCALE, Frame
from vision.ends import Ends
from vision.look import CELLS

Floats = NDArray[np.float64]

# Stacks stand off the middle of their cells (mm), and what was found without lines tells the focal length so well
# (standard error of its logarithm).
OFF_MIDDLE_MM, LENS = 1.0, 0.1
# A foot that is so many standard errors off belongs to something else.
FAR = 2.0


def put_under_feet(view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], *, measured: bool) -> BoardView:
    """The view in which the cells' middles lie nearest to the feet that were seen in crops cut by `frames`; a camera
    that was `measured` is kept."""
    centres = np.array([[*view.cell_centre(cell), 0.0] for cell in CELLS])
    feet = np.array([_in_picture(each, end.foot) for each, end in zip(frames, ends, strict=True)])
    scales = np.array([np.sqrt(abs(np.linalg.det(each.to_crop[:, :2]))) for each in frames])
    spreads = np.sqrt([end.foot_variance.mean() + (OFF_MIDDLE_MM * SCALE) ** 2 for end in ends]) / scales

    def at(off: Floats) -> BoardView:
        longer = 1.0 if measured else float(np.exp(off[6]))
        focal, distortion = float(view.camera.focal) * longer, view.camera.distortion[0]
        turn = cv2.Rodrigues(off[:3])[0] @ view.matrix
        rx, ry, rz = (float(n) for n in cv2.Rodrigues(turn)[0].ravel())
        x, y, z = np.array(view.translation) * (1.0, 1.0, longer) + off[3:6] * view.pitch
        return replace(
            view,
            camera=view.camera if measured else Camera.guess(view.camera.size, focal, distortion),
            rotation=(rx, ry, rz),
            translation=(float(x), float(y), float(z)),
        )

    def residuals(off: Floats) -> Floats:
        away = (at(off).project(centres) - feet) / spreads[:, None]
        return np.concatenate([away.ravel(), [off[6] / LENS]])

    found = least_squares(residuals, np.zeros(7), loss="soft_l1", f_scale=FAR, x_scale=[0.02] * 6 + [0.05])
    return at(np.asarray(found.x, float))


def _in_picture(cut: Frame, spot: Floats) -> Floats:
    return np.asarray(np.linalg.solve(cut.to_crop[:, :2], spot - cut.to_crop[:, 2]), float)
