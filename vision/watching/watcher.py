"""Follows one board from picture to picture and remembers what was understood of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry.board_view import BoardView
from vision.geometry.camera import Camera
from vision.geometry.solids import USUAL_RISE_MM
from vision.image import Image
from vision.parameters import parameters
from vision.stacks.change import difference, stack_mask, steady, touched_log_odds
from vision.stacks.crops import Frame, cut_all
from vision.stacks.heights import EndsSeen, Heights, fitted_rise, known_counts, unread
from vision.stacks.reader import CellSight, Known, StackReader
from vision.stacks.veils import Veil, nearest_first, veil
from vision.watching.arm import arm_over
from vision.watching.contract import Look
from vision.watching.looks import (
    BoardLook,
    CellLook,
    Earlier,
    FirstSight,
    Past,
    TablePrior,
    read_counts,
)
from vision.watching.picture_watcher import PictureWatcher
from vision.watching.placing import Placer


@dataclass(frozen=True)
class Parameters:
    """Tunable parameters (`vision.parameters`)."""

    same_again: float = 0.0  # nats; a cell looks as when it was weighed that was touched less likely
    comparable: float = 0.25  # share; with less that nothing else stands before than earlier a change says nothing
    same_step: float = 5.0  # grey levels; small patches differ less while nothing moves, as larger ones of cells do
    lingers: int = 3  # changes of the board that something must outlast in its place to be no arm


P: Final = parameters(Parameters)


class BoardWatcher(PictureWatcher[BoardLook]):
    """A board found in a first picture and followed from there (implements `vision.watching.contract.Watcher`).

    `prior`: what is known of the board and its stacks beforehand. `a1`: roughly where the outer corner of a1 is in that
    picture, in pixels; without it a1 is the near left corner. `corners`: all four in the order of the grid's ring, if
    somebody tapped them. `camera`: the camera's profile, if it was measured; without one it is measured by the board
    and the pieces. `cut_off`: how much of the board may be out of the picture (a share of its area); cells that are
    count as hidden. `found`: where another watcher has found the board in the picture. Raises VisionError where no
    board is found, or for a board that the networks were not trained for.
    """

    def __init__(
        self,
        image: Image,
        prior: TablePrior,
        *,
        a1: tuple[float, float] | None = None,
        corners: Sequence[tuple[float, float]] | None = None,
        camera: Camera | None = None,
        cut_off: float = 0.0,
        found: BoardView | None = None,
    ) -> None:
        super().__init__(image, BoardLook, P.same_step)
        self._prior, self._cells = prior, prior.board.grid.cells
        self._reader = StackReader()
        self._placer = Placer(
            image, prior, self._reader, a1=a1, corners=corners, camera=camera, cut_off=cut_off, found=found
        )
        self._rise = USUAL_RISE_MM
        self._known: dict[str, Earlier] = {}
        self._weighed: dict[str, Known] = {}
        # Pictures that were understood with no hand in sight: the first one and the two last ones.
        self._clear: list[Image] = []
        self._lingered = 0

    @property
    def view(self) -> BoardView:
        """Where the board lies."""
        return self._placer.view

    @property
    def found(self) -> BoardView:
        """Where the board was found in the first picture, before what stands on it had its say."""
        return self._placer.found

    def find(self, image: Image) -> BoardView:
        """Where the board is in a picture of the first one's size. Raises VisionError where it cannot be found any
        more."""
        if self._placer.find(image, self._stacks()):
            self._last.forget()
            self._clear, self._lingered = [], 0
        return self.view

    def weighed(self, look: Look) -> None:
        """Take note that what `look` shows was weighed; what of it is understood, `learn` is told then."""
        own, last = self._own(look), self._last.last
        self._weighed = {
            cell: Known(own.crops[cell], own.cells[cell].first.likeliest)
            for cell in self._cells
            if cell not in own.hidden
        }
        if last is not None and last.crops is own.crops:
            self._last.revise(replace(last, again=frozenset(self._weighed)))

    def learn(self, look: Look, grid: Mapping[str, str]) -> None:
        """Take note that `look` showed `grid`, stacks by cell; cells hidden or left out keep what was known of them."""
        own = self._own(look)
        if not self._known and not self.view.lined and own.view is self.view and not own.hidden:
            own = self._put_under(grid, own.image)
        if not own.hand and own.view is self.view:
            self._add_clear(own.image)
        among = self._stacks() | dict(grid)
        for cell, stack in grid.items():
            if cell not in own.hidden:
                self._known[cell] = Earlier(Known(own.crops[cell], stack), own.cells[cell].first, among)
                self._weighed.pop(cell, None)
                self._last.forget()
        table = np.array([own.cells[cell].first.heights.likelihoods for cell in self._cells])
        held = [None if cell in own.hidden else grid.get(cell) for cell in self._cells]
        if self._prior.on_larges:
            self._rise = fitted_rise(table, known_counts(held))[0]

    def _read(self, image: Image) -> BoardLook:
        self.find(image)
        return self._read_where_it_lies(image)

    def _read_where_it_lies(self, image: Image) -> BoardLook:
        crops, last = cut_all(image, self._placer.frames), self._last.last
        if last is not None and steady(list(last.crops.values()), crops):
            return replace(last, image=image)
        frames, ends = self._placer.ends(image, crops)
        table = EndsSeen(self._cells, frames, ends).heights(self.view)
        unknown = self._prior.on_larges and not self._known
        if unknown:
            self._rise = fitted_rise(table, unread(len(self._cells)))[0]
        sights = self._reader.sight(crops, self._placer.frames, self._rise, quick=not self._prior.on_larges)
        if unknown:
            self._rise = fitted_rise(table, read_counts(sights, self._prior))[0]
        firsts = {
            cell: FirstSight(sight, Heights(row, self._rise), self._prior)
            for cell, sight, row in zip(self._cells, sights, table, strict=True)
        }
        past = self._past(crops, firsts)
        cells = {cell: CellLook(first, past.get(cell)) for cell, first in firsts.items()}
        by_cell = dict(zip(self._cells, crops, strict=True))
        ends_by_cell = dict(zip(self._cells, zip(frames, ends, strict=True), strict=True))
        arm, again = self._arm(image), self._again(crops)
        return BoardLook(image, self.view, cells, by_cell, self._rise, ends_by_cell, arm, again)

    def _arm(self, image: Image) -> bool:
        """Whether an arm is over the board that none of the clear pictures has."""
        stacks = self._stacks()
        if not self._clear or not all(arm_over(self.view, clear, image, stacks, self._rise) for clear in self._clear):
            self._lingered = 0
            return False
        last = self._last.last
        stays = last is not None and last.arm and not arm_over(self.view, last.image, image, stacks, self._rise)
        self._lingered = self._lingered + 1 if stays else 0
        if self._lingered < P.lingers:
            return True
        self._add_clear(image)
        return False

    def _add_clear(self, image: Image) -> None:
        self._clear = [*self._clear[:1], *self._clear[1:][-1:], image]

    def _past(self, crops: Sequence[Image], firsts: Mapping[str, FirstSight]) -> dict[str, Past]:
        if not self._known:
            return {}
        known = self._learnt()
        taught = [known.get(cell) for cell in self._cells]
        quick = not self._prior.on_larges
        read = self._reader.sight(crops, self._placer.frames, self._rise, taught, quick=quick)
        sights = dict(zip(self._cells, read, strict=True))
        return self._unveiled(dict(zip(self._cells, crops, strict=True)), firsts, sights)

    def _unveiled(
        self, crops: Mapping[str, Image], firsts: Mapping[str, FirstSight], sights: Mapping[str, CellSight]
    ) -> dict[str, Past]:
        """What the earlier looks add, from the front to the back: what has changed before a stack is no change of its
        own."""
        differences = self._differences(crops, self._learnt())
        now, past = self._stacks(), dict[str, Past]()
        for cell in nearest_first(self.view, self._known):
            earlier = self._known[cell]
            own, shows, left = self._mask(cell, earlier.known.stack), 1.0, 1.0
            if before := self._veil(cell, earlier, [*past], now):
                left, shows = float((own & ~before.over).sum() / own.sum()), before.shows
                differences[cell] = difference(earlier.known.crop, crops[cell], own & ~before.over)
            touched = touched_log_odds(differences)[cell] if left >= P.comparable else 0.0
            past[cell] = Past(earlier.known.stack, earlier.first, sights[cell], touched, shows)
            if touched > P.same_again:
                now[cell] = CellLook(firsts[cell], past[cell]).likeliest
        return past

    def _veil(self, cell: str, earlier: Earlier, nearer: Sequence[str], now: Mapping[str, str]) -> Veil | None:
        """What has come or gone before a cell since it was last understood."""
        fronts = {front: (earlier.among[front], now[front]) for front in nearer if front in earlier.among}
        if all(then == stands for then, stands in fronts.values()):
            return None
        return veil(self.view, cell, earlier.known.stack, self._frames[cell], fronts, self._rise)

    def _learnt(self) -> dict[str, Known]:
        return {cell: earlier.known for cell, earlier in self._known.items()}

    def _stacks(self) -> dict[str, str]:
        """The stacks that are known from earlier."""
        return {cell: earlier.known.stack for cell, earlier in self._known.items()}

    def _touched(self, crops: Sequence[Image], known: Mapping[str, Known]) -> dict[str, float]:
        """The log-odds, for every cell that is known from earlier, that it was touched since."""
        return touched_log_odds(self._differences(dict(zip(self._cells, crops, strict=True)), known))

    def _differences(self, crops: Mapping[str, Image], known: Mapping[str, Known]) -> dict[str, float]:
        return {
            cell: difference(known[cell].crop, crops[cell], self._mask(cell, known[cell].stack))
            for cell in self._cells
            if cell in known
        }

    def _mask(self, cell: str, stack: str) -> NDArray[np.bool_]:
        return stack_mask(self.view, cell, stack, self._frames[cell], self._rise)

    @property
    def _frames(self) -> dict[str, Frame]:
        return dict(zip(self._cells, self._placer.frames, strict=True))

    def _again(self, crops: Sequence[Image]) -> frozenset[str]:
        """The cells that look as they did when they were weighed, but not understood."""
        if not self._weighed:
            return frozenset()
        touched = self._touched(crops, self._learnt() | self._weighed)
        return frozenset(cell for cell in self._weighed if touched[cell] < P.same_again)

    def _put_under(self, stacks: Mapping[str, str], image: Image) -> BoardLook:
        """Read a picture again from where the camera must be if `stacks` stand on the board."""
        self._placer.put_under(stacks, image)
        self._last.forget()
        return self._last.keep(self._read_where_it_lies(image))
