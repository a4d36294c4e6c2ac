"""Fits board and camera to the stacks on the board: bundle adjustment (Triggs et al. 2000).

For boards without visible lines. Feet stand in the middle of cells, which locates the board. Where the stacks are
known, every apex and seat is a point at a known height, and together they are a three-dimensional target that gives
focal length and pitch.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.board.frame_edges import Surround, outwards
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.least_squares import least_squares, robust_cost
from vision.geometry.solids import RISE_SPREAD_MM, USUAL_RISE_MM, solids
from vision.image import Floats
from vision.parameters import parameters
from vision.stacks.crops import SCALE, Frame, square_on
from vision.stacks.feet_and_apexes import SIZE_UNIT, USUAL_SIDE, Ends, NormalMixture


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    leans_mm: float = 1.0  # mm; standard deviation of apexes and seats off their feet
    size_error: float = 0.5  # network units; error of sizes beyond what the network states
    lens: float = 0.1  # log; standard error of a focal length found without lines
    pitch: float = 0.1  # log; standard error of a pitch found without lines, at most
    walled: float = 2.5  # nats by which feet must speak for walls
    far: float = 2.0  # standard errors; points farther off belong to another stack
    alike: float = 3.0  # network units; a seat is sought among sizes this near to its own
    uneven: float = 0.006  # pitches; standard deviation of the edges' distance around the grid
    edge: float = 0.006  # pitches; standard error of a fully visible edge; grows with the square of the hidden share
    no_frame: float = 6.0  # nats; edges that contradict the feet by more are not the frame's
    nearly: float = 0.05  # pitches; edges this near to the grid's own coincide with them
    flush: float = 0.006  # pitches; standard deviation of the grid's own edges
    off_middle_mm: float = 1.0  # mm; standard deviation of stacks off the middle of their cells
    around: float = 12.0  # crop pixels; search radius for an apex or a seat around its expected place


P: Final = parameters(Parameters)
WALLS_MM: Final = np.arange(0.25, 6.1, 0.25)
"""Heights of walls between cells that are tried (mm)."""
START: Final = np.array([0.02] * 6 + [0.05, 0.05, 1.0, 0.05])
"""First steps of the least-squares search, by the fields of `ViewOffset`."""


class PointedEnds(NamedTuple):
    """Ends of the stacks in `cells`, found in the crops cut by `frames`."""

    cells: Sequence[str]
    frames: Sequence[Frame]
    ends: Sequence[Ends]

    @property
    def by_cell(self) -> dict[str, tuple[Frame, Ends]]:
        """Frame and ends of every cell."""
        return dict(zip(self.cells, zip(self.frames, self.ends, strict=True), strict=True))

    def feet(self) -> "Spotted":
        """Feet in the picture, N x 2 pixels."""
        scales = np.array([np.sqrt(abs(np.linalg.det(each.to_crop[:, :2]))) for each in self.frames])
        feet = np.array([each.in_picture(end.foot) for each, end in zip(self.frames, self.ends, strict=True)])
        spreads = np.sqrt([end.foot_variance + (P.off_middle_mm * SCALE) ** 2 for end in self.ends])
        return Spotted(feet, spreads / scales[:, None])

    def only(self, cells: Collection[str]) -> "PointedEnds":
        """Return the ends in some of the cells only."""
        rows = [row for row, cell in enumerate(self.cells) if cell in cells]
        return PointedEnds(
            [self.cells[row] for row in rows], [self.frames[row] for row in rows], [self.ends[row] for row in rows]
        )


class Spotted(NamedTuple):
    """Places of N points and their standard errors, both N x D."""

    spots: Floats
    spreads: Floats


class ViewOffset(NamedTuple):
    """Correction of a view."""

    turn: Floats
    """Rotation vector, (3,)."""
    shift: Floats
    """Translation in pitches, (3,)."""
    focal: float
    """Logarithm of the factor on the focal length."""
    pitch: float
    """Logarithm of the factor on the pitch."""
    rise: float
    """Stacking rise, in standard deviations from the usual one."""
    out: float
    """Distance of the surrounding edges outside the grid, pitches."""

    @classmethod
    def of(cls, values: Floats) -> "ViewOffset":
        """Build from one vector (10,)."""
        focal, pitch, rise, out = (float(value) for value in values[6:])
        return cls(values[:3], values[3:6], focal, pitch, rise, out)

    @property
    def rise_mm(self) -> float:
        """Stacking rise in mm."""
        return USUAL_RISE_MM + RISE_SPREAD_MM * self.rise


def put_under_feet(view: BoardView, seen: PointedEnds, *, measured: bool) -> tuple[BoardView, float]:
    """Fit the view so that the cells' middles lie nearest to the feet. Returns it and its gain over `view` in nats. A
    `measured` camera is kept."""
    return _Adjustment(view, seen, {}, None, measured).best()


def put_within_edges(
    view: BoardView, seen: PointedEnds, around: Surround, *, measured: bool
) -> tuple[BoardView, Surround] | None:
    """Fit the view to the feet and to the edges around the grid. Returns it with the edges, marked as flush if they are
    the grid's own; None where edges and feet contradict each other. A `measured` camera is kept."""
    within = _Adjustment(view, seen, {}, around, measured).best()[0]
    if abs(outwards(within, around.spots).mean(axis=1) @ around.shows / around.shows.sum()) < P.nearly:
        around = replace(around, flush=True)
        within = _Adjustment(view, seen, {}, around, measured).best()[0]
    feet = seen.feet()
    fits = _off(within, seen.cells, feet) - _off(view, seen.cells, feet) < P.no_frame
    return (within, around) if fits else None


