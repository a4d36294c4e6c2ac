"""Where a board lies and what camera sees it, told by its stacks: bundle adjustment (Triggs et al. 2000).

For boards whose lines were not seen. Feet stand in the middle of cells, which tells where the board lies; where it is
known what stands there, each apex and each seat is a point at a known height as well, and all of them a target in three
dimensions, which tells lens and pitch.
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
    size_error: float = 0.5  # units of the network; sizes are told so much less well than it says
    lens: float = 0.1  # log; standard error of a focal length found without lines
    pitch: float = 0.1  # log; standard error of a pitch found without lines, at most
    walled: float = 2.5  # nats; feet must speak so much for walls
    far: float = 2.0  # standard errors; what is seen farther off belongs to something else
    alike: float = 3.0  # units of the network; a seat is looked for among sizes so near to its own
    uneven: float = 0.006  # pitches; edges lie so unevenly around the grid
    edge: float = 0.006  # pitches; so well an edge is told of which all shows, worse with the square of what does
    no_frame: float = 6.0  # nats; edges against which feet speak so much are no frame's
    nearly: float = 0.05  # pitches; edges so near to the grid's own are these: the field ends where cells do
    flush: float = 0.006  # pitches; the grid's own edges lie so far off it
    off_middle_mm: float = 1.0  # mm; standard deviation of stacks off the middle of their cells
    around: float = 12.0  # crop pixels; search radius for an apex or a seat around its expected place


P: Final = parameters(Parameters)
WALLS_MM: Final = np.arange(0.25, 6.1, 0.25)
"""The walls of cells that are looked for (mm)."""
START: Final = np.array([0.02] * 6 + [0.05, 0.05, 1.0, 0.05])
"""The steps that least squares begin with, by the fields of `ViewOffset`."""


class PointedEnds(NamedTuple):
    """The ends of stacks in `cells`, seen in crops that `frames` cut."""

    cells: Sequence[str]
    frames: Sequence[Frame]
    ends: Sequence[Ends]

    @property
    def by_cell(self) -> dict[str, tuple[Frame, Ends]]:
        """Frame and ends of every cell."""
        return dict(zip(self.cells, zip(self.frames, self.ends, strict=True), strict=True))

    def feet(self) -> "Spotted":
        """Where feet were seen, pixels of the picture (N x 2)."""
        scales = np.array([np.sqrt(abs(np.linalg.det(each.to_crop[:, :2]))) for each in self.frames])
        feet = np.array([each.in_picture(end.foot) for each, end in zip(self.frames, self.ends, strict=True)])
        spreads = np.sqrt([end.foot_variance + (P.off_middle_mm * SCALE) ** 2 for end in self.ends])
        return Spotted(feet, spreads / scales[:, None])

    def only(self, cells: Collection[str]) -> "PointedEnds":
        """What was seen in some of the cells."""
        rows = [row for row, cell in enumerate(self.cells) if cell in cells]
        return PointedEnds(
            [self.cells[row] for row in rows], [self.frames[row] for row in rows], [self.ends[row] for row in rows]
        )


class Spotted(NamedTuple):
    """Where N things were seen, and how surely (standard errors), both N x D."""

    spots: Floats
    spreads: Floats


class ViewOffset(NamedTuple):
    """How far from a view the one lies that agrees with what was seen.

    `turn` (rotation vector) and `shift` (pitches), both (3,); `focal` and `pitch` are logarithms of factors; `rise` the
    stacking rise in standard deviations from the usual one; `out` how far outside the grid the edges lie, in pitches.
    """

    turn: Floats
    shift: Floats
    focal: float
    pitch: float
    rise: float
    out: float

    @classmethod
    def of(cls, values: Floats) -> "ViewOffset":
        """From one vector (10,)."""
        focal, pitch, rise, out = (float(value) for value in values[6:])
        return cls(values[:3], values[3:6], focal, pitch, rise, out)

    @property
    def rise_mm(self) -> float:
        """The stacking rise in mm."""
        return USUAL_RISE_MM + RISE_SPREAD_MM * self.rise


def put_under_feet(view: BoardView, seen: PointedEnds, *, measured: bool) -> tuple[BoardView, float]:
    """The view in which the cells' middles lie nearest to the feet that were seen, and by how much (nats) it is
    likelier than `view` if these tell; a camera that was `measured` is kept."""
    return _Adjustment(view, seen, {}, None, measured).best()


def put_within_edges(
    view: BoardView, seen: PointedEnds, around: Surround, *, measured: bool
) -> tuple[BoardView, Surround] | None:
    """The same, if the edges that were seen around the grid tell as well, and the edges, known to be the grid's own if
    they are; None where they do not go with the feet."""
    within = _Adjustment(view, seen, {}, around, measured).best()[0]
    if abs(outwards(within, around.spots).mean(axis=1) @ around.shows / around.shows.sum()) < P.nearly:
        around = replace(around, flush=True)
        within = _Adjustment(view, seen, {}, around, measured).best()[0]
    feet = seen.feet()
    fits = _off(within, seen.cells, feet) - _off(view, seen.cells, feet) < P.no_frame
    return (within, around) if fits else None


def put_within_walls(view: BoardView, seen: PointedEnds) -> BoardView:
    """A view that was drawn onto lines, or, where the feet that were seen say that the cells' floor lies lower, the
    view of that floor: many boards for Volcano have walls between the cells, and their tops are the lines."""
    feet = seen.feet()
    lower = min((view.lowered(height) for height in WALLS_MM), key=lambda view: _off(view, seen.cells, feet))
    return lower if _off(view, seen.cells, feet) - _off(lower, seen.cells, feet) > P.walled else view


def put_under_table(
    view: BoardView, seen: PointedEnds, stacks: Mapping[str, str], around: Surround | None = None, *, measured: bool
) -> BoardView:
    """The view that agrees best with the feet, apexes and seats and the edges around the grid that were seen, if
    `stacks` stand on the board; cells may be left out of it. A camera that was `measured` is kept."""
    return _Adjustment(view, seen, stacks, around, measured).best()[0]


def _off(view: BoardView, cells: Sequence[str], feet: Spotted) -> float:
    """How far (nats) feet are from where a view has the middles of their cells."""
    middles = view.grid.floor(cells, view.pitch)
    return robust_cost(((view.project(middles) - feet.spots) / feet.spreads).ravel(), P.far)


class _Adjustment:
    """The search for the view that agrees best with what was seen."""

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
        """The view, and by how much (nats) it is likelier than where the search last began."""
        found, gain = np.zeros(len(START)), 0.0
        if self._around:
            found[9] = float(outwards(self._view, self._around.spots).mean())
        for _ in range(2 if self._stacks else 1):
            self._spotted = self._spot(ViewOffset.of(found)) if self._stacks else ()
            before, found = found, least_squares(self._residuals, START, P.far, found)
            gain = robust_cost(self._residuals(before), P.far) - robust_cost(self._residuals(found), P.far)
        return self._at(ViewOffset.of(found)), gain

    def _at(self, off: ViewOffset) -> BoardView:
        """The view so far off."""
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
        """Where apexes (N x 2) and seats (N x 3) should be in the crops."""
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
        """Where the apexes and seats were seen that should be where the view so far off has them."""
        apexes, seats = self._tops(self._at(off), off.rise_mm)
        ends = self._standing.ends
        return _spotted([end.apex for end in ends], apexes), _spotted([end.seat for end in ends], seats)

    def _residuals(self, values: Floats) -> Floats:
        """Everything that is off, in standard errors, for the vector of `ViewOffset`."""
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
        """What apexes and seats are off, and the stacking rise."""
        expected = self._tops(there, off.rise_mm)
        tops = [(spots - seen.spots) / seen.spreads for spots, seen in zip(expected, self._spotted, strict=True)]
        return [*tops, np.array([off.rise])]

    def _of_edges(self, around: Surround, there: BoardView, off: ViewOffset) -> list[Floats]:
        """What the edges around the grid are off."""
        uneven = np.hypot(P.uneven, P.edge / around.shows**2)[:, None]
        edges = (outwards(there, around.spots) - off.out) / uneven
        return [edges, np.array([off.out / P.flush])] if around.flush else [edges]


def _spotted(mixtures: Sequence[NormalMixture], expected: Floats) -> Spotted:
    """Where, among the places that the network points at, what should be at `expected` (N x D) was seen."""
    dims = expected.shape[1]
    lean = np.array([P.leans_mm * SCALE, P.leans_mm * SCALE, P.size_error])[:dims] ** 2
    around = np.array([P.around, P.around, P.alike])[:dims]
    seen = [mixture.near(wanted, around) for mixture, wanted in zip(mixtures, expected, strict=True)]
    return Spotted(np.array([spot for spot, _ in seen]), np.sqrt(np.array([variance for _, variance in seen]) + lean))
