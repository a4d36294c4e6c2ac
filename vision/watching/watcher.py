"""Follows one Volcano board from picture to picture."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.board.fit_under_stacks import put_under_feet, put_under_table, put_within_edges, put_within_walls
from vision.board.frame_edges import Surround, edges_around
from vision.board.locate import locate
from vision.board.stillness import displacement
from vision.errors import VisionError
from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.grid import CELLS
from vision.geometry.solids import solids
from vision.image import Image
from vision.stacks.change import difference, stack_mask, steady, touched_log_odds
from vision.stacks.crops import Frame, cut_all, frames_of
from vision.stacks.feet_and_apexes import Ends, EndsReader
from vision.stacks.heights import (
    RISE_MM,
    UNREAD,
    EndsSeen,
    Heights,
    counts,
    fitted_rise,
    fitted_view,
    known_counts,
    looks_steeply,
)
from vision.stacks.lesson_bias import corrections
from vision.stacks.reader import CellSight, Known, StackReader
from vision.stacks.seats import SeatReader
from vision.watching.arm import arm_over, out_of_picture
from vision.watching.contract import Look
from vision.watching.overlay import draw_table
from vision.watching.standing import Stance, stance
from vision.watching.whole_board import ordinary_stacks

# Shares of a stack: so much covered, it is not seen, or only in part; so much of any, something is over the board.
COVERED, PARTLY, HAND = 0.5, 0.1, 0.2
# The reader is too sure of what it sees in part, as drawn tables with hands over them told: so much of it is believed.
PARTLY_SEEN = 0.5
# The reader's own word on whether a stack was touched, drawn from the same pixels as their change: the most that it may
# say, in nats, and how much that counts.
READER_MOST, READER = 9.0, 0.9
# What misled the reader in the earlier look misleads it again: so much of what a stack was likely then is taken off;
# and the least, as a log-probability, that it counts as having been.
AS_BEFORE, LEAST_BEFORE = 0.25, -8.0
# A board that has moved less than this (pixels) has not.
STILL_PX = 0.5
# What was weighed before and looks the same again (by the log-odds that it was touched) is nothing new: the same glint
# misleads again. So much of it counts.
SAME_AGAIN, WEIGHED_AGAIN = 0.0, 0.6
# What looks so little like the lines of a grid is none, and what looks this little like them if the feet of the stacks
# speak against it by so much (nats): shadows and the gaps between pieces line up, too.
NO_LINES, DOUBTED_LINES, DISAGREE = 0.35, 0.45, 9.0
# What stays in its place while other things on the board have changed so many times is no arm.
LINGERS = 3


@dataclass(frozen=True)
class FirstSight:
    """What a picture says of one cell by itself: the reader's sight, and how high the stack reaches."""

    sight: CellSight
    heights: Heights

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.seen(stacks) + self.heights.log_likelihoods(stacks)

    def log_probabilities(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.log_likelihoods(stacks) - float(np.logaddexp.reduce(self._ordinary))

    @property
    def likeliest(self) -> str:
        return ordinary_stacks()[int(np.argmax(self._ordinary))]

    @cached_property
    def _ordinary(self) -> NDArray[np.float64]:
        return self.log_likelihoods(ordinary_stacks())

    def seen(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        return self.sight.log_likelihoods(stacks) + corrections(tuple(stacks))


@dataclass(frozen=True)
class Past:
    """What the earlier look of a cell adds: the stack that stood there and how it looked by itself, the reader's sight
    of the cell compared with it, and the change."""

    stack: str
    first: FirstSight
    sight: CellSight
    touched: float


@dataclass(frozen=True)
class Earlier:
    """A cell as it was last seen and understood."""

    known: Known
    first: FirstSight


@dataclass(frozen=True)
class CellLook:
    """All that a picture says of one cell.

    With an earlier look the change says whether the stack known from then still stands. What stands there if not is
    said by its height and by the mean of the reader's two sights, with and without the earlier crop before it, less
    what was just as likely, and wrong, in the earlier look.
    """

    first: FirstSight
    past: Past | None

    def log_likelihoods(self, stacks: Sequence[str]) -> NDArray[np.float64]:
        if self.past is None:
            return self.first.log_likelihoods(stacks)
        scores = self._compared(self.past, stacks)
        share = scores - np.logaddexp(scores, self._others)
        other = np.array([stack != self.past.stack for stack in stacks])
        return np.where(other, share + self._touched, 0.0)

    def _compared(self, past: Past, stacks: Sequence[str]) -> NDArray[np.float64]:
        sights = (self.first.seen(stacks) + past.sight.log_likelihoods(stacks)) / 2
        then = np.maximum(past.first.log_probabilities(stacks), LEAST_BEFORE)
        return sights + self.first.heights.log_likelihoods(stacks) - AS_BEFORE * then

    @cached_property
    def _others(self) -> float:
        """Log of the summed scores of everything that may stand there but the known stack."""
        assert self.past is not None
        names = [stack for stack in ordinary_stacks() if stack != self.past.stack]
        return float(np.logaddexp.reduce(self._compared(self.past, names)))

    @cached_property
    def _touched(self) -> float:
        """Log-odds that something else stands there than did: by the change of the look, and by the reader."""
        assert self.past is not None
        known = float(self._compared(self.past, [self.past.stack])[0])
        return self.past.touched + READER * float(np.clip(self._others - known, -READER_MOST, READER_MOST))


@dataclass(frozen=True)
class Placed:
    """A picture in which the board lies where it is held to be, but for a drift of its corners (4 x 2 pixels)."""

    image: Image
    drift: NDArray[np.float64] = field(default_factory=lambda: np.zeros((4, 2)))


@dataclass(frozen=True)
class Pointed:
    """The ends of all stacks in a picture, in the crops that `frames` cut out of it."""

    image: Image
    frames: Sequence[Frame]
    ends: Sequence[Ends]


@dataclass(frozen=True)
class VolcanoLook:
    """A picture of the board, read cell by cell (implements `vision.look.Look`). `ends` are what was pointed at in each
    cell, and how the crop for that was cut; the cells in `again` show what was weighed before."""

    image: Image
    view: BoardView
    cells: Mapping[str, CellLook]
    crops: Mapping[str, Image]
    stacking_rise: float
    ends: Mapping[str, tuple[Frame, Ends]]
    arm: bool = False
    again: frozenset[str] = frozenset()

    @property
    def hidden(self) -> frozenset[str]:
        return frozenset(cell for cell, seen in self.cells.items() if seen.first.sight.covered > COVERED)

    @property
    def partly_hidden(self) -> frozenset[str]:
        """Cells of which something hides a part, or all, and maybe what tells their stacks."""
        return frozenset(cell for cell, seen in self.cells.items() if seen.first.sight.covered > PARTLY)

    @property
    def hand(self) -> bool:
        return self.arm or any(self._behind_something(cell) > HAND for cell in self.cells)

    def _behind_something(self, cell: str) -> float:
        """The share of a stack that something covers, of what of it was to be seen: what of it the picture's edge cuts
        off, or was covered when it was last understood, is behind no hand."""
        first, past = self.cells[cell].first, self.cells[cell].past
        covered = first.sight.covered
        if covered <= HAND or not first.likeliest:
            return covered
        beyond = out_of_picture(self.view, cell, first.likeliest, self.stacking_rise)
        if past:
            beyond = max(beyond, past.first.sight.covered)
        return max(0.0, covered - beyond) / max(1 - beyond, HAND)

    def log_likelihoods(self, cell: str, stacks: Sequence[str]) -> NDArray[np.float64]:
        if cell in self.hidden:
            return np.zeros(len(stacks))
        told = self.cells[cell].log_likelihoods(stacks)
        if cell in self.partly_hidden:
            told = PARTLY_SEEN * told
        return WEIGHED_AGAIN * told if cell in self.again else told

    def touched(self, cell: str) -> tuple[str, float] | None:
        past = None if cell in self.hidden else self.cells[cell].past
        return (past.stack, past.touched) if past else None

    def overlay(
        self, grid: Mapping[str, str], hidden: Collection[str] | None = None, unsure: Collection[str] = ()
    ) -> Image:
        """The picture with the outlines of the pyramids of `grid` drawn where they stand; `hidden` are cells of which
        nothing is known (by default those hidden in this picture), `unsure` those of which the reading is in doubt."""
        seen = {cell: stack for cell, stack in grid.items() if stack and cell not in self.hidden}
        stances = {cell: self._stance(cell, stack) for cell, stack in seen.items()}
        unknown = self.hidden if hidden is None else hidden
        return draw_table(self.image, self.view, grid, unknown, self.stacking_rise, stances, unsure)

    def _stance(self, cell: str, stack: str) -> Stance:
        return stance(self.view, cell, solids(stack, self.stacking_rise)[-1].apex, *self.ends[cell])


class VolcanoWatcher:
    """A board found in a first picture and followed from there (implements `vision.look.Watcher`).

    `a1`: roughly where the outer corner of a1 is in that picture, in pixels; without it a1 is the near left corner.
    `corners`: all four (a1, e1, e5, a5), if somebody tapped them. `camera`: the camera's profile, if it was measured;
    without one it is measured by the board and the pieces.
    Raises VisionError where no board is found.
    """

    def __init__(
        self,
        image: Image,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
    ) -> None:
        self._reader, self._pointer, self._near = StackReader(), EndsReader(), SeatReader()
        self._measured = camera is not None
        self._around: Surround | None = None
        self.view = self._fitted(locate(image, a1=a1, corners=corners, camera=camera), image)
        self._frames = frames_of(self.view, CELLS)
        self._rise = RISE_MM
        self._known: dict[str, Earlier] = {}
        self._weighed: dict[str, Known] = {}
        self._last: VolcanoLook | None = None
        # Pictures that were understood with no hand in sight: the first one and the two last ones.
        self._clear: list[Image] = []
        self._lingered = 0
        self._placed = Placed(image)

    def _fitted(self, view: BoardView, image: Image) -> BoardView:
        """The view as the stacks tell it: their heights the pitch and, where the lines do not tell it, the lens. Where
        there are no lines it takes a first reading, to know how many pieces stand over which feet."""
        frames = frames_of(view, CELLS)
        self._pointed = self._point(image, view, frames, cut_all(image, frames))
        ends = self._pointed.ends
        # Stickers are trusted more than feet.
        stuck = view.stickers_turn is not None
        if not view.lined or (view.confidence < DOUBTED_LINES and not stuck):
            moved, gain = put_under_feet(view, frames, ends, measured=self._measured)
            if not view.lined or view.confidence < NO_LINES or gain > DISAGREE:
                view = replace(self._within_edges(image, moved, frames, ends, measured=self._measured), lined=False)
        if view.lined and not stuck:
            view = put_within_walls(view, frames, ends)
        seen = EndsSeen(frames, ends)
        found = fitted_view(view, seen, UNREAD, lens=not self._measured and looks_steeply(view))
        if view.lined:
            return found
        table, nearer = seen.heights(found), frames_of(found, CELLS)
        rise = fitted_rise(table, UNREAD)[0]
        sights = self._reader.sight(cut_all(image, nearer), nearer, rise, quick=True)
        firsts = [FirstSight(sight, Heights(row, rise)) for sight, row in zip(sights, table, strict=True)]
        grid = {cell: first.likeliest for cell, first in zip(CELLS, firsts, strict=True)}
        return put_under_table(found, frames, ends, grid, self._around, measured=self._measured)

    def _within_edges(
        self, image: Image, view: BoardView, frames: Sequence[Frame], ends: Sequence[Ends], *, measured: bool
    ) -> BoardView:
        """The view as the edges around the grid tell it as well, if there are such; a camera that was `measured` is
        kept."""
        around = edges_around(image, view)
        within = None if around is None else put_within_edges(view, frames, ends, around, measured=measured)
        if within is None:
            return view
        view, self._around = within
        return view

    def find(self, image: Image) -> BoardView:
        """Where the board is in a picture. Raises VisionError where it cannot be found any more."""
        if image is self._placed.image:
            return self.view
        try:
            view = locate(image, previous=self.view)
        except VisionError:
            if not self._stays(image):
                raise
            return self.view
        if view is self.view:
            self._placed = Placed(image)
        elif not self._stays(image):
            self.view = view if self.view.lined and view.lined else self._resettled(view, image)
            self._frames, self._placed = frames_of(self.view, CELLS), Placed(image)
            self._last, self._clear, self._lingered = None, [], 0
        return self.view

    def _resettled(self, view: BoardView, image: Image) -> BoardView:
        """The view of a board without lines that was moved before the same camera, by what is known to stand on it."""
        frames = frames_of(view, CELLS)
        self._pointed = self._point(image, view, frames, cut_all(image, frames))
        ends = self._pointed.ends
        self._around = None
        view, _ = put_under_feet(view, frames, ends, measured=True)
        view = self._within_edges(image, view, frames, ends, measured=True)
        grid = {cell: earlier.known.stack for cell, earlier in self._known.items()}
        return replace(put_under_table(view, frames, ends, grid, self._around, measured=True), lined=False)

    def _stays(self, image: Image) -> bool:
        """Whether the board has not moved, though its lines seem to have: pieces and hands hide and bend them."""
        moved = displacement(self.view, self._placed.image, image)
        if moved is None or np.abs(drift := self._placed.drift + moved).max() > STILL_PX:
            return False
        self._placed = Placed(image, drift)
        return True

    def look(self, image: Image) -> VolcanoLook:
        """Read a picture. One that shows what the last one showed is not read again, so that a camera's every picture
        may be looked at. Raises VisionError where the board cannot be found in it any more.
        """
        self.find(image)
        return self._read(image)

    def _read(self, image: Image) -> VolcanoLook:
        crops = cut_all(image, self._frames)
        if self._last and steady(list(self._last.crops.values()), crops):
            return replace(self._last, image=image)
        table = self._heights(image, crops)
        if not self._known:
            self._rise = fitted_rise(table, UNREAD)[0]
        sights = self._reader.sight(crops, self._frames, self._rise)
        if not self._known:
            self._rise = fitted_rise(table, _counts(sights))[0]
        past = self._past(crops)
        cells = {
            cell: CellLook(FirstSight(sight, Heights(row, self._rise)), past.get(cell))
            for cell, sight, row in zip(CELLS, sights, table, strict=True)
        }
        by_cell = dict(zip(CELLS, crops, strict=True))
        ends = dict(zip(CELLS, zip(self._pointed.frames, self._pointed.ends, strict=True), strict=True))
        arm, again = self._arm(image), self._again(crops)
        self._last = VolcanoLook(image, self.view, cells, by_cell, self._rise, ends, arm, again)
        return self._last

    def _heights(self, image: Image, crops: Sequence[Image]) -> NDArray[np.float64]:
        """See `EndsSeen.heights`; the picture in which the board was found need not be looked at again."""
        if image is not self._pointed.image:
            self._pointed = self._point(image, self.view, self._frames, crops)
        return EndsSeen(self._pointed.frames, self._pointed.ends).heights(self.view)

    def _point(self, image: Image, view: BoardView, frames: Sequence[Frame], crops: Sequence[Image]) -> Pointed:
        """From above, where a piece more or less shows least, seats are looked at once more."""
        ends = self._pointer.ends(crops, frames)
        return Pointed(image, frames, self._near.closer(image, frames, ends) if looks_steeply(view) else ends)

    def _arm(self, image: Image) -> bool:
        """Whether an arm is over the board that none of the clear pictures has."""
        stacks = {cell: earlier.known.stack for cell, earlier in self._known.items()}
        if not self._clear or not all(arm_over(self.view, clear, image, stacks) for clear in self._clear):
            self._lingered = 0
            return False
        stays = self._last is not None and self._last.arm and not arm_over(self.view, self._last.image, image, stacks)
        self._lingered = self._lingered + 1 if stays else 0
        if self._lingered < LINGERS:
            return True
        self._add_clear(image)
        return False

    def _add_clear(self, image: Image) -> None:
        self._clear = [*self._clear[:1], *self._clear[1:][-1:], image]

    def _past(self, crops: Sequence[Image]) -> dict[str, Past]:
        if not self._known:
            return {}
        known = self._learnt()
        taught = [known.get(cell) for cell in CELLS]
        sights = dict(zip(CELLS, self._reader.sight(crops, self._frames, self._rise, taught), strict=True))
        touched = self._touched(crops, known)
        return {
            cell: Past(earlier.known.stack, earlier.first, sights[cell], touched[cell])
            for cell, earlier in self._known.items()
        }

    def _learnt(self) -> dict[str, Known]:
        return {cell: earlier.known for cell, earlier in self._known.items()}

    def _touched(self, crops: Sequence[Image], known: Mapping[str, Known]) -> dict[str, float]:
        """The log-odds, for every cell that is known from earlier, that it was touched since."""
        differences = {
            cell: difference(known[cell].crop, crop, stack_mask(self.view, cell, known[cell].stack, frame))
            for cell, crop, frame in zip(CELLS, crops, self._frames, strict=True)
            if cell in known
        }
        return touched_log_odds(differences)

    def _again(self, crops: Sequence[Image]) -> frozenset[str]:
        """The cells that look as they did when they were weighed, but not understood."""
        if not self._weighed:
            return frozenset()
        touched = self._touched(crops, self._learnt() | self._weighed)
        return frozenset(cell for cell in self._weighed if touched[cell] < SAME_AGAIN)

    def weighed(self, look: Look) -> None:
        """Take note that what `look` shows was weighed; what of it is understood, `learn` is told then."""
        if not isinstance(look, VolcanoLook):
            raise VisionError("a board can only take note of its own looks")
        self._weighed = {
            cell: Known(look.crops[cell], look.cells[cell].first.likeliest) for cell in CELLS if cell not in look.hidden
        }
        if self._last and self._last.crops is look.crops:
            self._last = replace(self._last, again=frozenset(self._weighed))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note that `look` showed `grid`; cells hidden or left out keep what was known of them."""
        if not isinstance(look, VolcanoLook):
            raise VisionError("a board can only learn from its own looks")
        if not self._known and not self.view.lined and look.view is self.view and not look.hidden:
            look = self._put_under(grid, look.image)
        if not look.hand and look.view is self.view:
            self._add_clear(look.image)
        for cell, stack in grid.items():
            if cell not in look.hidden:
                self._known[cell] = Earlier(Known(look.crops[cell], stack), look.cells[cell].first)
                self._weighed.pop(cell, None)
                self._last = None
        table = np.array([look.cells[cell].first.heights.likelihoods for cell in CELLS])
        held = [None if cell in look.hidden else grid.get(cell) for cell in CELLS]
        self._rise = fitted_rise(table, known_counts(held))[0]

    def _put_under(self, grid: Mapping[str, str], image: Image) -> VolcanoLook:
        """Read a picture again from where the camera must be if `grid` stands on the board."""
        view = put_under_table(
            self.view, self._pointed.frames, self._pointed.ends, grid, self._around, measured=self._measured
        )
        self.view, self._frames, self._placed, self._last = view, frames_of(view, CELLS), Placed(image), None
        return self._read(image)


def _counts(sights: Sequence[CellSight]) -> NDArray[np.float64]:
    stacks = ordinary_stacks()
    prior = corrections(stacks)
    return counts([sight.log_likelihoods(stacks) + prior for sight in sights], stacks)
