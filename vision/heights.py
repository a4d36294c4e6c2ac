"""How high each cell's stack reaches, and what that tells of the camera and of the set.

A stack's apex stands over its foot by the height of its pieces, so the number of pieces shows in a picture as a length.
That length also depends on the camera's lens, on the board's pitch and on the stacking rise, which differs between
editions; all cells share these three, so 25 stacks tell them, too (a bundle adjustment with lengths of a few kinds).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board_view import SIDE, BoardView
from vision.crops import Frame
from vision.ends import Ends, log_densities
from vision.look import CELLS
from vision.solids import HEIGHT_MM, solids

Floats = NDArray[np.float64]

# Now and then the network points at something else.
ASTRAY = 0.2
HEIGHTS_MM = np.arange(0.0, 160.0, 2.0)
RISES_MM = np.arange(6.4, 11.1, 0.2)
# What is known of the rise before: published and measured sets, mean and standard deviation.
RISE_MM, RISE_SPREAD_MM = 8.8, 1.3
# The shares of 1 to 8 pieces in a cell, before anything is read.
SHARES = np.array([0.25, 0.25, 0.18, 0.12, 0.07, 0.1, 0.02, 0.01])
UNREAD = np.tile(np.log(SHARES), (len(CELLS), 1))
# The log-probability of a number of pieces that is known not to be there.
UNHEARD_OF = -20.0
# The weights of HEIGHTS_MM, interpolated, at the apex of so many pieces with each rise: heights x (rises, pieces).
APEXES = np.array(
    [
        np.interp(HEIGHT_MM[3] + RISES_MM[:, None] * np.arange(len(SHARES)), HEIGHTS_MM, row).ravel()
        for row in np.eye(len(HEIGHTS_MM))
    ]
)
# How much the ends count beside the reader, which sees heights as well, and the reader where the rise is fitted.
WEIGHT, READER = 1.0, 0.3
# The sine of the angle above the table from which a board tells little of the focal length, and the standard error of
# the logarithm of what it tells then.
STEEP, LENS = 0.94, 0.15
# The standard error of the logarithm of a pitch told by the pieces' looks: so much of what it says (counts that heights
# are held against were read at it), and if it says nothing.
PITCH_TRUST, PITCH = 0.3, 0.1
# The steps of the search, in logarithms of focal length and pitch, how often they are halved, and where it begins.
LENS_STEP, PITCH_STEP, HALVED = 0.1, 0.02, 2
LENS_TRIED = range(-3, 4)


@dataclass(frozen=True)
class Heights:
    """The log-likelihood of every height in HEIGHTS_MM of a stack's apex, and the stacking rise held for true."""

    likelihoods: Floats
    rise: float

    def log_likelihoods(self, stacks: Sequence[str]) -> Floats:
        """Of stacks, up to one constant."""
        apexes = [solids(stack, self.rise)[-1].apex if stack else 0.0 for stack in stacks]
        return WEIGHT * np.interp(apexes, HEIGHTS_MM, self.likelihoods)


def looks_steeply(view: BoardView) -> bool:
    """Whether the board tells little of the camera's focal length: from above it looks alike to a far camera with a
    long lens and to a near one with a short lens."""
    middle = np.array([SIDE * view.pitch / 2, SIDE * view.pitch / 2, 0.0])
    sight = view.camera_centre - middle
    return float(sight[2] / np.linalg.norm(sight)) > STEEP


def heights(view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends]) -> Floats:
    """The log-likelihoods of HEIGHTS_MM for every cell's apex, cells x heights, if the camera is where `view` has it;
    `frames` cut the crops in which the ends were seen."""
    centres = np.array([view.cell_centre(cell) for cell in CELLS])
    spots = np.empty((len(CELLS), len(HEIGHTS_MM), 3))
    spots[..., :2], spots[..., 2] = centres[:, None], HEIGHTS_MM
    seen = view.project(spots.reshape(-1, 3)).reshape(len(CELLS), len(HEIGHTS_MM), 2)
    reaches = seen - seen[:, :1]
    told = log_densities(ends, reaches @ np.array([each.to_crop[:, :2].T for each in frames]))
    density = np.exp(told - told.max(axis=1, keepdims=True))
    return np.asarray(np.log((1 - ASTRAY) * density / density.mean(axis=1, keepdims=True) + ASTRAY))