def put_within_walls(view: BoardView, seen: PointedEnds) -> BoardView:
    """Return the view of the cells' floor if the feet show that it lies below the lines: many Volcano boards have walls
    between the cells, whose tops are the lines."""
    feet = seen.feet()
    lower = min((view.lowered(height) for height in WALLS_MM), key=lambda view: _off(view, seen.cells, feet))
    return lower if _off(view, seen.cells, feet) - _off(lower, seen.cells, feet) > P.walled else view


def put_under_table(
    view: BoardView, seen: PointedEnds, stacks: Mapping[str, str], around: Surround | None = None, *, measured: bool
) -> BoardView:
    """Fit the view to feet, apexes and seats if `stacks` stand on the board (cells may be left out), and to the edges
    around the grid. A `measured` camera is kept."""
    return _Adjustment(view, seen, stacks, around, measured).best()[0]


def _off(view: BoardView, cells: Sequence[str], feet: Spotted) -> float:
    """Return how far (nats) feet are from the middles of their cells under a view."""
    middles = view.grid.floor(cells, view.pitch)
    return robust_cost(((view.project(middles) - feet.spots) / feet.spreads).ravel(), P.far)


class _Adjustment:
    """Least-squares search for the view that agrees best with the observations."""

    def __init__(
        self, view: BoardView, seen: PointedEnds, stacks: Mapping[str, str], around: Surround | None, measured: bool
    ) -> None:
        self._view, self._around, self._measured = view, around, measured
        self._feet, self._middles = seen.feet(), view.grid.floor(seen.cells)
        self._standing = seen.only({cell for cell in seen.cells if stacks.get(cell)})
        self._stacks = [stacks[cell] for cell in self._standing.cells]
        self._tops_middles = view.grid.floor(self._standing.cells)
        self._cuts = np.array([frame.to_crop for frame in self._standing.frames]).reshape(-1, 2, 3)
        self._priors = np.array([P.lens, min(P.pitch, view.pitch_error / view.pitch)])
        self._spotted: tuple[Spotted, ...] = ()

    def best(self) -> tuple[BoardView, float]:
        """Return the best view and its gain in nats over the last start."""
        found, gain = np.zeros(len(START)), 0.0
        if self._around:
            found[9] = float(outwards(self._view, self._around.spots).mean())
        for _ in range(2 if self._stacks else 1):
            self._spotted = self._spot(ViewOffset.of(found)) if self._stacks else ()
            before, found = found, least_squares(self._residuals, START, P.far, found)
            gain = robust_cost(self._residuals(before), P.far) - robust_cost(self._residuals(found), P.far)
        return self._at(ViewOffset.of(found)), gain

    def _at(self, off: ViewOffset) -> BoardView:
        """Return the corrected view."""
        view = self._view
        longer = 1.0 if self._measured else float(np.exp(off.focal))
        focal, distortion = float(view.camera.focal) * longer, view.camera.distortion[0]
        turn = cv2.Rodrigues(off.turn)[0] @ view.matrix
        rx, ry, rz = (float(n) for n in cv2.Rodrigues(turn)[0].ravel())
        x, y, z = np.array(view.translation) * (1.0, 1.0, longer) + off.shift * view.pitch
        posed = replace(
            view,
            camera=view.camera if self._measured else Camera.guess(view.camera.size, focal, distortion),
            rotation=(rx, ry, rz),
            translation=(float(x), float(y), float(z)),
        )
        return posed.with_pitch(view.pitch * float(np.exp(off.pitch)), view.pitch_error) if self._stacks else posed

    def _tops(self, there: BoardView, rise: float) -> tuple[Floats, Floats]:
        """Return the expected places of apexes (N x 2) and seats (N x 3) in the crops."""
        each = [solids(stack, rise)[-1] for stack in self._stacks]
        spots = np.column_stack([self._tops_middles[:, :2] * there.pitch, [top.foot for top in each]])
        halves = square_on(there.camera_centre - spots) * np.array([[top.base / 2] for top in each])
        points = np.stack([spots, spots - halves, spots + halves], axis=1)
        points[:, 0, 2] = [top.apex for top in each]
        seen = there.project(points.reshape(-1, 3)).reshape(-1, 3, 2) @ self._cuts[:, :, :2].transpose(0, 2, 1)
        seen += self._cuts[:, None, :, 2]
        sides = np.linalg.norm(seen[:, 2] - seen[:, 1], axis=1)
        return seen[:, 0], np.column_stack([seen[:, 1:].mean(axis=1), SIZE_UNIT * np.log(sides / USUAL_SIDE)])

    def _spot(self, off: ViewOffset) -> tuple[Spotted, Spotted]:
        """Return the apexes and seats observed near their expected places under a corrected view."""
        apexes, seats = self._tops(self._at(off), off.rise_mm)
        ends = self._standing.ends
        return _spotted([end.apex for end in ends], apexes), _spotted([end.seat for end in ends], seats)

    def _residuals(self, values: Floats) -> Floats:
        """Return all residuals in standard errors for a vector of `ViewOffset`."""
        off = ViewOffset.of(values)
        there = self._at(off)
        feet = (there.project(self._middles * there.pitch) - self._feet.spots) / self._feet.spreads
        parts = [feet, values[6:8] / self._priors]
        if self._stacks:
            parts += self._of_tops(there, off)
        if self._around:
            parts += self._of_edges(self._around, there, off)
        return np.concatenate([part.ravel() for part in parts])

    def _of_tops(self, there: BoardView, off: ViewOffset) -> list[Floats]:
        """Return residuals of apexes and seats, and of the stacking rise."""
        expected = self._tops(there, off.rise_mm)
        tops = [(spots - seen.spots) / seen.spreads for spots, seen in zip(expected, self._spotted, strict=True)]
        return [*tops, np.array([off.rise])]

    def _of_edges(self, around: Surround, there: BoardView, off: ViewOffset) -> list[Floats]:
        """Return residuals of the edges around the grid."""
        uneven = np.hypot(P.uneven, P.edge / around.shows**2)[:, None]
        edges = (outwards(there, around.spots) - off.out) / uneven
        return [edges, np.array([off.out / P.flush])] if around.flush else [edges]


def _spotted(mixtures: Sequence[NormalMixture], expected: Floats) -> Spotted:
    """Return the observations nearest to `expected` (N x D) among the places the network points at."""
    dims = expected.shape[1]
    lean = np.array([P.leans_mm * SCALE, P.leans_mm * SCALE, P.size_error])[:dims] ** 2
    around = np.array([P.around, P.around, P.alike])[:dims]
    seen = [mixture.near(wanted, around) for mixture, wanted in zip(mixtures, expected, strict=True)]
    return Spotted(np.array([spot for spot, _ in seen]), np.sqrt(np.array([variance for _, variance in seen]) + lean))
