"""Where a board lies and what camera sees it, told by its stacks: bundle adjustment (Triggs et al. 2000).

For boards whose lines were not seen. Feet stand in the middle of cells, which tells where the board lies; where it is
known what stands there, each apex and each seat is a point at a known height as well, and all of them a target in three
dimensions, which tells lens and pitch.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.frame_edges import Surround, outwards
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import CELLS
from vision.geometry.least_squares import least_squares, robust_cost
from vision.geometry.solids import solids
from vision.stacks.crops import SCALE, Frame, square_on
from vision.stacks.feet_and_apexes import SIZE_UNIT, USUAL_SIDE, Ends, Mixture
from vision.stacks.heights import RISE_MM, RISE_SPREAD_MM

Floats = NDArray[np.float64]

# Stacks stand off the middle of their cells, and their apexes and seats off their feet (mm); sizes are told less well
# than the network says (in its units, see `vision.stacks.feet_and_apexes`).
OFF_MIDDLE_MM, LEANS_MM, MISSIZED = 1.0, 1.0, 0.5
# What was found without lines tells the focal length so well, and the pitch at least so well (standard errors of their
# logarithms).
LENS, PITCH = 0.1, 0.1
# The walls of cells that are looked for (mm), and by how much (nats) the feet must speak for them.
WALLS_MM, WALLED = np.arange(0.25, 6.1, 0.25), 2.5
# What is seen so many standard errors off belongs to something else; and an apex or a seat is looked for so many crop
# pixels around where it should be, among sizes so near to its own.
FAR, AROUND, ALIKE = 2.0, 12.0, 3.0
# Edges around the grid lie so unevenly around it (pitches), and are told so well where all of one shows, and worse with
# the square of what does. If the feet speak against them by so much (nats) they are no frame's.
UNEVEN, EDGE, NO_FRAME = 0.006, 0.006, 6.0
# Edges that lie so near to the grid's own (pitches) are these, within so much: the field ends where its cells do.
NEARLY, FLUSH = 0.05, 0.006


def put_under_feet(
    view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], *, measured: bool
) -> tuple[BoardView, float]:
    """The view in which the cells' middles lie nearest to the feet that were seen in crops cut by `frames`, and by how
    much (nats) it is likelier than `view` if these tell; a camera that was `measured` is kept."""
    return _adjusted(view, frames, ends, {}, None, measured)


def put_within_edges(
    view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], around: Surround, *, measured: bool
) -> tuple[BoardView, Surround] | None:
    """The same, if the edges that were seen around the grid tell as well, and the edges, known to be the grid's own if
    they are; None where they do not go with the feet."""
    within = _adjusted(view, frames, ends, {}, around, measured)[0]
    if abs(outwards(within, around.spots).mean(axis=1) @ around.shows / around.shows.sum()) < NEARLY:
        around = replace(around, flush=True)
        within = _adjusted(view, frames, ends, {}, around, measured)[0]
    feet, spreads = _feet(frames, ends)
    fits = _off(within, feet, spreads) - _off(view, feet, spreads) < NO_FRAME
    return (within, around) if fits else None


def put_within_walls(view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends]) -> BoardView:
    """A view that was drawn onto lines, or, where the feet that were seen say that the cells' floor lies lower, the
    view of that floor: many boards for Volcano have walls between the cells, and their tops are the lines."""
    feet, spreads = _feet(frames, ends)

    lower = min((view.lowered(height) for height in WALLS_MM), key=lambda view: _off(view, feet, spreads))
    return lower if _off(view, feet, spreads) - _off(lower, feet, spreads) > WALLED else view


def put_under_table(
    view: BoardView,
    frames: Sequence[Frame],
    ends: Sequence[Ends],
    grid: Mapping[str, str],
    around: Surround | None = None,
    *,
    measured: bool,
) -> BoardView:
    """The view that agrees best with the feet, apexes and seats and the edges around the grid that were seen, if `grid`
    stands on the board; cells may be left out of it. A camera that was `measured` is kept."""
    return _adjusted(view, frames, ends, grid, around, measured)[0]


def _off(view: BoardView, feet: Floats, spreads: Floats) -> float:
    """How far (nats) feet are from where a view has the middles of the cells."""
    return robust_cost(((view.project(_middles(view)) - feet) / spreads).ravel(), FAR)


def _adjusted(
    view: BoardView,
    frames: Sequence[Frame],
    ends: Sequence[Ends],
    grid: Mapping[str, str],
    around: Surround | None,
    measured: bool,
) -> tuple[BoardView, float]:
    feet, foot_spreads = _feet(frames, ends)
    standing = [row for row, cell in enumerate(CELLS) if grid.get(cell)]
    stacks = [grid[CELLS[row]] for row in standing]
    cuts = np.array([frames[row].to_crop for row in standing]).reshape(-1, 2, 3)
    middles = _middles(view) / view.pitch
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

    def tops(there: BoardView, rise: float) -> tuple[Floats, Floats]:
        """Where apexes (N x 2) and seats (N x 3) should be in the crops."""
        each = [solids(stack, rise)[-1] for stack in stacks]
        spots = np.column_stack([middles[standing, :2] * there.pitch, [top.foot for top in each]])
        halves = square_on(there.camera_centre - spots) * np.array([[top.base / 2] for top in each])
        points = np.stack([spots, spots - halves, spots + halves], axis=1)
        points[:, 0, 2] = [top.apex for top in each]
        seen = there.project(points.reshape(-1, 3)).reshape(-1, 3, 2) @ cuts[:, :, :2].transpose(0, 2, 1)
        seen += cuts[:, None, :, 2]
        sides = np.linalg.norm(seen[:, 2] - seen[:, 1], axis=1)
        return seen[:, 0], np.column_stack([seen[:, 1:].mean(axis=1), SIZE_UNIT * np.log(sides / USUAL_SIDE)])

    def residuals(off: Floats) -> Floats:
        there = at(off)
        parts = [(there.project(middles * there.pitch) - feet) / foot_spreads, off[None, 6:8] / priors]
        if standing:
            expected = tops(there, RISE_MM + RISE_SPREAD_MM * float(off[8]))
            parts += [(spots - told.spots) / told.spreads for spots, told in zip(expected, spotted, strict=True)]
            parts.append(off[None, 8:9])
        if around:
            uneven = np.hypot(UNEVEN, EDGE / around.shows**2)[:, None]
            parts.append((outwards(there, around.spots) - off[9]) / uneven)
            if around.flush:
                parts.append(off[None, 9:] / FLUSH)
        return np.concatenate([part.ravel() for part in parts])

    # Turn, shift, lens, pitch, stacking rise, and how far off the edges are.
    scale, found, gain = np.array([0.02] * 6 + [0.05, 0.05, 1.0, 0.05]), np.zeros(10), 0.0
    if around:
        found[9] = float(outwards(view, around.spots).mean())
    for _ in range(2 if standing else 1):
        if standing:
            expected = tops(at(found), RISE_MM + RISE_SPREAD_MM * float(found[8]))
            spotted = [
                _spotted([ends[row].apex for row in standing], expected[0]),
                _spotted([ends[row].seat for row in standing], expected[1]),
            ]
        before, found = found, least_squares(residuals, scale, FAR, found)
        gain = robust_cost(residuals(before), FAR) - robust_cost(residuals(found), FAR)
    return at(found), gain


def _feet(frames: Sequence[Frame], ends: Sequence[Ends]) -> tuple[Floats, Floats]:
    """Where feet were seen, and how surely (standard errors), both N x 2 pixels of the picture."""
    scales = np.array([np.sqrt(abs(np.linalg.det(each.to_crop[:, :2]))) for each in frames])
    feet = np.array([each.in_picture(end.foot) for each, end in zip(frames, ends, strict=True)])
    spreads = np.sqrt([end.foot_variance + (OFF_MIDDLE_MM * SCALE) ** 2 for end in ends])
    return feet, spreads / scales[:, None]


def _middles(view: BoardView) -> Floats:
    """The middles of all cells, 25 x 3 mm."""
    return np.array([[*view.cell_centre(cell), 0.0] for cell in CELLS])


class Spotted(NamedTuple):
    """Where something was seen in N crops, and how surely (standard errors), both N x D."""

    spots: Floats
    spreads: Floats


def _spotted(mixtures: Sequence[Mixture], expected: Floats) -> Spotted:
    """Where, among the places that the network points at, what should be at `expected` (N x D) was seen."""
    dims = expected.shape[1]
    lean = np.array([LEANS_MM * SCALE, LEANS_MM * SCALE, MISSIZED])[:dims] ** 2
    around = np.array([AROUND, AROUND, ALIKE])[:dims]
    seen = [mixture.near(wanted, around) for mixture, wanted in zip(mixtures, expected, strict=True)]
    return Spotted(np.array([spot for spot, _ in seen]), np.sqrt(np.array([variance for _, variance in seen]) + lean))