def fitted_rise(table: Floats, counts: Floats) -> tuple[float, float]:
    """The likeliest stacking rise (mm) and the log-likelihood of all that is seen with it. `table` is what `heights`
    tells, `counts` log-probabilities of 1 piece and more in every cell, cells x pieces."""
    known = (table @ APEXES).reshape(len(table), len(RISES_MM), len(SHARES))
    both = np.logaddexp.reduce(counts[:, None] + WEIGHT * known, axis=2).sum(axis=0)
    both = both - ((RISES_MM - RISE_MM) / RISE_SPREAD_MM) ** 2 / 2
    best = int(np.argmax(both))
    return float(RISES_MM[best]), float(both[best])


def counts(log_likelihoods: Sequence[Floats], stacks: Sequence[str]) -> Floats:
    """The reader's log-probabilities of 1 piece and more in every cell, cells x pieces, from those of the stacks; less
    sure than it says, since it cannot know the rise."""
    held = np.array([len(stack) // 2 for stack in stacks])
    each = [held == count for count in range(1, len(SHARES) + 1)]
    told = np.array([[np.logaddexp.reduce(row[of], initial=-np.inf) for of in each] for row in log_likelihoods])
    return np.asarray(READER * (told - np.logaddexp.reduce(told, axis=1)[:, None]))


def known_counts(held: Sequence[str | None]) -> Floats:
    """Log-probabilities of 1 piece and more in every cell, cells x pieces, where the stacks are known, or None."""
    told = UNREAD.copy()
    for row, stack in zip(told, held, strict=True):
        if stack:
            row[np.arange(len(row)) != len(stack) // 2 - 1] = UNHEARD_OF
    return told


def fitted_view(
    view: BoardView,
    frames: Sequence[Frame],
    ends: Sequence[Ends],
    counts: Floats,
    *,
    lens: bool,
    tried: dict[tuple[int, int], tuple[BoardView, Floats]] | None = None,
) -> BoardView:
    """The view with the pitch, and if asked for the `lens`, by which the stacks' heights are likeliest; `counts` as in
    `fitted_rise`. `tried` keeps for another call what does not depend on them."""
    fine = 2**HALVED
    steps = np.array([LENS_STEP, PITCH_STEP]) / fine
    spreads = np.array([LENS, min(PITCH_TRUST * view.pitch_error / view.pitch, PITCH)])
    seen: dict[tuple[int, int], float] = {}
    tried = {} if tried is None else tried

    def refitted(at: tuple[int, int]) -> tuple[BoardView, Floats]:
        if at not in tried:
            longer, wider = np.exp(np.array(at) * steps)
            there = view.refocused(longer) if at[0] else view
            there = there.with_pitch(view.pitch * wider, view.pitch_error)
            tried[at] = there, heights(there, frames, ends)
        return tried[at]

    def likelihood(at: tuple[int, int]) -> float:
        if at not in seen:
            off = np.array(at) * steps / spreads
            seen[at] = fitted_rise(refitted(at)[1], counts)[1] - float(off @ off) / 2
        return seen[at]

    ways = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0)][: 5 if lens else 3]
    best = max(((i * fine, 0) for i in (LENS_TRIED if lens else (0,))), key=likelihood)
    stride = fine
    while stride:
        better = max(((best[0] + i * stride, best[1] + j * stride) for i, j in ways), key=likelihood)
        best, stride = better, stride if better != best else stride // 2
    return refitted(best)[0] if best != (0, 0) else view
