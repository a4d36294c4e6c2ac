"""Locates a board from picture to picture, by its lines and its stacks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.board.beyond_picture import cells_beyond
from vision.board.fit_under_stacks import (
    PointedEnds,
    put_under_feet,
    put_under_table,
    put_within_edges,
    put_within_walls,
)
from vision.board.frame_edges import Surround, edges_around
from vision.board.line_score import is_finer, lacks_a_row
from vision.board.locate import locate
from vision.board.pose import Pose
from vision.board.stillness import displacement
from vision.errors import VisionError
from vision.geometry.board_view import DEFAULT_PITCH, BoardView
from vision.geometry.camera import Camera
from vision.geometry.solids import USUAL_RISE_MM
from vision.image import Image
from vision.parameters import parameters
from vision.stacks.crops import CellCrops, frames_of, rectify
from vision.stacks.feet_and_apexes import EndsReader
from vision.stacks.heights import EndsSeen, Heights, fitted_rise, fitted_view, looks_steeply, unread
from vision.stacks.pitch import with_measured_pitch
from vision.stacks.reader import StackReader
from vision.stacks.seats import SeatReader
from vision.tracking.cell_reading import FirstReading, TablePrior, likeliest


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    no_lines: float = 0.35  # correlation with lines below which there are none
    doubted_lines: float = 0.45  # correlation with lines below which feet may overrule them: shadows line up, too
    one_stack: float = 0.2  # log; standard error of the pitch measured on one stack
    pitches: float = 0.1  # log; standard deviation of boards' pitches
    fewest_feet: int = 6  # stacks; with fewer the lines alone give the pose
    disagree: float = 9.0  # nats by which feet overrule doubtful lines
    still_px: float = 0.5  # pixels; a board that moved less has not moved


P: Final = parameters(Parameters)
LARGE: Final = "3"
"""Pips of a large."""


@dataclass(frozen=True)
class Placed:
    """A picture in which the board lies at the tracked pose."""

    image: Image
    drift: NDArray[np.float64] = field(default_factory=lambda: np.zeros((4, 2)))
    """Small motion of its corners since, 4 x 2 pixels."""


@dataclass(frozen=True)
class Pointed:
    """The ends of all stacks in a picture."""

    image: Image
    ends: PointedEnds


class Placer:
    """Keeps track of the pose of a board. Not to be shared between threads.

    `a1`, `corners`, `camera` and `cut_off` as in `vision.board.locate.locate`; a given camera is kept. `found`: the
    result of `locate` for the picture, if known. Raises VisionError where no board is found.
    """

    def __init__(
        self,
        image: Image,
        prior: TablePrior,
        reader: StackReader,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
        cut_off: float = 0.0,
        found: BoardView | None = None,
    ) -> None:
        self._prior, self._reader, self._cut_off = prior, reader, cut_off
        self._cells = prior.board.grid.cells
        # Cells whose stacks are used to locate the board.
        self._telling = frozenset(prior.board.occupied)
        self._pointer, self._near = EndsReader(), SeatReader()
        self._measured = camera is not None
        self._around: Surround | None = None
        self._pointed: Pointed
        self.found = found or locate(image, prior.board, a1=a1, corners=corners, camera=camera, cut_off=cut_off)
        given = corners is not None or self.found.stickers_turn is not None
        lines = Pose.of_view(self.found, prior.board, True)
        if not (given or prior.board.occupied) and (lacks_a_row(image, lines) or is_finer(image, lines)):
            raise VisionError("vision.board.none", files=prior.board.grid.files, ranks=prior.board.grid.ranks)
        self.view = self._fitted(self.found, image)
        self._frames = frames_of(self.view, self._cells)
        self._placed = Placed(image)

    def find(self, image: Image, stacks: Mapping[str, str]) -> bool:
        """Return True if the board has moved since it was seen last; `view` is then its pose in this picture.

        `stacks`: stacks known to stand on it; cells may be left out. Raises VisionError where it is not found any more.
        """
        if image is self._placed.image:
            return False
        try:
            view = locate(image, self._prior.board, previous=self.view, cut_off=self._cut_off)
        except VisionError:
            if not self._stays(image):
                raise
            return False
        if view is self.view:
            self._placed = Placed(image)
        elif not self._stays(image):
            self.view = view if self.view.lined and view.lined else self._relocated(view, image, stacks)
            self._frames, self._placed = frames_of(self.view, self._cells), Placed(image)
            return True
        return False

    def rectify(self, image: Image) -> CellCrops:
        """Cut every cell out of a picture in which the board lies at `view`."""
        return rectify(image, self.view, self._cells, self._frames)

    def ends(self, crops: CellCrops) -> PointedEnds:
        """Find the ends of all stacks in `crops`, or return those found while locating the board in this picture."""
        if crops.image is not self._pointed.image:
            self._pointed = self._point(crops)
        return self._pointed.ends

    def refit_camera(self, stacks: Mapping[str, str], image: Image) -> None:
        """Refit the camera so that `stacks` stand on the board, in a picture whose ends were found."""
        self.view = put_under_table(self.view, self._seen(self.view), stacks, self._around, measured=self._measured)
        self._frames, self._placed = frames_of(self.view, self._cells), Placed(image)

    def _fitted(self, view: BoardView, image: Image) -> BoardView:
        """Refine the pose by the stacks: pitch and, where lines do not give it, focal length from their heights. A
        board without lines is read once first, to know how many pieces stand over each foot."""
        # Stickers are trusted more than feet.
        stuck = view.stickers_turn is not None
        if not self._prior.board.occupied:
            view = self._peopled(view, image, measured=stuck)
        self._pointed = self._point(rectify(image, view, self._cells))
        seen = self._seen(view)
        if len(seen.cells) < P.fewest_feet or (view.lined and not self._prior.on_larges):
            return view
        if not view.lined or (view.confidence < P.doubted_lines and not stuck):
            moved, gain = put_under_feet(view, seen, measured=self._measured)
            if not view.lined or view.confidence < P.no_lines or gain > P.disagree:
                view = replace(self._within_edges(image, moved, measured=self._measured), lined=False)
        if view.lined and not stuck:
            view = put_within_walls(view, seen)
        lens = not self._measured and looks_steeply(view)
        found = fitted_view(view, EndsSeen(*seen), unread(len(seen.cells)), lens=lens)
        if found.lined:
            return found
        return put_under_table(found, seen, self._glance(image, found), self._around, measured=self._measured)

    def _peopled(self, view: BoardView, image: Image, *, measured: bool) -> BoardView:
        """Measure the pitch by the pieces, unless it is `measured`. From now on only filled cells are used to locate
        the board."""
        if not measured:
            view = view.with_pitch(DEFAULT_PITCH)
        crops = rectify(image, view, self._cells)
        readings = self._reader.read(crops.crops, crops.frames, USUAL_RISE_MM, quick=True)
        table = dict(zip(self._cells, likeliest(readings, self._prior), strict=True))
        self._telling = frozenset(cell for cell, stack in table.items() if stack)
        if measured:
            return view
        # The network that measures the pitch has learnt only stacks on larges.
        larges = [cell for cell, stack in table.items() if stack[1:2] == LARGE]
        measured_cells = larges or [cell for cell in self._cells if cell in self._telling]
        pitch = with_measured_pitch(image, view, measured_cells).pitch
        # The fewer stacks were measured, the more the usual pitch counts.
        trust = len(measured_cells) / (len(measured_cells) + (P.one_stack / P.pitches) ** 2)
        return view.with_pitch(DEFAULT_PITCH * (pitch / DEFAULT_PITCH) ** trust, P.pitches * DEFAULT_PITCH)

    def _glance(self, image: Image, view: BoardView) -> dict[str, str]:
        """Return the likeliest stacks by a quick reading. Raises VisionError for a pose that no camera has."""
        frames = frames_of(view, self._cells)
        if not all(np.isfinite(frame.to_crop).all() for frame in frames):
            grid = self._prior.board.grid
            raise VisionError("vision.corners.no_board", corners=" ".join(grid.ring))
        table = EndsSeen(*self._pointed.ends).heights(view)
        rise = fitted_rise(table, unread(len(self._cells)))[0]
        crops = rectify(image, view, self._cells, frames)
        readings = self._reader.read(crops.crops, frames, rise, quick=True)
        return {
            cell: FirstReading(reading, Heights(row, rise), self._prior).likeliest
            for cell, reading, row in zip(self._cells, readings, table, strict=True)
        }

    def _relocated(self, view: BoardView, image: Image, stacks: Mapping[str, str]) -> BoardView:
        """Return the pose of a board without lines that was moved under the same camera, by the stacks known to stand
        on it."""
        self._pointed = self._point(rectify(image, view, self._cells))
        self._around = None
        view, _ = put_under_feet(view, self._seen(view), measured=True)
        view = self._within_edges(image, view, measured=True)
        return replace(put_under_table(view, self._seen(view), stacks, self._around, measured=True), lined=False)

    def _within_edges(self, image: Image, view: BoardView, *, measured: bool) -> BoardView:
        """Refine the pose by the edges around the grid, if there are any. A `measured` camera is kept."""
        around = edges_around(image, view)
        within = None if around is None else put_within_edges(view, self._seen(view), around, measured=measured)
        if within is None:
            return view
        view, self._around = within
        return view

    def _stays(self, image: Image) -> bool:
        """Return True if the board has not moved, though its lines seem to have: pieces and hands hide and bend
        them."""
        moved = displacement(self.view, self._placed.image, image)
        if moved is None or np.abs(drift := self._placed.drift + moved).max() > P.still_px:
            return False
        self._placed = Placed(image, drift)
        return True

    def _seen(self, view: BoardView) -> PointedEnds:
        """Return the ends found in filled cells that lie in the picture."""
        return self._pointed.ends.only(self._telling - cells_beyond(view))

    def _point(self, crops: CellCrops) -> Pointed:
        """Find the ends of all stacks. From above, where a piece more or less shows least, seats are searched twice."""
        frames, ends = crops.frames, self._pointer.ends(crops.crops, crops.frames)
        if looks_steeply(crops.view):
            ends = self._near.closer(crops.image, frames, ends)
        return Pointed(crops.image, PointedEnds(self._cells, frames, ends))
